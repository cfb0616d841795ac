// SPDX-License-Identifier: Apache-2.0
import type { Rule } from './rules/rule.js';
import type { RuleFinding, Validation } from './types.js';

/** Apply rules in their order; each hit becomes a finding. */
export function applyRules<T>(rules: readonly Rule<T>[], document: T): readonly RuleFinding[] {
  return rules.flatMap((rule) =>
    Array.from(rule.check(document), (hit) => ({
      rule: rule.id,
      severity: hit.severity ?? 'error',
      pointer: hit.pointer,
      message: hit.message,
    })),
  );
}

/** The verdict of findings: warnings do not make a document invalid. */
export function verdictOf(findings: readonly RuleFinding[]): Validation {
  return { valid: findings.every((finding) => finding.severity !== 'error'), findings };
}
