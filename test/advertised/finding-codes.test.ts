// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDING_CODES } from '../../src/advertised/finding-codes.js';

const docs = readFileSync(new URL('../../docs/cards.md', import.meta.url), 'utf8').replace(/ +/g, ' ');
const folder = new URL('./', import.meta.url);
const tests = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

describe('every finding', () => {
  it.each(Object.entries(FINDING_CODES))(
    '%s is documented as it is, and tested',
    (code, { severity, message }) => {
      expect(docs).toContain(`| \`${code}\` | ${severity} | ${message} |`);
      expect(tests).toContain(code);
    },
  );

  it('of the documentation exists', () => {
    for (const [, code] of docs.matchAll(/^\| `((?:card|mcp)\.[a-z-]+)` \|/gm))
      expect(Object.keys(FINDING_CODES)).toContain(code);
  });
});
