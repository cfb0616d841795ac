// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeServes, parseMediaType } from '../../src/core/media-type.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { agreeModes } from '../../src/negotiated/internal/agree-modes.js';
import { OFFERED_MODES, REQUESTED_MODES } from '../support/generate.js';
import { RUNS } from '../support/runs.js';

type Row = readonly [
  name: string,
  requested: string[],
  offered: string[],
  accepted: string[],
  rejected: string[],
];

const ROWS: readonly Row[] = [
  ['the same type', ['text/plain'], ['text/plain'], ['text/plain'], []],
  ['the same type in other case, as requested', ['text/PLAIN'], ['TEXT/plain'], ['text/PLAIN'], []],
  ['no type in common', ['text/plain'], ['text/html'], [], ['text/plain']],
  ['nothing offered', ['text/plain'], [], [], ['text/plain']],
  ['nothing offered to a range', ['*/*'], [], [], ['*/*']],
  ['part of the request', ['a/b', 'c/d'], ['c/d'], ['c/d'], ['a/b']],
  ['more offered than requested', ['a/b'], ['a/b', 'c/d'], ['a/b'], []],
  ['an offer of any parameters', ['a/b;x=1'], ['a/b'], ['a/b;x=1'], []],
  ['an offer of other parameters', ['a/b;x=1'], ['a/b;x=2'], [], ['a/b;x=1']],
  ['an offer of more parameters', ['a/b'], ['a/b;x=2'], [], ['a/b']],
  [
    'a structured suffix, which is no subtype',
    ['application/json'],
    ['application/a+json'],
    [],
    ['application/json'],
  ],
  ['an offered range, which offers nothing', ['a/b'], ['a/*', '*/*'], [], ['a/b']],
  ['an offered range for a requested one', ['a/*'], ['a/*'], [], ['a/*']],
  ['an offer that is no media type', ['a/b'], ['a', 'a/b;x', ''], [], ['a/b']],
  ['a request with a parameter twice', ['a/b;x=1;x=1'], ['a/b'], [], ['a/b;x=1;x=1']],
];

const RANGES: readonly (readonly [
  string,
  string[],
  string[],
  string[],
  (readonly [string, string])[],
  string[],
])[] = [
  [
    'a range',
    ['a/*'],
    ['a/b', 'a/c', 'd/e'],
    ['a/b', 'a/c'],
    [
      ['a/b', 'a/*'],
      ['a/c', 'a/*'],
    ],
    [],
  ],
  ['a range of another type', ['x/*'], ['a/b'], [], [], ['x/*']],
  ['a range beside a named type', ['*/*', 'a/b'], ['a/b', 'c/d'], ['a/b', 'c/d'], [['c/d', '*/*']], []],
  [
    'the narrower of two ranges',
    ['*/*', 'a/*'],
    ['a/b', 'c/d'],
    ['a/b', 'c/d'],
    [
      ['a/b', 'a/*'],
      ['c/d', '*/*'],
    ],
    [],
  ],
  [
    'a range with parameters',
    ['a/*;x=1'],
    ['a/b;x=1', 'a/c;x=2', 'a/d'],
    ['a/b;x=1', 'a/d'],
    [
      ['a/b;x=1', 'a/*;x=1'],
      ['a/d', 'a/*;x=1'],
    ],
    [],
  ],
  ['a range that only a named type needs', ['a/b', 'a/*'], ['a/b'], ['a/b'], [], []],
  ['an offer listed twice', ['*/*'], ['a/b', 'a/b'], ['a/b'], [['a/b', '*/*']], []],
];

describe('agreeModes', () => {
  it.each(ROWS)('%s', (_, requested, offered, accepted, rejected) => {
    const terms = agreeModes(requested, offered, false);
    expect(terms).toEqual({ accepted, rejected, forRange: [], undeclared: false });
    // Where something is declared, it makes no difference whether undeclared modes would be granted.
    expect(agreeModes(requested, offered, true)).toEqual(terms);
  });

  it.each(RANGES)('%s', (_, requested, offered, accepted, grants, rejected) => {
    const forRange = grants.map(([mode, range]) => ({ mode, range }));
    expect(agreeModes(requested, offered, false)).toEqual({
      accepted,
      rejected,
      forRange,
      undeclared: false,
    });
  });

  it('serves nothing where the provider declares nothing', () => {
    expect(agreeModes(['a/b', '*/*'], UNDECLARED, false)).toEqual({
      accepted: [],
      rejected: ['a/b', '*/*'],
      forRange: [],
      undeclared: true,
    });
  });

  it('grants undeclared modes where told so, but only what is a media type', () => {
    expect(agreeModes(['a/b', '*/*', 'a/b;x=1;x=2', 'a'], UNDECLARED, true)).toEqual({
      accepted: ['a/b', '*/*'],
      rejected: ['a/b;x=1;x=2', 'a'],
      forRange: [],
      undeclared: true,
    });
  });
});

describe('laws of modes', () => {
  const requests = fc.uniqueArray(fc.constantFrom(...REQUESTED_MODES), { minLength: 1, maxLength: 6 });
  const offers = fc.uniqueArray(fc.constantFrom(...OFFERED_MODES), { maxLength: 6 });

  it('each requested mode is accepted, explains a grant, or is rejected; each accepted one is served', {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(requests, offers, (requested, offered) => {
        const { accepted, rejected, forRange } = agreeModes(requested, offered, false);
        const served = (text: string): boolean =>
          offered.some((offer) => {
            const [a, b] = [parseMediaType(offer), parseMediaType(text)];
            return a !== undefined && b !== undefined && mediaTypeServes(a, b);
          });
        for (const text of requested) {
          expect(rejected.includes(text)).toBe(!served(text));
          if (accepted.includes(text)) expect(rejected).not.toContain(text);
        }
        for (const text of accepted) {
          expect(served(text)).toBe(true);
          expect(requested.includes(text) || forRange.some((grant) => grant.mode === text)).toBe(true);
        }
        expect(new Set(accepted).size).toBe(accepted.length);
        for (const { mode, range } of forRange) {
          expect(offered).toContain(mode);
          expect(requested).toContain(range);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('a frozen list of offers, which is remembered, gives what a fresh one gives', () => {
    const frozen = OFFERED_MODES.map((_, index) => Object.freeze(OFFERED_MODES.slice(index)));
    fc.assert(
      fc.property(requests, fc.constantFrom(...frozen), (requested, offered) => {
        expect(agreeModes(requested, offered, false)).toEqual(agreeModes(requested, [...offered], false));
      }),
      { numRuns: 300 },
    );
  });

  it('a list that may still change is read again each time', () => {
    const offered = ['a/b'];
    expect(agreeModes(['a/b'], offered, false).accepted).toEqual(['a/b']);
    offered.pop();
    expect(agreeModes(['a/b'], offered, false).accepted).toEqual([]);
  });
});
