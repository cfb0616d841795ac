// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDecisionEvent,
  createDrop,
  createMask,
  type DecisionEvent,
  type DropRule,
  type MaskRule,
} from '../../../src/adapters/decision-log/index.js';
import type { Json } from '../../../src/core/json.js';
import { RUNS } from '../../support/runs.js';
import { source } from './support.js';

function eventOf(input: Json, result: Json = { a: { b: 1 } }): DecisionEvent {
  return createDecisionEvent(source(1, { input, result, builtins: { 'http.send': { '[1]': 'x' } } }), {
    id: 'n',
  });
}

describe('createMask', () => {
  it.each<[string, MaskRule, Json, Json | undefined, string[] | undefined, string[] | undefined]>([
    ['removes a member', '/input/a', { a: 1, b: 2 }, { b: 2 }, ['/input/a'], undefined],
    ['removes by operation', { op: 'remove', path: '/input/a' }, { a: 1 }, {}, ['/input/a'], undefined],
    ['removes deep down', '/input/a/b', { a: { b: 1, c: 2 } }, { a: { c: 2 } }, ['/input/a/b'], undefined],
    [
      'removes through a list',
      '/input/l/1/a',
      { l: [0, { a: 1 }] },
      { l: [0, {}] },
      ['/input/l/1/a'],
      undefined,
    ],
    ['removes the whole input', '/input', { a: 1 }, undefined, ['/input'], undefined],
    ['removes an escaped name', '/input/a~1b~0', { 'a/b~': 1 }, {}, ['/input/a~1b~0'], undefined],
    ['ignores what is absent', '/input/x/y', { a: 1 }, { a: 1 }, undefined, undefined],
    ['ignores an inherited member', '/input/constructor', {}, {}, undefined, undefined],
    ['ignores an element of a list, as OPA does', '/input/l/0', { l: [1] }, { l: [1] }, undefined, undefined],
    ['ignores a member of a text', '/input/a/length', { a: 'x' }, { a: 'x' }, undefined, undefined],
    [
      'replaces a value',
      { op: 'upsert', path: '/input/a', value: '**' },
      { a: 1, b: 2 },
      { b: 2, a: '**' },
      undefined,
      ['/input/a'],
    ],
    [
      'makes members that are absent',
      { op: 'upsert', path: '/input/x/y', value: null },
      { a: 1 },
      { a: 1, x: { y: null } },
      undefined,
      ['/input/x/y'],
    ],
    [
      'replaces the whole input',
      { op: 'upsert', path: '/input', value: 0 },
      { a: 1 },
      0,
      undefined,
      ['/input'],
    ],
    [
      'does not replace through a text',
      { op: 'upsert', path: '/input/a/b', value: 0 },
      { a: 'x' },
      { a: 'x' },
      undefined,
      undefined,
    ],
  ])('%s', (_name, rule, input, expected, erased, masked) => {
    const before = eventOf(input);
    const copy = structuredClone(before);
    const event = createMask([rule])(before);
    expect([event.input, event.erased, event.masked]).toEqual([expected, erased, masked]);
    expect(before).toEqual(copy);
  });

  it('keeps a member named __proto__ a member', () => {
    const input = JSON.parse('{"__proto__":{"a":1},"b":2}') as Json;
    const event = createMask([{ op: 'upsert', path: '/input/__proto__/a', value: 9 }])(eventOf(input));
    expect(JSON.stringify(event.input)).toBe('{"b":2,"__proto__":{"a":9}}');
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it('works on the result and on the cache of builtins, rule after rule', () => {
    const event = createMask(['/result/a/b', '/nd_builtin_cache/http.send', '/result/a'])(eventOf({}));
    expect([event.result, event.nd_builtin_cache]).toEqual([{}, {}]);
    expect(event.erased).toEqual(['/result/a/b', '/nd_builtin_cache/http.send', '/result/a']);
  });

  it.each<[string, unknown]>([
    ['an empty path', ''],
    ['a path without a slash', 'input/a'],
    ['a path elsewhere', '/labels/id'],
    ['a path to the event', '/'],
    ['a bad escape', '/input/a~2'],
    ['an unknown operation', { op: 'hide', path: '/input' }],
    ['no operation', { path: '/input' }],
    ['no path', { op: 'remove' }],
    ['an upsert without a value', { op: 'upsert', path: '/input/a' }],
    ['a number', 7],
    ['null', null],
  ])('refuses %s', (_name, rule) => {
    expect(() => createMask(['/input/ok', rule as MaskRule])).toThrow(
      expect.objectContaining({ code: 'EVIDENCED_DECISION_LOG_INVALID', pointer: '/mask/1' }),
    );
  });

  it('leaves nothing of what it says is erased, whatever the input', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'x/y', '0');
    const paths = fc.array(name, { minLength: 1, maxLength: 3 });
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
    const tree = fc.oneof(value, fc.dictionary(name, fc.dictionary(name, value))) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(tree, paths, (input, tokens) => {
        const path = `/input/${tokens.map((token) => token.replaceAll('/', '~1')).join('/')}`;
        const once = createMask([path])(eventOf(input));
        const twice = createMask([path])(once);
        expect(twice.erased).toEqual(once.erased);
        expect(twice.input).toEqual(once.input);
        if (once.erased === undefined) expect(once.input).toBe(input);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('createDrop', () => {
  const event = createDecisionEvent(source(1), { id: 'n' });

  it.each<[boolean, DropRule[]]>([
    [false, []],
    [true, [{ all: [{ path: '/path', equals: 'parley/decide' }] }]],
    [false, [{ all: [{ path: '/path', equals: 'parley' }] }]],
    [true, [{ all: [{ path: '/result/authorization', equals: { decision: 'allow' } }] }]],
    [true, [{ all: [{ path: '/result/authorization/decision', in: ['deny', 'allow'] }] }]],
    [false, [{ all: [{ path: '/result/authorization/decision', in: [] }] }]],
    [true, [{ all: [{ path: '/error', exists: false }] }]],
    [false, [{ all: [{ path: '/input/constructor', exists: true }] }]],
    [
      false,
      [
        {
          all: [
            { path: '/path', equals: 'parley/decide' },
            { path: '/requested_by', equals: 'other' },
          ],
        },
      ],
    ],
    [
      true,
      [{ all: [{ path: '/requested_by', equals: 'other' }] }, { all: [{ path: '/labels/id', equals: 'n' }] }],
    ],
  ])('says %s of %j', (expected, rules) => {
    expect(createDrop(rules)(event)).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ['no conditions, which would leave out everything', { all: [] }, '/drop/0'],
    ['a rule that is a list', [], '/drop/0'],
    ['a condition without a path', { all: [{ equals: 1 }] }, '/drop/0/all/0'],
    ['a condition without a test', { all: [{ path: '/path' }] }, '/drop/0/all/0'],
    ['a condition with two tests', { all: [{ path: '/path', equals: 1, exists: true }] }, '/drop/0/all/0'],
    ['an unknown test', { all: [{ path: '/path', like: 'x' }] }, '/drop/0/all/0'],
    ['a list that is none', { all: [{ path: '/path', in: 'x' }] }, '/drop/0/all/0'],
    ['a path that is no pointer', { all: [{ path: 'path', equals: 1 }] }, '/drop/0/all/0'],
  ])('refuses %s', (_name, rule, pointer) => {
    expect(() => createDrop([rule as DropRule])).toThrow(
      expect.objectContaining({ code: 'EVIDENCED_DECISION_LOG_INVALID', pointer }),
    );
  });
});
