// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GovernanceError } from '../../src/core/errors.js';
import { parseInvocation } from '../../src/executed/parse-invocation.js';
import { RUNS } from '../support/runs.js';

const BARE = { skill: 's', inputMode: 'a/b', effect: { class: 'read' } };
const FULL = {
  skill: 's',
  inputMode: 'a/b',
  outputModes: ['c/d'],
  extensions: ['urn:x'],
  protocolVersion: '1.0',
  effect: { class: 'read', risk: 'low' },
};

describe('parseInvocation reads', () => {
  it.each<readonly [string, object, object]>([
    ['what is required, and adds nothing', BARE, BARE],
    ['every member', FULL, FULL],
    [
      'empty lists',
      { ...FULL, outputModes: [], extensions: [] },
      { ...FULL, outputModes: [], extensions: [] },
    ],
    ['a member that is undefined as one that is absent', { ...BARE, extensions: undefined }, BARE],
    ['an object without a prototype', Object.assign(Object.create(null) as object, FULL), FULL],
  ])('%s', (_, value, expected) => {
    expect(parseInvocation(value)).toEqual(expected);
  });

  it('members that are all its own, so that no prototype answers for an absent one', () => {
    const parsed = parseInvocation(BARE);
    for (const name of ['outputModes', 'extensions', 'protocolVersion'])
      expect(Object.hasOwn(parsed, name)).toBe(true);
    expect(Object.hasOwn(parsed.effect, 'risk')).toBe(true);
  });

  it('a copy of its own, frozen all the way down', () => {
    const outputModes = ['c/d'];
    const effect = { class: 'read' };
    const parsed = parseInvocation({ ...BARE, outputModes, effect });
    outputModes.push('x/y');
    effect.class = 'delete';
    expect(parsed).toMatchObject({ outputModes: ['c/d'], effect: { class: 'read' } });
    for (const value of [parsed, parsed.outputModes, parsed.effect])
      expect(Object.isFrozen(value)).toBe(true);
  });
});

describe('parseInvocation refuses', () => {
  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['text', 's', ''],
    ['a list', [BARE], ''],
    ['no members', {}, '/effect'],
    ['no skill', { ...BARE, skill: undefined }, '/skill'],
    ['an empty skill', { ...BARE, skill: '' }, '/skill'],
    ['a skill that is a number', { ...BARE, skill: 1 }, '/skill'],
    ['a boxed skill', { ...BARE, skill: new String('s') }, '/skill'],
    ['no input mode', { ...BARE, inputMode: undefined }, '/inputMode'],
    ['a list of input modes', { ...BARE, inputMode: ['a/b'] }, '/inputMode'],
    ['output modes that are text', { ...BARE, outputModes: 'a/b' }, '/outputModes'],
    ['output modes that are null', { ...BARE, outputModes: null }, '/outputModes'],
    ['an output mode that is null', { ...BARE, outputModes: ['a/b', null] }, '/outputModes/1'],
    ['a hole among the output modes', { ...BARE, outputModes: new Array(1) }, '/outputModes/0'],
    ['an empty extension', { ...BARE, extensions: [''] }, '/extensions/0'],
    ['an extension that is an object', { ...BARE, extensions: [{ uri: 'urn:x' }] }, '/extensions/0'],
    ['extensions that are like a list', { ...BARE, extensions: { length: 0 } }, '/extensions'],
    ['an empty version', { ...BARE, protocolVersion: '' }, '/protocolVersion'],
    ['a version that is a number', { ...BARE, protocolVersion: 1 }, '/protocolVersion'],
    ['no effect', { ...BARE, effect: undefined }, '/effect'],
    ['an effect that is text', { ...BARE, effect: 'read' }, '/effect'],
    ['an effect without a class', { ...BARE, effect: {} }, '/effect/class'],
    ['a risk that is null', { ...BARE, effect: { class: 'read', risk: null } }, '/effect/risk'],
    ['an unknown member', { ...BARE, outputMode: 'a/b' }, '/outputMode'],
    ['an unknown member of the effect', { ...BARE, effect: { class: 'read', amount: 1 } }, '/effect/amount'],
    ['an unknown member that needs escapes', { ...BARE, 'a/b~': 1 }, '/a~1b~0'],
    ['`__proto__`', JSON.parse('{"__proto__":{"skill":"s"}}'), '/__proto__'],
    ['inherited members', Object.create(BARE), ''],
    ['a Map', new Map(Object.entries(BARE)), ''],
    ['a Date', new Date(0), ''],
  ])('%s', (_, value, pointer) => {
    expect(() => parseInvocation(value)).toThrow(
      expect.objectContaining({ code: 'EXECUTED_INVOCATION_MALFORMED', layer: 'executed', pointer }),
    );
  });

  it('or reads, and never fails in another way', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), fc.anything(), (value, effect) => {
        for (const document of [value, { ...BARE, effect }, { ...FULL, extensions: value }]) {
          try {
            parseInvocation(document);
          } catch (error) {
            expect(error).toBeInstanceOf(GovernanceError);
          }
        }
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });
});
