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

/**
 * Evaluate inputs with `opa eval` over the sources and one data document, all in one process.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_FAILED
 */
export async function evalWithOpa(
  opa: string,
  source: PolicySourceFolder,
  entrypoint: string,
  data: JsonObject,
  inputs: readonly JsonObject[],
  env: Env,
): Promise<OpaAnswers> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-eval-'));
  try {
    const [dataFile, inputFile] = [join(scratch, 'data.json'), join(scratch, 'input.json')];
    await writeFile(dataFile, JSON.stringify(data));
    await writeFile(inputFile, JSON.stringify({ inputs }));
    const rule = `data.${entrypoint.replaceAll('/', '.')}`;
    // An answer that is undefined has no entry, so a case cannot take the answer of another.
    const query = `{sprintf("%d", [i]): r | some i, each in input.inputs; r := ${rule} with input as each}`;
    const files = [...source.rego, dataFile].flatMap((file) => ['--data', file]);
    const args = ['eval', '--format', 'json', '--coverage', '--input', inputFile, ...files, query];
    const output = JSON.parse(await runOpa(opa, args, source.cwd, env)) as EvalOutput;
    const answers = output.result?.[0]?.expressions[0]?.value ?? {};
    return {
      answers: inputs.map((_, index) => answers[String(index)]),
      coverage: readCoverage(output.coverage?.files ?? {}),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
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
