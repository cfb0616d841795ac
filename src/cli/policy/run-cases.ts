// SPDX-License-Identifier: Apache-2.0
import type { Bundle } from '../../adapters/bundle/index.js';
import { toJcs } from '../../advertised/profiles/jcs.js';
import { GovernanceError } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import type { PolicyCase } from './cases.js';
import { evalWithOpa, type FileCoverage } from './eval-with-opa.js';
import { codesOf, judgeCase, sameAnswer } from './judge-case.js';
import { decisionEntrypoint, loadBundle } from './load-bundle.js';
import { mergePatch } from './merge-patch.js';
import type { Env } from './opa.js';
import type { PolicySourceFolder } from './source.js';

/** How one case went. */
export interface CaseOutcome {
  readonly of: PolicyCase;
  /** One line each; none where the case passed. */
  readonly failures: readonly string[];
  readonly codes: readonly string[];
  readonly milliseconds: number;
}

/** How all of them went. */
export interface RunOutcome {
  readonly outcomes: readonly CaseOutcome[];
  /** Lines of the sources that the cases reached; empty where `opa` was not asked. */
  readonly coverage: ReadonlyMap<string, FileCoverage>;
}

/** Ask `opa eval` the same. */
export interface OpaSide {
  readonly opa: string;
  readonly source: PolicySourceFolder;
  readonly env: Env;
}

/**
 * Run cases on the module of a bundle, and where `opa` is given on the sources as well: any difference between the
 * two fails the case. `now` gives milliseconds.
 */
export async function runCases(
  bundle: Bundle,
  cases: readonly PolicyCase[],
  side: OpaSide | undefined,
  now: () => number,
): Promise<RunOutcome> {
  const outcomes = new Map<PolicyCase, CaseOutcome>();
  const answers = new Map<PolicyCase, Json | undefined>();
  for (const group of groups(cases, bundle)) {
    const policy = await loadBundle(bundle, group.data);
    for (const each of group.cases) {
      const start = now();
      const [answer, thrown] = await ask(() => policy.evaluate(group.entrypoint, each.input));
      answers.set(each, answer);
      const failures = thrown === undefined ? judgeCase(each.expect, answer) : [thrown];
      outcomes.set(each, { of: each, failures, codes: codesOf(answer), milliseconds: now() - start });
    }
    await policy.close();
  }
  const coverage = side === undefined ? new Map() : await compare(bundle, cases, side, answers, outcomes);
  return { outcomes: cases.flatMap((each) => outcomes.get(each) ?? []), coverage };
}

/** Ask `opa eval` every case, and fail those that it answers differently. */
async function compare(
  bundle: Bundle,
  cases: readonly PolicyCase[],
  side: OpaSide,
  answers: ReadonlyMap<PolicyCase, Json | undefined>,
  outcomes: Map<PolicyCase, CaseOutcome>,
): Promise<ReadonlyMap<string, FileCoverage>> {
  const coverage = new Map<string, FileCoverage>();
  const entrypoints = new Set(cases.map((each) => entrypointOf(each, bundle)));
  for (const entrypoint of entrypoints) {
    const asked = cases.filter((each) => entrypointOf(each, bundle) === entrypoint);
    const questions = asked.map((each) => ({ input: each.input, data: dataOf(each, bundle) }));
    const theirs = await evalWithOpa(side.opa, side.source, entrypoint, questions, side.env);
    for (const [index, each] of asked.entries()) {
      addDifference(outcomes, each, answers.get(each), theirs.answers[index]);
    }
    for (const [file, lines] of theirs.coverage) coverage.set(file, combine(coverage.get(file), lines));
  }
  return coverage;
}

function entrypointOf(each: PolicyCase, bundle: Bundle): string {
  return each.entrypoint ?? decisionEntrypoint(bundle.entrypoints);
}

function dataOf(each: PolicyCase, bundle: Bundle): JsonObject {
  const data = mergePatch(bundle.data, each.data);
  return isJsonObject(data) ? data : {};
}

interface Group {
  readonly entrypoint: string;
  readonly data: JsonObject;
  readonly cases: PolicyCase[];
}

/** Cases of one entrypoint over one data document go together: one load of the module. */
function groups(cases: readonly PolicyCase[], bundle: Bundle): Iterable<Group> {
  const byKey = new Map<string, Group>();
  for (const each of cases) {
    const entrypoint = entrypointOf(each, bundle);
    const key = `${entrypoint} ${toJcs(each.data)}`;
    const group = byKey.get(key);
    if (group !== undefined) group.cases.push(each);
    else byKey.set(key, { entrypoint, data: dataOf(each, bundle), cases: [each] });
  }
  return byKey.values();
}

/** An answer, or the line that says why there is none. An undefined answer is none. */
async function ask(
  run: () => Json | Promise<Json>,
): Promise<readonly [Json | undefined, string | undefined]> {
  try {
    return [await run(), undefined];
  } catch (error) {
    if (error instanceof GovernanceError) return [undefined, `${error.code}: ${error.message}`];
    throw error;
  }
}

function addDifference(
  outcomes: Map<PolicyCase, CaseOutcome>,
  each: PolicyCase,
  ours: Json | undefined,
  theirs: Json | undefined,
): void {
  const outcome = outcomes.get(each);
  if (outcome === undefined || sameAnswer(ours, theirs)) return;
  const [left, right] = [ours, theirs].map((answer) => toJcs(answer ?? null));
  const difference = `the module answers ${left}, opa eval ${right}`;
  outcomes.set(each, { ...outcome, failures: [...outcome.failures, difference] });
}

function combine(a: FileCoverage | undefined, b: FileCoverage): FileCoverage {
  const covered = new Set([...(a?.covered ?? []), ...b.covered]);
  const missed = [...(a?.missed ?? []), ...b.missed].filter((row) => !covered.has(row));
  return { covered, missed: new Set(missed) };
}
