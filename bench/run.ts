// SPDX-License-Identifier: Apache-2.0
// npm run bench [-- --json]: every budget as a ratio of two things measured in one interleaved run.
import { cpus, loadavg } from 'node:os';
import { coldStart } from './cold-start.js';
import type { Row } from './row.js';
import { warmNegotiation } from './warm-negotiation.js';

const measurements: readonly (() => Promise<Row>)[] = [warmNegotiation, coldStart];

const load = loadavg()[0] ?? 0;
const rows: Row[] = [];
for (const measure of measurements) rows.push(await measure());

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load };
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ machine, rows }, null, 2));
} else {
  console.log(
    `node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${load.toFixed(2)} at the start`,
  );
  for (const row of rows) {
    console.log(`\n${row.row}. ${row.what}\n   budget    ${row.budget}\n   measured  ${row.measured}`);
    console.log(`   ${row.holds ? 'holds' : 'DOES NOT HOLD'}`);
  }
}
