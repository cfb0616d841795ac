// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/core/error-codes.js';
import { LAYERS } from '../../src/core/layers.js';
import { readTree, tableAfter, withoutComments } from '../support/sources.js';

const CODE = new RegExp(`'((?:${LAYERS.map((layer) => layer.toUpperCase()).join('|')})_[A-Z0-9_]+)'`, 'g');

const literals = [...readTree('src', '.ts')]
  .filter(([path]) => !path.startsWith('src/core/codes'))
  .flatMap(([, text]) => [...withoutComments(text).matchAll(CODE)].map((match) => match[1] ?? ''));
const reasons = [...new Set(literals)].filter((code) => !Object.hasOwn(ERROR_CODES, code)).toSorted();

const page = readFileSync('docs/errors.md', 'utf8');
const documented = LAYERS.flatMap((layer) =>
  tableAfter(page, `### Reasons: \`${layer}\``).map((row) => ({ layer, row })),
);

describe('reasons that layers report', () => {
  it('are spelled out in the source, never put together', () => {
    const composed = [...readTree('src', '.ts')].filter(([, text]) =>
      /`[A-Z]+_(?:[A-Z_]+)?\$\{/.test(withoutComments(text)),
    );
    expect(composed.map(([path]) => path)).toEqual([]);
  });

  it('are listed in docs/errors.md, each once, and nothing else is', () => {
    const listed = documented.map(({ row }) => (row[0] ?? '').slice(1, -1));
    expect(listed.toSorted()).toEqual(reasons);
  });

  it('stand under their layer, with what they mean and where they stand', () => {
    for (const { layer, row } of documented) {
      const [code = '', status = '', meaning = '', action = ''] = row;
      expect(code.startsWith(`\`${layer.toUpperCase()}_`), code).toBe(true);
      expect(['passed', 'refused', 'either'], code).toContain(status);
      expect(meaning.length, code).toBeGreaterThan(20);
      // What refuses says what to do about it.
      if (status !== 'passed') expect(action, code).toMatch(/\.$/);
    }
  });

  it('are each expected by some test', () => {
    const tests = [...readTree('test', '.ts', '.json', '.txt').values()].join('\n');
    expect(reasons.filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
  });
});
