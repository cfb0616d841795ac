// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, round } from './row.js';

const EXAMPLE = 'examples/contract-review';

/** Row 6: the command line from nothing to its first answer, beside a bare start of node. */
export async function coldStart(): Promise<Row> {
  const place = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const negotiate = (index: number): string[] => [
    'dist/bin/parley.js',
    'negotiate',
    ...[
      '--card',
      `${EXAMPLE}/card.json`,
      '--request',
      `${EXAMPLE}/request.json`,
      '--data',
      `${EXAMPLE}/data.json`,
    ],
    ...['--evidence', join(place, `${index}.sqlite`), '--format', 'json'],
  ];
  const cli: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    bare.push(time(['-e', '0']));
    cli.push(time(negotiate(round)));
  }
  rmSync(place, { recursive: true, force: true });
  const best = Math.min(...cli);
  const median = cli.sort((a, b) => a - b)[Math.floor(cli.length / 2)] ?? best;
  const node = Math.min(...bare);
  return {
    row: 6,
    what: 'cold start of the command line to its first answer, evidence in a new SQLite file',
    budget: 'under 300 ms',
    measured: `best ${best.toFixed(0)} ms, median ${median.toFixed(0)} ms; a bare start of node is ${node.toFixed(0)} ms`,
    holds: median < 300,
    figures: {
      bestMilliseconds: round(best),
      medianMilliseconds: round(median),
      bareNodeMilliseconds: round(node),
    },
  };
}

function time(args: readonly string[]): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const taken = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`the command line answered ${status}: ${stderr}`);
  return taken;
}
