// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode, type ErrorEntry } from '../../src/core/error-codes.js';
import { LAYERS } from '../../src/core/layers.js';
import { readTree, tableAfter, withoutComments } from '../support/sources.js';

const TABLE = Object.entries(ERROR_CODES) as [ErrorCode, ErrorEntry][];
const PARTS = ['core', ...LAYERS, 'tsmm', 'openwop'];

describe('the table of codes', () => {
  it('names each code after its part, in upper case', () => {
    const wrong = TABLE.filter(
      ([code, { layer }]) =>
        !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(code) || !code.startsWith(`${layer.toUpperCase()}_`),
    );
    expect(wrong.map(([code]) => code)).toEqual([]);
  });

  it('writes each row once', () => {
    const rows = [...readTree('src/core/codes', '.ts').values()].flatMap((source) =>
      [...source.matchAll(/^ {2}([A-Z0-9_]+): \{/gm)].map((match) => match[1]),
    );
    expect(rows.toSorted()).toEqual(TABLE.map(([code]) => code).toSorted());
  });

  it('says what happened and what to do, in lower case and without a full stop', () => {
    const wrong = TABLE.filter(([, { message, action }]) =>
      [message, action].some(
        (text) => (!/^(?:[a-z`-]|RSA|SQLite)/.test(text) && !/^an? /.test(text)) || /[.\n]$/.test(text),
      ),
    );
    expect(wrong.map(([code]) => code)).toEqual([]);
  });

  it('puts no code into a part that docs/errors.md has no heading for', () => {
    expect(TABLE.filter(([, { layer }]) => !PARTS.includes(layer))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const page = readFileSync('docs/errors.md', 'utf8');

  // `npm run build && node docs/errors.generate.js` writes these tables.
  it.each(PARTS)('lists the codes of %s as the table has them', (part) => {
    const expected = TABLE.filter(([, { layer }]) => layer === part).map(
      ([code, { message, action, retryable }]) => [`\`${code}\``, message, action, retryable ? 'yes' : ''],
    );
    expect(tableAfter(page, `### Codes: \`${part}\``)).toEqual(expected);
  });

  it('has no other table of codes', () => {
    const headings = [...page.matchAll(/^### Codes: `(.*)`$/gm)].map((match) => match[1]);
    expect(headings).toEqual(PARTS);
  });
});

describe('every code is alive', () => {
  const sources = [...readTree('src', '.ts')]
    .filter(([path]) => !path.startsWith('src/core/codes'))
    .map(([, text]) => withoutComments(text))
    .join('\n');
  const tests = [...readTree('test', '.ts', '.json', '.txt')]
    .filter(([path]) => path !== 'test/core/error-codes.test.ts')
    .map(([, text]) => text)
    .join('\n');
  const names = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+/g));

  it('is used somewhere in the source', () => {
    const used = names(sources);
    expect(TABLE.map(([code]) => code).filter((code) => !used.has(code))).toEqual([]);
  });

  it('is expected by some test', () => {
    const expected = names(tests);
    expect(TABLE.map(([code]) => code).filter((code) => !expected.has(code))).toEqual([]);
  });
});
