// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, member } from '../core/json.js';
import { runEntryId } from '../openwop/run-log.js';
import { applyRules, verdictOf } from './apply-rules.js';
import { capabilityNegotiation } from './capability-negotiation.js';
import { decisionReceipt } from './decision-receipt.js';
import { hostEvent } from './host-event.js';
import { isRunShape } from './is-run-shape.js';
import { negotiationAnswer } from './negotiation-answer.js';
import { readDocument } from './read-document.js';
import { ANSWER_RULES } from './rules/answer.js';
import { runEvent } from './run-event.js';
import type { RuleFinding, Validation } from './types.js';
import { validateNegotiation } from './validate-negotiation.js';
import { validateReceipt } from './validate-receipt.js';
import { validateRecord } from './validate-record.js';

/**
 * Validate all that `parley negotiate --format json` prints: each document in it, and rules `TSMM-CN-18`,
 * `TSMM-CN-19`, `PARLEY-NA-01` and `PARLEY-NA-02` between them.
 */
export function validateAnswer(document: Json): Validation {
  const frame = readDocument(negotiationAnswer, document);
  const parts = isJsonObject(document) ? document : {};
  const inside = [
    within('negotiation', member(parts, 'negotiation'), validateNegotiation),
    within('receipt', member(parts, 'receipt'), validateReceipt),
    within('record', member(parts, 'record'), validateRecord),
  ];
  return verdictOf([...frame.findings, ...inside.flat(), ...between(document)]);
}

function within(name: string, part: Json | undefined, validate: (part: Json) => Validation): RuleFinding[] {
  if (!isJsonObject(part)) return []; // the frame's type has said so
  return validate(part).findings.map((found) => ({ ...found, pointer: `/${name}${found.pointer}` }));
}

// The rules between the documents can only be asked where every document has its shape.
function between(document: Json): readonly RuleFinding[] {
  const answer = readDocument(negotiationAnswer, document).value;
  if (answer === undefined) return [];
  const negotiation = readDocument(capabilityNegotiation, answer.negotiation).value;
  const receipt = readDocument(decisionReceipt, answer.receipt).value;
  const recordIds = idsOf(answer.record);
  if (negotiation === undefined || receipt === undefined || recordIds.length === 0) return [];
  return applyRules(ANSWER_RULES, { answer, negotiation, receipt, recordIds });
}

function idsOf(record: Json): readonly string[] {
  if (!isRunShape(record)) {
    const event = readDocument(hostEvent, record).value;
    return event === undefined ? [] : [event.eventId];
  }
  const event = readDocument(runEvent, record).value;
  return event === undefined ? [] : [event.eventId, runEntryId(event.runId, event.sequence)];
}
