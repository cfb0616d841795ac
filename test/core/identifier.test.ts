// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeIdentifier, encodeIdentifier } from '../../src/core/identifier.js';
import { RUNS } from '../support/runs.js';

// Texts that meet the escapes: underscores, `x`, hex digits, and what needs escapes itself.
const tricky = fc.string({
  unit: fc.constantFrom('_', 'x', '_x', '5', 'F', 'f', '_x5F', ' ', '/', 'é', '😀', '\u0000'),
});
const anyText = fc.oneof(tricky, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const slashes = fc.boolean();

describe('encodeIdentifier', () => {
  it.each<readonly [string, string, string]>([
    ['client.agent.procurement', 'client.agent.procurement', 'client.agent.procurement'],
    ['did:web:a.example#key 1', 'did:web:a.example_x23key_x201', 'did:web:a.example_x23key_x201'],
    ['https://a.example/b', 'https://a.example/b', 'https:_x2F_x2Fa.example_x2Fb'],
    ['a_b', 'a_b', 'a_b'],
    ['a_x41', 'a_x5Fx41', 'a_x5Fx41'],
    ['_x_x', '_x5Fx_x5Fx', '_x5Fx_x5Fx'],
    ['__x', '__x5Fx', '__x5Fx'],
    ['é', '_xC3_xA9', '_xC3_xA9'],
    ['😀', '_xF0_x9F_x98_x80', '_xF0_x9F_x98_x80'],
    ['\ufeffa', '_xEF_xBB_xBFa', '_xEF_xBB_xBFa'],
    ['\u0000', '_x00', '_x00'],
    ['', '', ''],
  ])('writes %j', (text, withSlash, without) => {
    expect(encodeIdentifier(text)).toBe(withSlash);
    expect(encodeIdentifier(text, false)).toBe(without);
    expect(decodeIdentifier(withSlash)).toBe(text);
    expect(decodeIdentifier(without)).toBe(text);
  });

  it('is undone by decodeIdentifier', () => {
    fc.assert(
      fc.property(anyText, slashes, (text, slash) => {
        expect(decodeIdentifier(encodeIdentifier(text, slash))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it('stays within the alphabet of TSMM identifiers', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encodeIdentifier(text)).toMatch(/^[A-Za-z0-9._:/-]*$/);
        expect(encodeIdentifier(text, false)).toMatch(/^[A-Za-z0-9._:-]*$/);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives two texts two identifiers', () => {
    fc.assert(
      fc.property(tricky, tricky, slashes, (one, other, slash) => {
        fc.pre(one !== other);
        expect(encodeIdentifier(one, slash)).not.toBe(encodeIdentifier(other, slash));
      }),
      { numRuns: RUNS },
    );
  });

  it('leaves identifiers without a literal escape as they are', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcX019._:/-') });
    fc.assert(
      fc.property(plain, (text) => {
        expect(encodeIdentifier(text)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('decodeIdentifier leaves alone what encodeIdentifier never writes', () => {
  it.each(['a_b', '_x', '_x4', '_xg0', '_x4a', '_X41', 'x41', '__', '%41', 'a b', 'é'])('%j', (text) => {
    expect(decodeIdentifier(text)).toBe(text);
  });
});
