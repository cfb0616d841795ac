// SPDX-License-Identifier: Apache-2.0
import { type Module, walkExpression, walkTerm } from './lint/ast.js';
import { Program } from './lint/program.js';
import type { RunOutcome } from './run-cases.js';

/** How much of a policy its cases reach. */
export interface PolicyCoverage {
  /** Reason codes that no case saw, sorted. */
  readonly codesMissed: readonly string[];
  readonly codes: number;
  /** Rules that no case went through, by name. */
  readonly rulesMissed: readonly string[];
  readonly rules: number;
}

// A reason code as the pack writes them: `grant.tenant-missing`.
const CODE = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;

/** Reason codes that a policy can give: strings in its sources that have the form of one. */
export function reasonCodes(modules: readonly Module[]): readonly string[] {
  const codes = new Set<string>();
  for (const definition of new Program(modules).all()) {
    const heads = [definition.value, definition.key].filter((each) => each !== undefined);
    const terms = [
      ...heads.flatMap((each) => [...walkTerm(each)]),
      ...definition.body.flatMap((each) => [...walkExpression(each)]),
    ];
    for (const term of terms) {
      if (term.type === 'string' && CODE.test(String(term.value))) codes.add(String(term.value));
    }
  }
  return [...codes].sort();
}

/**
 * What the cases of a run did not reach. `unreachable` are codes that no input can produce; one of them that a case
 * does see is a mistake in the list, and counts as missed.
 */
export function coverageOf(
  modules: readonly Module[],
  run: RunOutcome,
  unreachable: readonly string[] = [],
): PolicyCoverage {
  const codes = reasonCodes(modules).filter((code) => !unreachable.includes(code));
  const seen = new Set(run.outcomes.flatMap((outcome) => outcome.codes));
  const rules = new Map<string, boolean>();
  for (const definition of new Program(modules).all()) {
    if (definition.isDefault) continue;
    const { file, row } = definition.location;
    const lines = run.coverage.get(file);
    if (lines === undefined) continue;
    rules.set(definition.rule, rules.get(definition.rule) === true || lines.covered.has(row));
  }
  return {
    codesMissed: [
      ...codes.filter((code) => !seen.has(code)),
      ...unreachable.filter((code) => seen.has(code)),
    ],
    codes: codes.length,
    rulesMissed: [...rules].filter(([, covered]) => !covered).map(([rule]) => rule.replace(/^data\./, '')),
    rules: rules.size,
  };
}
