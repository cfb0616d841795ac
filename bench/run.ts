// SPDX-License-Identifier: Apache-2.0
// npm run bench [-- --row N] [--json]: every budget as a ratio of two things measured in one interleaved run.
import { MEASUREMENTS } from './measurements.js';
import { readRows, runRows } from './report.js';

const { rows, json } = readRows(process.argv.slice(2), [...MEASUREMENTS.keys()]);
const report = await runRows(rows, MEASUREMENTS, (text) => {
  if (!json) console.log(text);
});
if (json) console.log(JSON.stringify(report, null, 2));
