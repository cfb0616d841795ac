// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, member, pointer } from '../../src/core/json.js';

describe('isJsonObject', () => {
  it.each([[{}], [{ a: 1 }], [Object.create(null)]])('holds for %j', (value) => {
    expect(isJsonObject(value)).toBe(true);
  });

  it.each([[null], [undefined], [[]], [[{}]], ['{}'], [1], [true], [() => ({})], [Symbol('a')]])(
    'does not hold for %s',
    (value) => {
      expect(isJsonObject(value)).toBe(false);
    },
  );
});

describe('member', () => {
  const object = JSON.parse('{"a":null,"__proto__":{"b":1},"toString":false}') as JsonObject;

  it.each<readonly [string, unknown]>([
    ['a', null],
    ['__proto__', { b: 1 }],
    ['toString', false],
  ])('reads the own member %s', (name, value) => {
    expect(member(object, name)).toEqual(value);
  });

  it.each(['b', 'constructor', 'hasOwnProperty', 'valueOf', ''])('reads nothing inherited as %j', (name) => {
    expect(member(object, name)).toBeUndefined();
    expect(member({}, name)).toBeUndefined();
  });

  it('reads an object without a prototype', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 }) as JsonObject;
    expect(member(bare, 'a')).toBe(1);
    expect(member(bare, 'toString')).toBeUndefined();
  });
});

describe('pointer (RFC 6901 section 3)', () => {
  it.each<readonly [string, readonly (string | number)[], string]>([
    ['', [], ''],
    ['', [''], '/'],
    ['', ['a', 0], '/a/0'],
    ['/a', ['b'], '/a/b'],
    ['', ['a/b'], '/a~1b'],
    ['', ['m~n'], '/m~0n'],
    ['', ['~1'], '/~01'],
    ['', ['/~'], '/~1~0'],
    ['', ['__proto__'], '/__proto__'],
  ])('%j and %j', (base, tokens, expected) => {
    expect(pointer(base, ...tokens)).toBe(expected);
  });

  it('can be taken apart again', () => {
    const token = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', 'é', ' ') });
    fc.assert(
      fc.property(fc.array(token, { minLength: 1 }), (tokens) => {
        const parts = pointer('', ...tokens)
          .slice(1)
          .split('/');
        expect(parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))).toEqual(tokens);
      }),
      { numRuns: 1_000 },
    );
  });
});
