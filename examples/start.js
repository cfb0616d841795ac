// SPDX-License-Identifier: Apache-2.0
// `npm start`: one governed negotiation over real files, printed for a person, with its evidence on disk.
import { fileURLToPath } from 'node:url';
import { processIo } from '../dist/cli/process-io.js';
import { run } from '../dist/cli/run.js';

const example = (file) => fileURLToPath(new URL(`contract-review/${file}`, import.meta.url));
const negotiate = (evidence) => [
  'negotiate',
  ...['--card', example('card.json')],
  ...['--request', example('request.json')],
  ...['--data', example('data.json')],
  ...['--evidence', evidence],
];

const io = processIo();
const file = 'parley.evidence.sqlite';
let missing = false;
const quiet = {
  ...io,
  err(text) {
    missing ||= text.startsWith('EVIDENCED_SQLITE_UNAVAILABLE');
    if (!missing) io.err(text);
  },
};
let code = await run(negotiate(file), quiet);
if (missing) {
  io.out(
    'note: no SQLite can be loaded by this Node, so the evidence of this run is kept in memory only\n\n',
  );
  code = await run(negotiate(':memory:'), io);
} else if (code === 0) {
  io.out(`\nThe evidence is in ${file}; check it with: npx parley evidence verify ${file}\n`);
}
process.exitCode = code;
