// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../core/json.js';
import { applyRules, verdictOf } from './apply-rules.js';
import { authorizationCheckpoint } from './authorization-checkpoint.js';
import { readDocument } from './read-document.js';
import { CHECKPOINT_RULES } from './rules/checkpoint.js';
import type { Validation } from './types.js';

/** Validate a TSMM authorization checkpoint: its schema, and rules `TSMM-AC-01` to `-03` (docs/validation.md). */
export function validateCheckpoint(document: Json): Validation {
  const { value, findings } = readDocument(authorizationCheckpoint, document);
  if (value === undefined) return verdictOf(findings);
  return verdictOf([...findings, ...applyRules(CHECKPOINT_RULES, value)]);
}
