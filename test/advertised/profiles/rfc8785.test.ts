// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJcs, toJcs } from '../../../src/advertised/profiles/jcs.js';
import type { Json } from '../../../src/core/json.js';
import { RUNS } from '../../support/runs.js';

// RFC 8785 appendix B: IEEE 754 bits and the text they must have.
const NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('RFC 8785', () => {
  it.each(NUMBERS)('appendix B: %s is %s', (bits, text) => {
    expect(toJcs(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'appendix B: %s is refused',
    (number) => {
      expect(() => toJcs(number)).toThrow(
        expect.objectContaining({ code: 'ADVERTISED_PROFILE_INAPPLICABLE' }),
      );
    },
  );

  it('section 3.2.2: the sample', () => {
    const input = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(toJcs(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('section 3.2.3: keys sort by UTF-16 code units', () => {
    const input = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(toJcs(input)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
        '"\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it.each([
    ['"\\ud800"', '\ud800'],
    ['"\\udc00x"', '\udc00x'],
    ['behind an escaped backslash', '\\ud\udc00'],
  ])('a lone surrogate is refused: %s', (_name, text) => {
    expect(() => toJcs({ [text]: 1 })).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_PROFILE_INAPPLICABLE' }),
    );
  });

  it('takes a backslash that stands before `ud` for what it is', () => {
    expect(toJcs({ '\\ud800': '\\ud' })).toBe('{"\\\\ud800":"\\\\ud"}');
  });

  it('escapes what must be escaped and nothing else', () => {
    expect(toJcs('\u0000\u0008\t\n\f\r"\\/\u007f\u2028<')).toBe(
      '"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028<"',
    );
  });

  it('is what `canonicalize` writes, for every value', () => {
    const key = fc.oneof(
      fc.constantFrom(
        '__proto__',
        'toJSON',
        'length',
        '0',
        '10',
        '9',
        '1a',
        '',
        '\\ud800',
        '😀',
        '\ue000',
        'a',
        'A',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const value = fc.jsonValue({ stringUnit: 'grapheme' }) as fc.Arbitrary<Json>;
    const object = fc
      .dictionary(key, fc.oneof(value, fc.dictionary(key, value)), { noNullPrototype: true })
      .map((members) => JSON.parse(JSON.stringify(members)) as Json);
    fc.assert(
      fc.property(fc.oneof(value, object), (input) => {
        expect(toJcs(input)).toBe(canonicalize(input));
        expect(encodeJcs(input)).toBe(Buffer.from(toJcs(input)).toString('base64url'));
        expect(JSON.parse(toJcs(input))).toEqual(JSON.parse(JSON.stringify(input)));
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });

  it('sorts as `canonicalize` does, however many names there are and in whatever order they come', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 400 });
    fc.assert(
      fc.property(names, (keys) => {
        const input = Object.fromEntries(keys.map((key, index) => [key, index]));
        expect(toJcs(input)).toBe(canonicalize(input));
      }),
      { numRuns: Math.min(RUNS, 2_000) },
    );
  });

  it('sorts names that are integers as text, and keeps `__proto__`', () => {
    const input = JSON.parse('{"b":1,"9":2,"10":{"x":1,"2":2,"1":3},"__proto__":{"z":0,"a":1}}');
    expect(toJcs(input)).toBe('{"10":{"1":3,"2":2,"x":1},"9":2,"__proto__":{"a":1,"z":0},"b":1}');
  });

  it.each<readonly [string, Json]>([
    ['ASCII', 'a'.repeat(70_000)],
    ['three bytes each', '\u20ac'.repeat(70_000)],
    ['escapes', '\u0001'.repeat(30_000)],
    ['escapes behind a long start', `${'a'.repeat(65_520)}"${'\u20ac'.repeat(9)}`],
    ['a list', Array.from({ length: 30_000 }, (_, index) => index % 2 === 0)],
    ['brackets', JSON.parse(`${'['.repeat(900)}${'[],'.repeat(40_000)}[]${']'.repeat(900)}`)],
    ['members', Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, index / 7]))],
  ])('writes more than fits at first: %s', (_, value) => {
    for (const input of [value, [value, value, 'end'], { a: value, z: 'end' }]) {
      const text = canonicalize(input) ?? '';
      expect(toJcs(input) === text).toBe(true);
      expect(Buffer.from(encodeJcs(input), 'base64url').toString() === text).toBe(true);
    }
  });

  it.each([
    ['a lone surrogate', ['x'.repeat(100), '\ud800']],
    ['a number that is not finite', { a: { b: Number.NaN } }],
  ])('what is refused leaves nothing behind: %s', (_, value) => {
    for (const write of [toJcs, encodeJcs])
      expect(() => write(value)).toThrow(
        expect.objectContaining({ code: 'ADVERTISED_PROFILE_INAPPLICABLE' }),
      );
    expect(toJcs({ b: 1, a: [] })).toBe('{"a":[],"b":1}');
  });

  it('leaves out what is `undefined`, as `canonicalize` does', () => {
    const value = { b: 1, a: undefined, c: [undefined] } as unknown as Json;
    expect(toJcs(value)).toBe(canonicalize(value));
  });
});
