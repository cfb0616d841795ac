// SPDX-License-Identifier: Apache-2.0
import type { DecisionEvent, DecisionSource } from './types.js';

/** Write a decision as an event of OPA's decision log; members that the decision lacks are absent. */
export function createDecisionEvent(
  source: DecisionSource,
  labels: Readonly<Record<string, string>>,
): DecisionEvent {
  const { result, requestedBy, metrics, error, traceId, spanId, builtins } = source;
  return {
    labels,
    decision_id: source.decisionId,
    ...(traceId === undefined ? undefined : { trace_id: traceId }),
    ...(spanId === undefined ? undefined : { span_id: spanId }),
    bundles: Object.fromEntries(
      Object.entries(source.bundles).map(([name, revision]) => [name, { revision }]),
    ),
    path: source.path,
    input: source.input,
    ...(result === undefined ? undefined : { result }),
    ...(error === undefined ? undefined : { error }),
    ...(requestedBy === undefined ? undefined : { requested_by: requestedBy }),
    timestamp: source.timestamp,
    ...(metrics === undefined ? undefined : { metrics }),
    ...(builtins === undefined ? undefined : { nd_builtin_cache: builtins }),
  };
}
