// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { FrozenMap } from '../../src/core/frozen-map.js';

describe('FrozenMap', () => {
  const entries: readonly (readonly [string, number])[] = [
    ['b', 1],
    ['__proto__', 2],
    ['a', 3],
  ];
  const map = new FrozenMap(entries);

  it('reads like a map, in the order of its entries', () => {
    expect(map.size).toBe(3);
    expect([...map]).toEqual(entries);
    expect([...map.entries()]).toEqual(entries);
    expect([...map.keys()]).toEqual(['b', '__proto__', 'a']);
    expect([...map.values()]).toEqual([1, 2, 3]);
    expect(map.get('__proto__')).toBe(2);
    expect(map.get('constructor')).toBeUndefined();
    expect(map.has('a')).toBe(true);
    expect(map.has('toString')).toBe(false);
    const seen: unknown[] = [];
    map.forEach((value, key, whole) => {
      seen.push([key, value, whole === map]);
    });
    expect(seen).toEqual(entries.map(([key, value]) => [key, value, true]));
  });

  it('cannot be changed, through itself, through Map or through its source', () => {
    const source = new Map([['a', 1]]);
    const frozen = new FrozenMap(source);
    source.set('a', 2);
    expect(frozen.get('a')).toBe(1);
    expect(() => Map.prototype.set.call(frozen, 'a', 2)).toThrow(TypeError);
    expect(() => Map.prototype.clear.call(frozen)).toThrow(TypeError);
    expect(() => Object.assign(frozen, { get: () => 2 })).toThrow(TypeError);
  });

  it('compares by content in tests', () => {
    expect(new FrozenMap([['a', 1]])).toEqual(new FrozenMap([['a', 1]]));
    expect(new FrozenMap([['a', 1]])).not.toEqual(new FrozenMap([['a', 2]]));
    expect(new FrozenMap([['a', 1]])).not.toEqual(new FrozenMap([['b', 1]]));
  });
});
