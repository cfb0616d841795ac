// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../core/json.js';
import { type Env, runOpa } from './opa.js';
import type { PolicySourceFolder } from './source.js';

/** Lines of one file that evaluations reached, and those they did not. */
export interface FileCoverage {
  readonly covered: ReadonlySet<number>;
  readonly missed: ReadonlySet<number>;
}

/** What `opa eval` answered to each input, and which lines it went through. */
export interface OpaAnswers {
  readonly answers: readonly (Json | undefined)[];
  readonly coverage: ReadonlyMap<string, FileCoverage>;
}

interface EvalOutput {
  readonly result?: readonly { readonly expressions: readonly { readonly value: Record<string, Json> }[] }[];
  readonly coverage?: { readonly files?: Record<string, CoverageRows> };
}

interface CoverageRows {
  readonly covered?: readonly Range[];
  readonly not_covered?: readonly Range[];
}

interface Range {
  readonly start: { readonly row: number };
  readonly end: { readonly row: number };
}

/** One question: an input over a data document. */
export interface Question {
  readonly input: JsonObject;
  readonly data: JsonObject;
}

/**
 * Evaluate questions with `opa eval` over the sources, as many as possible in one process.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_FAILED
 */
export async function evalWithOpa(
  opa: string,
  source: PolicySourceFolder,
  entrypoint: string,
  questions: readonly Question[],
  env: Env,
): Promise<OpaAnswers> {
  const answers = new Map<Question, Json>();
  let coverage: ReadonlyMap<string, FileCoverage> = new Map();
  for (const batch of batches(source, questions)) {
    const output = await evalBatch(opa, source, entrypoint, batch, env);
    const values = output.result?.[0]?.expressions[0]?.value ?? {};
    for (const [index, question] of batch.questions.entries()) {
      const answer = values[String(index)];
      if (answer !== undefined) answers.set(question, answer);
    }
    coverage = combine(coverage, readCoverage(output.coverage?.files ?? {}));
  }
  return { answers: questions.map((question) => answers.get(question)), coverage };
}

interface Batch {
  readonly questions: Question[];
  /** Members of the data that each question brings itself; otherwise one document is loaded for all. */
  readonly keys: readonly string[] | undefined;
}

function batches(source: PolicySourceFolder, questions: readonly Question[]): Iterable<Batch> {
  const roots = packageRoots(source);
  const found = new Map<string, Batch>();
  for (const question of questions) {
    const keys = Object.keys(question.data).sort();
    // `with data.x` would hide the rules of a package x as well, so such data is loaded from a file.
    const own = keys.every((key) => !roots.has(key));
    const name = JSON.stringify(own ? keys : question.data);
    const batch = found.get(name);
    if (batch === undefined) found.set(name, { questions: [question], keys: own ? keys : undefined });
    else batch.questions.push(question);
  }
  return found.values();
}

function packageRoots(source: PolicySourceFolder): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const [path, bytes] of source.files) {
    const name = path.endsWith('.rego')
      ? /^package\s+(\w+)/m.exec(Buffer.from(bytes).toString('utf8'))?.[1]
      : undefined;
    if (name !== undefined) roots.add(name);
  }
  return roots;
}

async function evalBatch(
  opa: string,
  source: PolicySourceFolder,
  entrypoint: string,
  batch: Batch,
  env: Env,
): Promise<EvalOutput> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-eval-'));
  try {
    const [dataFile, inputFile] = [join(scratch, 'data.json'), join(scratch, 'input.json')];
    await writeFile(dataFile, JSON.stringify(batch.keys === undefined ? batch.questions[0]?.data : {}));
    await writeFile(inputFile, JSON.stringify({ questions: batch.questions }));
    const names = (batch.keys ?? []).map((key) => JSON.stringify(key));
    // Through variables: `with input as each.input` asks with no input at all (measured on OPA 1.22).
    const variables = names.map((name, index) => `; d${index} := each.data[${name}]`).join('');
    const overlays = names.map((name, index) => ` with data[${name}] as d${index}`).join('');
    const rule = `data.${entrypoint.replaceAll('/', '.')} with input as asked${overlays}`;
    // An answer that is undefined has no entry, so a question cannot take the answer of another.
    const query = `{i: r | some i, each in input.questions; asked := each.input${variables}; r := ${rule}}`;
    const files = [...source.rego, dataFile].flatMap((file) => ['--data', file]);
    const args = ['eval', '--format', 'json', '--coverage', '--input', inputFile, ...files, query];
    return JSON.parse(await runOpa(opa, args, source.cwd, env)) as EvalOutput;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function combine(
  a: ReadonlyMap<string, FileCoverage>,
  b: ReadonlyMap<string, FileCoverage>,
): ReadonlyMap<string, FileCoverage> {
  const all = new Map(a);
  for (const [file, lines] of b) {
    const before = all.get(file);
    const covered = new Set([...(before?.covered ?? []), ...lines.covered]);
    const missed = [...(before?.missed ?? []), ...lines.missed].filter((row) => !covered.has(row));
    all.set(file, { covered, missed: new Set(missed) });
  }
  return all;
}

function readCoverage(files: Readonly<Record<string, CoverageRows>>): ReadonlyMap<string, FileCoverage> {
  return new Map(
    Object.entries(files).map(([file, { covered = [], not_covered: missed = [] }]) => [
      file,
      { covered: rows(covered), missed: rows(missed) },
    ]),
  );
}

function rows(ranges: readonly Range[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { start, end } of ranges) for (let row = start.row; row <= end.row; row += 1) found.add(row);
  return found;
}
