// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../../../core/json.js';
import type { Module } from './ast.js';
import { lintBuiltins } from './builtins.js';
import { annotatedEntrypoints, lintEntrypoints } from './entrypoints.js';
import type { PolicyFinding } from './finding.js';
import { lintGrants } from './grants.js';
import { Program } from './program.js';
import { lintScans } from './scans.js';
import { lintUndefinedInput } from './undefined-input.js';

export type { Module } from './ast.js';
export type { PolicyFinding } from './finding.js';
export { parseModules } from './parse-modules.js';

/** What the lints look at. */
export interface LintSubject {
  readonly modules: readonly Module[];
  readonly data: JsonObject;
  /** What findings about the data name. */
  readonly dataFile: string;
  /** Names of the builtins that may be used; absent, any may. */
  readonly builtins?: ReadonlySet<string>;
  /** Entrypoints beside those that METADATA names. */
  readonly entrypoints?: readonly string[];
}

/** Every lint of this engine over one policy, in the order of files and rows. */
export function lintPolicy(subject: LintSubject): readonly PolicyFinding[] {
  const program = new Program(subject.modules);
  const entrypoints = [...new Set([...annotatedEntrypoints(program), ...(subject.entrypoints ?? [])])];
  const findings = [
    ...lintUndefinedInput(program),
    ...lintEntrypoints(program, entrypoints),
    ...(subject.builtins === undefined ? [] : lintBuiltins(program, subject.builtins)),
    ...lintScans(program),
    ...lintGrants(subject.data, subject.dataFile),
  ];
  const unique = new Map(
    findings.map((each) => [`${each.code} ${each.file}:${each.row} ${each.message}`, each]),
  );
  return [...unique.values()].sort((a, b) => (a.file === b.file ? a.row - b.row : a.file < b.file ? -1 : 1));
}
