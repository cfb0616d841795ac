// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../../core/json.js';
import type { PolicyInput, PolicyVerdict } from '../../core/policy.js';
import type { DecisionSource } from './types.js';

/** What a policy evaluation does not know of the decision that it belongs to. */
export interface DecisionContext {
  readonly decisionId: string;
  /** RFC 3339, UTC. */
  readonly timestamp: string;
  /** The bundle's name in the events; `parley` by default. */
  readonly bundle?: string;
}

/** Describe an evaluation of `parley/decide` for a decision log. A fault has no result, and its code as error. */
export function toDecisionSource(
  evaluation: { readonly input: PolicyInput; readonly verdict: PolicyVerdict },
  { decisionId, timestamp, bundle = 'parley' }: DecisionContext,
): DecisionSource {
  const { input, verdict } = evaluation;
  const { status, discovery, authorization, fault } = verdict;
  const answer =
    status === 'fault'
      ? { error: { code: fault ?? 'unknown', message: 'the policy gave no answer' } }
      : { result: asJson({ discovery, authorization }) };
  return {
    decisionId,
    timestamp,
    path: 'parley/decide',
    input: asJson(input),
    ...answer,
    bundles: { [bundle]: verdict.policy.revision },
    requestedBy: input.requester.ref,
  };
}

// Policy inputs and results are plain JSON by construction; their types say it member by member.
function asJson(value: object): Json {
  return value as unknown as Json;
}
