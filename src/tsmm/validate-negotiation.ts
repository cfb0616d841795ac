// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../core/json.js';
import { applyRules, verdictOf } from './apply-rules.js';
import { capabilityNegotiation } from './capability-negotiation.js';
import { readDocument } from './read-document.js';
import { EXTENSION_RULES } from './rules/negotiation-extensions.js';
import { MODE_RULES } from './rules/negotiation-modes.js';
import { OUTCOME_RULES } from './rules/negotiation-outcome.js';
import type { Rule } from './rules/rule.js';
import type { CapabilityNegotiation, Validation } from './types.js';

/** The rules that a negotiation record obeys by itself, in the order of their ids. */
export const NEGOTIATION_RULES: readonly Rule<CapabilityNegotiation>[] = [
  ...EXTENSION_RULES,
  ...MODE_RULES,
  ...OUTCOME_RULES,
].sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Validate a TSMM capability negotiation: its schema, and rules `TSMM-CN-01` to `TSMM-CN-17` (docs/validation.md).
 *
 * @example validateNegotiation(record).findings // [{ rule: 'TSMM-CN-07', severity: 'error', pointer: '/acceptedInputModes/0', .. }]
 */
export function validateNegotiation(document: Json): Validation {
  const { value, findings } = readDocument(capabilityNegotiation, document);
  if (value === undefined) return verdictOf(findings);
  return verdictOf([...findings, ...applyRules(NEGOTIATION_RULES, value)]);
}
