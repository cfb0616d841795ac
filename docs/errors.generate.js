// SPDX-License-Identifier: Apache-2.0
// Writes the tables of codes in docs/errors.md from the table in the source. Run `npm run build` first, then
// `node docs/errors.generate.js`. The text around the tables and the tables of reasons are written by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { ERROR_CODES } from '../dist/core/error-codes.js';

const PAGE = new URL('errors.md', import.meta.url);
const HEAD = ['code', 'what went wrong', 'what to do', 'may pass later'];

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|');
}

/** @param {string} layer */
function table(layer) {
  const rows = Object.entries(ERROR_CODES)
    .filter(([, entry]) => entry.layer === layer)
    .map(([code, entry]) => [
      `\`${code}\``,
      cell(entry.message),
      cell(entry.action),
      entry.retryable ? 'yes' : '',
    ]);
  if (rows.length === 0) return [];
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  return [line(HEAD), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}

const page = await readFile(PAGE, 'utf8');
const out = page.replace(/(### Codes: `(\w+)`\n)\n(?:\|.*\n)*\n*/g, (_, head, layer) => {
  const lines = table(layer);
  return [head, ...lines, ...(lines.length > 0 ? [''] : []), ''].join('\n');
});
await writeFile(PAGE, out);
