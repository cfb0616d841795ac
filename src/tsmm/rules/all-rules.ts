// SPDX-License-Identifier: Apache-2.0
import { NEGOTIATION_RULES } from '../validate-negotiation.js';
import { ANSWER_RULES } from './answer.js';
import { CHECKPOINT_RULES } from './checkpoint.js';
import { RECEIPT_RULES } from './receipt.js';
import { RECORD_RULES } from './record.js';
import type { RuleRow } from './rule.js';

/** Every semantic rule, as docs/validation.md lists them. */
export const ALL_RULES: readonly RuleRow[] = [
  ...NEGOTIATION_RULES,
  ...ANSWER_RULES,
  ...RECEIPT_RULES,
  ...CHECKPOINT_RULES,
  ...RECORD_RULES,
].map(({ id, clause, meaning }) => ({ id, clause, meaning }));
