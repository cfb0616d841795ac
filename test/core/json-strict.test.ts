// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GovernanceError } from '../../src/core/errors.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { findFault } from '../../src/core/json-strict/find-fault.js';
import { boundedLimits } from '../../src/core/json-strict/limits.js';
import { parseStrict } from '../../src/core/json-strict/parse-strict.js';
import { RUNS } from '../support/runs.js';

// Milliseconds: a deep run makes a hundred times as many cases.
const LONG = 600_000;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function refusal(
  bytes: Uint8Array,
  limits?: Parameters<typeof parseStrict>[1],
): [string, string | undefined] {
  try {
    parseStrict(bytes, limits);
  } catch (error) {
    if (error instanceof GovernanceError) return [error.code, error.pointer];
    throw error;
  }
  return ['accepted', undefined];
}

function nested(depth: number, inside = '1'): string {
  return `${'{"a":'.repeat(depth)}${inside}${'}'.repeat(depth)}`;
}

describe('parseStrict accepts what JSON.parse reads in only one way', () => {
  it.each([
    '{}',
    ' \t\r\n{ "a" : [ ] } \n',
    '{"a":0.1,"b":-0,"c":1.0,"d":1e21,"e":5e-324,"f":9007199254740991,"g":100000000000000000000}',
    '{"a":1.7976931348623157e308,"b":0e999999999999,"c":-0.0e-5,"d":9007199254740992,"e":0.10}',
    '{"a":1e290,"b":-1E-290,"c":99999999e290,"d":1e+300,"e":1e-307,"f":0.00000001e-290,"g":1e0290}',
    '{"a":"\\u0041\\"\\\\\\ud83d\\ude00\\n","\\ud83d\\ude00":1}',
    '{"constructor":{"prototype":1},"hasOwnProperty":2,"toString":null,"":[[],{}]}',
    '{"signatures":true,"Café":"\u{1f600}\u2028","__proto":1,"proto__":2}',
    '{"a":"x:y,{\\"b\\":1}","b":"\\\\"}',
    nested(64),
  ])('%s', (text) => {
    expect(parseStrict(utf8(text))).toEqual(JSON.parse(text));
  });

  it('freezes the document all the way down', () => {
    const value = parseStrict(utf8('{"a":[{"b":[1]}]}')) as { a: { b: Json[] }[] };
    expect(Object.isFrozen(value)).toBe(true);
    expect(Object.isFrozen(value.a)).toBe(true);
    expect(Object.isFrozen(value.a[0])).toBe(true);
    expect(Object.isFrozen(value.a[0]?.b)).toBe(true);
  });

  it(
    'law: gives what JSON.parse gives, for every object',
    () => {
      fc.assert(
        fc.property(
          fc.dictionary(
            fc.string({ unit: 'grapheme' }),
            fc.jsonValue({ maxDepth: 5, noUnicodeString: false }),
          ),
          fc.constantFrom(undefined, 1, '\t'),
          (object, space) => {
            fc.pre(!JSON.stringify(object).includes('__proto__'));
            const text = JSON.stringify(object, null, space);
            fc.pre(text.isWellFormed() && !/\\ud[89a-f]/.test(text));
            expect(parseStrict(utf8(text))).toEqual(JSON.parse(text));
          },
        ),
        { numRuns: RUNS },
      );
    },
    LONG,
  );
});

