// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { loadPolicy, type Policy, type PolicyBuiltin } from '../../../src/adapters/opa-wasm/index.js';
import type { PolicyVerdict } from '../../../src/core/policy.js';
import { brief, decide, fixture, INPUT, raw } from './support.js';

// Says yes to alice, and to others whatever the case is about.
async function asking(builtin: PolicyBuiltin): Promise<Policy> {
  const check: PolicyBuiltin = (ref, ...rest) => (ref === 'alice' ? 'yes' : builtin(ref ?? null, ...rest));
  return loadPolicy(
    { wasm: fixture('builtin'), data: {}, revision: 'r1' },
    { builtins: { 'host.check': check } },
  );
}
const MALLORY = { ...INPUT, requester: { ...INPUT.requester, ref: 'mallory' } };

describe('rule 11: builtins answer at once, with JSON, and touch nothing', () => {
  it('trap: a promise is an object without members, and nothing is an undefined rule', () => {
    for (const answer of [Promise.resolve('yes'), undefined]) {
      const policy = raw('builtin', { initial: 20 }, { 'host.check': () => answer });
      expect(policy.evaluate(INPUT)).toMatchObject([{ result: { authorization: { decision: 'deny' } } }]);
    }
  });

  it('trap: an evaluation within an evaluation breaks the one around it', () => {
    let depth = 0;
    const policy = raw(
      'builtin',
      { initial: 20 },
      {
        'host.check': () => {
          if (depth++ === 0) policy.evaluate({ ...MALLORY, padding: 'x'.repeat(4_000) });
          return 'yes';
        },
      },
    );
    let answer: unknown;
    try {
      answer = policy.evaluate(INPUT);
    } catch {
      answer = 'a trap';
    }
    expect(answer).not.toMatchObject([{ result: { authorization: { scope: 's', decision: 'allow' } } }]);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a promise', () => Promise.resolve('yes')],
    ['a function', () => () => 'yes'],
    ['a symbol', () => Symbol('yes')],
    ['half a character', () => '\ud800'],
    ['not a number', () => Number.NaN],
    ['bytes', () => new TextEncoder().encode('"yes"').buffer],
    [
      'a list that knows better',
      () => Object.assign(new (class extends Array {})(), { toJSON: () => 'yes' }),
    ],
  ])('refuses %s, and the next call is answered', async (_, builtin) => {
    const policy = await asking(builtin as PolicyBuiltin);
    for (let round = 0; round < 3; round++) {
      expect(decide(policy, MALLORY).authorization.decision).toBe('deny');
      expect(brief(decide(policy, INPUT))).toBe('allow');
    }
  });

  it('names the fault of one that throws', async () => {
    for (const thrown of [new Error('no'), 'no', { message: 'no' }, null]) {
      const policy = await asking(() => {
        throw thrown;
      });
      expect(brief(decide(policy, MALLORY))).toBe('AUTHORIZED_POLICY_BUILTIN');
      expect(brief(decide(policy, INPUT))).toBe('allow');
    }
  });

  it('refuses the policy to its own builtins', async () => {
    const inner: PolicyVerdict[] = [];
    const policy: Policy = await asking(() => {
      inner.push(decide(policy, INPUT));
      return 'yes';
    });
    expect(brief(decide(policy, MALLORY))).toBe('allow');
    expect(inner.map(brief)).toEqual(['AUTHORIZED_POLICY_REENTRY']);
    expect(brief(decide(policy, INPUT))).toBe('allow');
  });

  it('refuses changes of the data from a builtin', async () => {
    const policy: Policy = await asking(() => {
      policy.data.set('/friends', {});
      return 'yes';
    });
    const { identity } = policy;
    expect(brief(decide(policy, MALLORY))).toBe('AUTHORIZED_POLICY_BUILTIN');
    expect(policy.identity).toEqual(identity);
    expect(brief(decide(policy, INPUT))).toBe('allow');
  });

  it('cannot be handed to another thread', async () => {
    const source = { wasm: fixture('builtin'), data: {}, revision: 'r1' };
    const options = { builtins: { 'host.check': () => 'yes' }, isolation: 'worker' } as const;
    await expect(loadPolicy(source, options)).rejects.toBeInstanceOf(TypeError);
  });
});
