// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../core/json.js';
import { applyRules, verdictOf } from './apply-rules.js';
import { decisionReceipt } from './decision-receipt.js';
import { readDocument } from './read-document.js';
import { RECEIPT_RULES } from './rules/receipt.js';
import type { Validation } from './types.js';

/** Validate a TSMM decision receipt: its schema, and rules `TSMM-DR-01` to `TSMM-DR-09` (docs/validation.md). */
export function validateReceipt(document: Json): Validation {
  const { value, findings } = readDocument(decisionReceipt, document);
  if (value === undefined) return verdictOf(findings);
  return verdictOf([...findings, ...applyRules(RECEIPT_RULES, value)]);
}
