// SPDX-License-Identifier: Apache-2.0
// Writes the table of findings in docs/cards.md from the table in the source. Run `npm run build` first, then
// `node docs/cards.generate.js`. Everything else on the page is written by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { FINDING_CODES } from '../dist/advertised/finding-codes.js';

const PAGE = new URL('cards.md', import.meta.url);
const HEAD = ['code', 'severity', 'meaning'];

const rows = Object.entries(FINDING_CODES).map(([code, { severity, message }]) => [
  `\`${code}\``,
  severity,
  message.replaceAll('|', '\\|'),
]);
const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
const line = (cells) => `| ${cells.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
const table = [line(HEAD), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];

const page = await readFile(PAGE, 'utf8');
const start = page.indexOf('| code', page.indexOf('\n## Findings\n'));
await writeFile(PAGE, `${page.slice(0, start)}${table.join('\n')}\n`);