describe('parseStrict refuses, with code and pointer', () => {
  it.each([
    ['an empty document', '', 'ADVERTISED_JSON_MALFORMED', ''],
    ['white space alone', '  \n', 'ADVERTISED_JSON_MALFORMED', ''],
    ['a cut document', '{"a":{"b":[1,', 'ADVERTISED_JSON_MALFORMED', '/a/b/1'],
    ['a comma too many', '{"a":[1,]}', 'ADVERTISED_JSON_MALFORMED', '/a/1'],
    ['a comma before the end', '{"a":1,}', 'ADVERTISED_JSON_MALFORMED', ''],
    ['a missing colon', '{"a":{"b" 1}}', 'ADVERTISED_JSON_MALFORMED', '/a/b'],
    ['a missing comma', '{"a":[1 2]}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['single quotes', "{'a':1}", 'ADVERTISED_JSON_MALFORMED', ''],
    ['a comment', '{"a":1/* */}', 'ADVERTISED_JSON_MALFORMED', ''],
    ['text behind the document', '{"a":1} {}', 'ADVERTISED_JSON_MALFORMED', ''],
    ['a leading zero', '{"a":01}', 'ADVERTISED_JSON_MALFORMED', ''],
    ['a plus sign', '{"a":+1}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['a bare point', '{"a":.5}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['NaN', '{"a":NaN}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['a raw control character', '{"a":"\u0001"}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['an unknown escape', '{"a":["\\x41"]}', 'ADVERTISED_JSON_MALFORMED', '/a/0'],
    ['a short escape', '{"a":"\\u12"}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['a no-break space between tokens', '{"a":\u00a01}', 'ADVERTISED_JSON_MALFORMED', '/a'],
    ['an array', '[{"a":1}]', 'ADVERTISED_JSON_NOT_AN_OBJECT', ''],
    ['a string', '"{}"', 'ADVERTISED_JSON_NOT_AN_OBJECT', ''],
    ['null', 'null', 'ADVERTISED_JSON_NOT_AN_OBJECT', ''],
    ['a duplicate key', '{"a":1,"b":{"c":1,"c":1}}', 'ADVERTISED_JSON_DUPLICATE_KEY', '/b/c'],
    [
      'a duplicate key, escaped',
      '{"a":[{"a/b":1,"a\\u002fb":2}]}',
      'ADVERTISED_JSON_DUPLICATE_KEY',
      '/a/0/a~1b',
    ],
    ['a duplicate empty key', '{"":1,"":2}', 'ADVERTISED_JSON_DUPLICATE_KEY', '/'],
    [
      'a __proto__ key',
      '{"a":{"__proto__":{"streaming":true}}}',
      'ADVERTISED_JSON_PROTO_KEY',
      '/a/__proto__',
    ],
    ['a __proto__ key, escaped', '{"\\u005f_proto__":1}', 'ADVERTISED_JSON_PROTO_KEY', '/__proto__'],
    ['a __proto__ key twice', '{"__proto__":1,"__proto__":1}', 'ADVERTISED_JSON_PROTO_KEY', '/__proto__'],
    ['a lone high surrogate', '{"a":["\\ud83d"]}', 'ADVERTISED_JSON_LONE_SURROGATE', '/a/0'],
    ['a lone low surrogate', '{"a":"x\\uDE00y"}', 'ADVERTISED_JSON_LONE_SURROGATE', '/a'],
    ['surrogates the wrong way round', '{"a":"\\ude00\\ud83d"}', 'ADVERTISED_JSON_LONE_SURROGATE', '/a'],
    ['a lone surrogate in a key', '{"a":{"\\ud83d":1}}', 'ADVERTISED_JSON_LONE_SURROGATE', '/a'],
    ['2^53 + 1', '{"a":9007199254740993}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['-(2^53 + 1)', '{"a":[0,-9007199254740993]}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a/1'],
    ['a 20 digit id', '{"a":12345678901234567890}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['an overflow', '{"a":1e400}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['a negative overflow', '{"a":-1e309}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['an underflow', '{"a":1e-400}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['a denormal number that loses digits', '{"a":1.2345678e-320}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['an overflow by its digits', '{"a":99999999e301}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['an underflow without exponent', `{"a":0.${'0'.repeat(400)}1}`, 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['17 digits', '{"a":0.10000000000000001}', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
    ['65 levels', nested(65), 'ADVERTISED_JSON_TOO_DEEP', '/a'.repeat(64)],
    [
      '65 levels of arrays',
      `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
      'ADVERTISED_JSON_TOO_DEEP',
      `/a${'/0'.repeat(63)}`,
    ],
    ['100,000 levels', '['.repeat(100_000), 'ADVERTISED_JSON_TOO_DEEP', '/0'.repeat(64)],
    ['the first of two faults', '{"a":1e400,"b":1,"b":2', 'ADVERTISED_JSON_NUMBER_INEXACT', '/a'],
  ])('%s', (_, text, code, pointer) => {
    expect(refusal(utf8(text))).toEqual([code, pointer]);
  });

  it.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d], 'ADVERTISED_JSON_BOM', ''],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 'ADVERTISED_JSON_NOT_UTF8', ''],
    [
      'a lone continuation byte',
      [...utf8('{"a":["'), 0x80, ...utf8('"]}')],
      'ADVERTISED_JSON_NOT_UTF8',
      '/a/0',
    ],
    ['an overlong slash', [...utf8('{"a":"'), 0xc0, 0xaf, ...utf8('"}')], 'ADVERTISED_JSON_NOT_UTF8', '/a'],
    [
      'an encoded surrogate',
      [...utf8('{"é\ufffd":"'), 0xed, 0xa0, 0x80, ...utf8('"}')],
      'ADVERTISED_JSON_NOT_UTF8',
      '/é\ufffd',
    ],
    ['a cut sequence', [...utf8('{"a":1,"b":"'), 0xe2, 0x82], 'ADVERTISED_JSON_NOT_UTF8', '/b'],
    [
      'a duplicate key before a wrong byte',
      [...utf8('{"a":1,"a":"'), 0xff],
      'ADVERTISED_JSON_DUPLICATE_KEY',
      '/a',
    ],
  ])('%s', (_, bytes, code, pointer) => {
    expect(refusal(Uint8Array.from(bytes))).toEqual([code, pointer]);
  });

  it('names line, column and byte of malformed JSON', () => {
    expect(() => parseStrict(utf8('{"a":1,\n"b":"x\\q"}'))).toThrow('line 2, column 5 (byte 12)');
    expect(() => parseStrict(utf8('{"é":1,\n  "b" 2}'))).toThrow('line 2, column 7 (byte 15)');
  });

  it('bounds bytes and depth as it is told', () => {
    expect(refusal(utf8(`{"a":"${'x'.repeat(1_048_576)}"}`))).toEqual(['ADVERTISED_JSON_TOO_LARGE', '']);
    expect(refusal(utf8('{"a":1}'), { maxBytes: 6 })).toEqual(['ADVERTISED_JSON_TOO_LARGE', '']);
    expect(refusal(utf8('{"a":1}'), { maxBytes: 7 })[0]).toBe('accepted');
    expect(refusal(utf8(nested(3)), { maxDepth: 2 })).toEqual(['ADVERTISED_JSON_TOO_DEEP', '/a/a']);
    expect(refusal(utf8(nested(100)), { maxDepth: 100 })[0]).toBe('accepted');
    expect(refusal(utf8(nested(5_000)), { maxDepth: 1_000_000 })[0]).toBe('ADVERTISED_JSON_TOO_DEEP');
  });

  it('takes no bound that is no number for none', () => {
    const limits = { maxBytes: Number.NaN, maxDepth: Number.NaN, maxValues: Number.NaN };
    expect(boundedLimits(limits)).toEqual(boundedLimits());
    expect(refusal(utf8(nested(65)), limits)[0]).toBe('ADVERTISED_JSON_TOO_DEEP');
  });

  it.each<readonly [string, string, number, string]>([
    ['elements', '{"a":[1,2,3]}', 4, '/a'],
    ['members', '{"a":1,"b":{"c":2,"d":3}}', 4, '/b'],
    ['lists in lists', '{"a":[[0],[0],[0]]}', 7, '/a/2'],
    ['empty containers, once more each', '{"a":[{},[]]}', 5, '/a/1'],
    ['strings that look like values', '{"a":"[1,2,{","b":[",,",""]}', 4, '/b'],
  ])('bounds values as it is told: %s', (_, text, values, pointer) => {
    expect(refusal(utf8(text), { maxValues: values })[0]).toBe('accepted');
    expect(refusal(utf8(text), { maxValues: values - 1 })).toEqual([
      'ADVERTISED_JSON_TOO_MANY_VALUES',
      pointer,
    ]);
  });

  it('bounds values by the bytes that are allowed', () => {
    const list = (values: number): Uint8Array => utf8(`{"a":[${'1,'.repeat(values - 2)}1]}`);
    expect(refusal(list(65_536))[0]).toBe('accepted');
    expect(refusal(list(65_537))).toEqual(['ADVERTISED_JSON_TOO_MANY_VALUES', '/a']);
    expect(refusal(list(65_537), { maxBytes: 2_097_152 })[0]).toBe('accepted');
    expect(refusal(list(1_024), { maxBytes: 4_096 })[0]).toBe('accepted');
    expect(refusal(list(1_025), { maxBytes: 4_096 })[0]).toBe('ADVERTISED_JSON_TOO_MANY_VALUES');
  });

  it('law: finds the same number of values on both ways', () => {
    const values = (value: Json): number => {
      if (typeof value !== 'object' || value === null) return 0;
      const inside: readonly Json[] = Object.values(value);
      return inside.reduce<number>((sum, item) => sum + values(item), Math.max(1, inside.length));
    };
    const document = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(document, (value) => {
        const text = utf8(JSON.stringify(value, null, 1));
        fc.pre(refusal(text)[0] === 'accepted');
        const most = values(value);
        expect(refusal(text, { maxValues: most })[0]).toBe('accepted');
        expect(refusal(text, { maxValues: most - 1 })[0]).toBe('ADVERTISED_JSON_TOO_MANY_VALUES');
      }),
      { numRuns: RUNS },
    );
  });

  it('pollutes no prototype', () => {
    refusal(utf8('{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}}}}'));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

/** A way to write a fault into a document whose only content is at one place. */
const FAULTS: readonly (readonly [string, string])[] = [
  ['ADVERTISED_JSON_DUPLICATE_KEY', '{"k":1,"k":2}'],
  ['ADVERTISED_JSON_PROTO_KEY', '{"__proto__":1}'],
  ['ADVERTISED_JSON_LONE_SURROGATE', '"\\udc00"'],
  ['ADVERTISED_JSON_NUMBER_INEXACT', '9007199254740993'],
  ['ADVERTISED_JSON_NUMBER_INEXACT', '1e400'],
  ['ADVERTISED_JSON_MALFORMED', 'tru'],
];
const SUFFIX: Readonly<Record<string, string>> = { '{"k":1,"k":2}': '/k', '{"__proto__":1}': '/__proto__' };

describe('parseStrict finds an injected fault', () => {
  it(
    'law: whatever stands around it, with its code and pointer',
    () => {
      const step = fc.oneof(fc.constantFrom('a', 'b/c', 'd~e', '', 'é'), fc.nat({ max: 3 }));
      fc.assert(
        fc.property(
          fc.array(step, { minLength: 1, maxLength: 20 }),
          fc.constantFrom(...FAULTS),
          fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
          (steps, [code, text], neighbour) => {
            fc.pre(refusal(utf8(`{"n":${neighbour}}`))[0] === 'accepted');
            let document = text;
            let where = SUFFIX[text] ?? '';
            for (const at of [...steps, 'root']) {
              const token = String(at).replaceAll('~', '~0').replaceAll('/', '~1');
              where = `/${token}${where}`;
              document =
                typeof at === 'number'
                  ? `[${`${neighbour},`.repeat(at)}${document}]`
                  : `{"zz":${neighbour},${JSON.stringify(at)}:${document},"zzz":1}`;
            }
            expect(refusal(utf8(document))).toEqual([code, where]);
          },
        ),
        { numRuns: RUNS },
      );
    },
    LONG,
  );

  it(
    'law: fast path and finder agree with JSON.parse on damaged text',
    () => {
      const seed = '{"a":[1,-2.5e3,true,null],"b":{"c":"x\\"\\u0041\\\\","d":{}},"e":"é\u{1f600}"}';
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ...'{}[]",:\\u0123-+.eE tn\n\u0000')), {
            maxLength: 3,
          }),
          (edits) => {
            let text = seed;
            for (const [at, put] of edits) {
              const place = at % text.length;
              text = `${text.slice(0, place)}${put}${text.slice(place + 1)}`;
            }
            fc.pre(text.isWellFormed());
            const found = findFault(text, boundedLimits())?.error.code;
            const [code] = refusal(utf8(text));
            if (code === 'ADVERTISED_JSON_NOT_AN_OBJECT') expect(found).toBeUndefined();
            else expect(code).toBe(found ?? 'accepted');
            if (found === 'ADVERTISED_JSON_MALFORMED') expect(parses(text)).toBe(false);
            if (!parses(text)) expect(found).toBeDefined();
          },
        ),
        { numRuns: RUNS },
      );
    },
    LONG,
  );

  it('answers about a long unterminated string in time', () => {
    expect(refusal(utf8(`{"a":"${'x'.repeat(1_000_000)}`))).toEqual(['ADVERTISED_JSON_MALFORMED', '/a']);
    expect(refusal(utf8(`{"a":"${'\\\\'.repeat(500_000)}`))).toEqual(['ADVERTISED_JSON_MALFORMED', '/a']);
  });

  it.each([
    ['plain, and cut', 'x'.repeat(8_388_608), 'ADVERTISED_JSON_MALFORMED'],
    ['escapes, and cut', '\\u0041'.repeat(1_400_000), 'ADVERTISED_JSON_MALFORMED'],
    [
      'plain, with a fault behind it',
      `${'x'.repeat(8_388_608)}","b":1e400}`,
      'ADVERTISED_JSON_NUMBER_INEXACT',
    ],
    ['a lone surrogate at its end', `${'x'.repeat(8_388_608)}\\ud800"}`, 'ADVERTISED_JSON_LONE_SURROGATE'],
    ['an unknown escape at its end', `${'\\n'.repeat(4_194_304)}\\x"}`, 'ADVERTISED_JSON_MALFORMED'],
  ])('answers about a string of many megabytes, where they are allowed: %s', (_, rest, code) => {
    const [found] = refusal(utf8(`{"a":"${rest}`), { maxBytes: 16_777_216 });
    expect(found).toBe(code);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
