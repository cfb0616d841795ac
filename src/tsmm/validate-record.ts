// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../core/json.js';
import { NEGOTIATION_DECIDED, type NegotiationDecided } from '../openwop/types.js';
import { applyRules, verdictOf } from './apply-rules.js';
import { hostEvent } from './host-event.js';
import { isRunShape } from './is-run-shape.js';
import { readDocument } from './read-document.js';
import { RECORD_RULES } from './rules/record.js';
import { runEvent } from './run-event.js';
import type { HostEventDocument, RunEventDocument, Validation } from './types.js';

/**
 * Validate a `negotiation.decided` record in its envelope: a run event where it has `runId` or `sequence`, else a
 * host event (which has neither); the schema, and rules `OPENWOP-ND-01` to `OPENWOP-ND-05`.
 */
export function validateRecord(document: Json): Validation {
  const { value, findings } = isRunShape(document)
    ? readDocument<RunEventDocument | HostEventDocument>(runEvent, document)
    : readDocument<RunEventDocument | HostEventDocument>(hostEvent, document);
  if (value === undefined || !isDecided(value)) return verdictOf(findings);
  return verdictOf([...findings, ...applyRules(RECORD_RULES, value)]);
}

function isDecided<T extends { readonly type: string; readonly payload: NegotiationDecided | JsonObject }>(
  document: T,
): document is T & { readonly payload: NegotiationDecided } {
  return document.type === NEGOTIATION_DECIDED;
}
