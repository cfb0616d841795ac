// SPDX-License-Identifier: Apache-2.0
import { readBundle } from '../../adapters/bundle/index.js';
import type { JsonObject } from '../../core/json.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { readCases } from './cases.js';
import { decisionEntrypoint, loadBundle } from './load-bundle.js';
import { PACK } from './source.js';

/** Flags of `parley policy bench`. */
export interface BenchFlags {
  readonly cases?: string;
  readonly seconds: string;
  readonly format: 'text' | 'json';
}

/** Times of one thing, in microseconds. */
interface Times {
  readonly best: number;
  readonly p50: number;
  readonly p99: number;
  readonly runs: number;
}

/**
 * Time a bundle: loading it, and deciding over the inputs of cases. Beside the decision stands what it costs to
 * write the same inputs as JSON, measured in the same run, because a ratio travels between machines and a time
 * does not.
 */
export async function benchPolicy(path: string | undefined, flags: BenchFlags, io: CliIo): Promise<ExitCode> {
  const bundle = await readBundle(path ?? PACK.bundle, { verification: 'skip' });
  const budget = Number(flags.seconds) * 1000;
  const decide = decisionEntrypoint(bundle.entrypoints);
  const book = await readCases([flags.cases ?? PACK.cases]);
  const cases = book.cases.filter((each) => (each.entrypoint ?? decide) === decide);
  const inputs = cases.map((each) => each.input);
  const load: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    await (await loadBundle(bundle)).close();
    load.push(performance.now() - start);
  }
  const policy = await loadBundle(bundle);
  const evaluate = await timed(inputs, budget / 2, (input) => policy.evaluate(decide, input));
  const stringify = await timed(inputs, budget / 2, (input) => JSON.stringify(input));
  await policy.close();
  const ratio = Number((evaluate.p50 / stringify.p50).toFixed(1));
  const report = {
    entrypoint: decide,
    inputs: inputs.length,
    loadMilliseconds: round(Math.min(...load)),
    evaluate,
    stringify,
    ratio,
  };
  if (flags.format === 'json') io.out(`${JSON.stringify(report)}\n`);
  else {
    io.out(`load       ${report.loadMilliseconds} ms, the best of ${load.length}\n`);
    io.out(`evaluate   ${line(evaluate)}\nstringify  ${line(stringify)}\nratio      ${ratio} (p50 to p50)\n`);
  }
  return EXIT.yes;
}

async function timed(
  inputs: readonly JsonObject[],
  budget: number,
  run: (input: JsonObject) => unknown,
): Promise<Times> {
  const times: number[] = [];
  const end = performance.now() + budget;
  while (performance.now() < end || times.length < inputs.length) {
    for (const input of inputs) {
      const start = performance.now();
      await run(input);
      times.push((performance.now() - start) * 1000);
    }
  }
  times.sort((a, b) => a - b);
  const at = (part: number): number => round(times[Math.floor((times.length - 1) * part)] ?? 0);
  return { best: at(0), p50: at(0.5), p99: at(0.99), runs: times.length };
}

function line({ best, p50, p99, runs }: Times): string {
  return `best ${best} µs, p50 ${p50} µs, p99 ${p99} µs over ${runs} runs`;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
