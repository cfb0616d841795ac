// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/adapters/opa-wasm/index.js';
import { RUNS } from '../../support/runs.js';
import { brief, decide, mode, programmable } from './support.js';

// FNV-1a of 32 bits, the module's own unseeded hash: short keys that all fall into a few buckets.
function colliding(count: number): Record<string, number> {
  const keys: Record<string, number> = {};
  for (let seed = 0, found = 0; found < count; seed++) {
    const key = `k${seed.toString(36)}`;
    let hash = 0x811c9dc5;
    for (let index = 0; index < key.length; index++)
      hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
    if (hash % 64 !== 0) continue;
    keys[key] = 0;
    found++;
  }
  return keys;
}
const FLOOD = colliding(900);
const TOO_MANY = colliding(1_001);
const TOWER = tower();

/** One way to hurt a policy, and what must come of it. */
type Attack = readonly [name: string, input: () => unknown, expected: string];

const ATTACKS: readonly Attack[] = [
  ['conflicting rules', () => mode('conflict'), 'AUTHORIZED_POLICY_ABORT'],
  ['no answer', () => mode('nothing'), 'AUTHORIZED_POLICY_UNDEFINED'],
  ['an answer that is none', () => mode('result', { result: 'allow' }), 'AUTHORIZED_POLICY_RESULT'],
  ['a lone surrogate', () => mode('friend', { x: '\ud800' }), 'AUTHORIZED_POLICY_INPUT'],
  ['a surrogate in the reference', () => mode('friend', {}, 'alice\udfff'), 'AUTHORIZED_POLICY_INPUT'],
  ['not a number', () => mode('friend', { x: Number.NaN }), 'AUTHORIZED_POLICY_INPUT'],
  ['a cycle', cycle, 'AUTHORIZED_POLICY_INPUT'],
  ['a tower', () => mode('friend', { top: TOWER }), 'AUTHORIZED_POLICY_INPUT'],
  ['nothing', () => undefined, 'AUTHORIZED_POLICY_INPUT'],
  ['an empty object', () => ({}), 'AUTHORIZED_POLICY_UNDEFINED'],
  ['a getter that throws', () => mode('friend', { deep: throwing() }), 'AUTHORIZED_POLICY_INPUT'],
  [
    'a toJSON that lies',
    () => mode('friend', { toJSON: () => ({ mode: 'friend' }) }),
    'AUTHORIZED_POLICY_INPUT',
  ],
  [
    'a proxy that throws',
    () => new Proxy({}, { has: refuse, getOwnPropertyDescriptor: refuse }),
    'AUTHORIZED_POLICY_INPUT',
  ],
  ['a revoked proxy', revoked, 'AUTHORIZED_POLICY_INPUT'],
  ['colliding keys', () => mode('friend', { keys: FLOOD }, 'mallory'), 'deny'],
  ['too many keys', () => mode('friend', { keys: TOO_MANY }), 'AUTHORIZED_POLICY_INPUT'],
  ['a friend', () => mode('friend'), 'allow'],
  ['somebody else', () => mode('friend', {}, 'mallory'), 'deny'],
  ['somebody named like a member', () => mode('friend', {}, '__proto__'), 'deny'],
];

function refuse(): never {
  throw 'a string';
}
function throwing(): object {
  return Object.defineProperty({}, 'x', { enumerable: true, get: refuse });
}
function cycle(): unknown {
  const loop: Record<string, unknown> = {};
  loop['again'] = loop;
  return mode('friend', loop);
}
function tower(): unknown {
  let top: unknown = 0;
  for (let level = 0; level < 20_000; level++) top = [top];
  return top;
}
function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function stillRight(policy: Policy): void {
  expect(brief(decide(policy, mode('friend')))).toBe('allow');
  expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
}

describe('whatever is done to it, the policy', () => {
  it.each(ATTACKS)('answers %s with a code, and the next request rightly', async (_, input, expected) => {
    const policy = await programmable();
    for (let round = 0; round < 3; round++) {
      expect(brief(decide(policy, input()))).toBe(expected);
      stillRight(policy);
    }
  });

  it.each(ATTACKS.filter(([, , expected]) => expected.startsWith('AUTHORIZED_')))(
    'survives 600 times %s without a pause',
    async (_, input, expected) => {
      const policy = await programmable();
      for (let round = 0; round < 600; round++) expect(brief(decide(policy, input()))).toBe(expected);
      stillRight(policy);
    },
  );

  it('survives 20 times the loss of all its memory', async () => {
    const policy = await programmable({ maxPages: 48 });
    for (let round = 0; round < 20; round++)
      expect(brief(decide(policy, mode('memory', { size: 500_000 })))).toBe('AUTHORIZED_POLICY_MEMORY');
    stillRight(policy);
  });

  it('survives data that cannot be loaded, over and over', async () => {
    const policy = await programmable({ maxPages: 24 });
    for (let round = 0; round < 20; round++) {
      for (const bad of ['\ud800', Number.NaN, undefined, 'x'.repeat(200_000)])
        expect(() => policy.data.set('/friends/mallory', bad as never)).toThrow();
      stillRight(policy);
    }
  });

  it('gives no allow that it should not, and no deny either, over any mix of good and bad', async () => {
    const policy = await programmable();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ATTACKS.length - 1 }), (index) => {
        const [, input, expected] = ATTACKS[index] ?? ['', () => undefined, ''];
        expect(brief(decide(policy, input()))).toBe(expected);
      }),
      { numRuns: RUNS },
    );
    stillRight(policy);
  });

  it('answers any value at all, and never with an allow', async () => {
    const policy = await programmable();
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      stringUnit: 'binary',
    });
    fc.assert(
      fc.property(anything, anything, (whole, part) => {
        expect(decide(policy, whole).authorization.decision).toBe('deny');
        const verdict = decide(policy, mode('friend', { part }, 'mallory'));
        expect(verdict.authorization.decision).toBe('deny');
        if (verdict.inputText !== undefined) JSON.parse(verdict.inputText);
      }),
      { numRuns: RUNS },
    );
    stillRight(policy);
  });
});
