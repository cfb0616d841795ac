// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createPolicyHolder, type ShadowDifference, shadow } from '../../../src/adapters/opa-wasm/index.js';
import type { PolicyInput, PolicyPort, PolicyVerdict } from '../../../src/core/policy.js';
import { brief, decide, INPUT, mode, programmable } from './support.js';

/** A policy whose answers come when the test says so. */
function slow(name: string): { port: PolicyPort; answer(): void } {
  const waiting: (() => void)[] = [];
  const port: PolicyPort = {
    identity: { digest: name, dataDigest: name, revision: name } as unknown as PolicyPort['identity'],
    decide: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ policy: port.identity } as PolicyVerdict));
      }),
  };
  return { port, answer: () => waiting.shift()?.() };
}

describe('createPolicyHolder', () => {
  it('decides under the policy it holds', async () => {
    const [one, two] = [await programmable(), await programmable({}, { friends: { mallory: true } })];
    const holder = createPolicyHolder(one);
    expect(holder.identity).toEqual(one.identity);
    expect(await holder.decide(mode('friend'))).toMatchObject({ authorization: { decision: 'allow' } });
    expect(await holder.swap(two)).toBe(one);
    expect(holder.current).toBe(two);
    expect(holder.identity).toEqual(two.identity);
    expect(await holder.decide(mode('friend'))).toMatchObject({ authorization: { decision: 'deny' } });
  });

  it('ends a decision under the policy that it started with, and only then gives that one back', async () => {
    const [one, two] = [slow('one'), slow('two')];
    const holder = createPolicyHolder(one.port);
    const first = [holder.decide(INPUT), holder.decide(INPUT)];
    let drained = false;
    const old = Promise.resolve(holder.swap(two.port)).then((policy) => {
      drained = true;
      return policy;
    });
    const second = holder.decide(INPUT);
    two.answer();
    expect((await second).policy.revision).toBe('two');
    one.answer();
    expect((await first[0])?.policy.revision).toBe('one');
    expect(drained).toBe(false);
    one.answer();
    expect((await first[1])?.policy.revision).toBe('one');
    expect(await old).toBe(one.port);
  });

  it('mixes no two policies over 1,000 swaps', async () => {
    const pair = [await programmable(), await programmable({}, { friends: {} })];
    const expected = new Map([
      [pair[0]?.identity.dataDigest, 'allow'],
      [pair[1]?.identity.dataDigest, 'deny'],
    ]);
    const holder = createPolicyHolder<PolicyPort>(pair[0] as PolicyPort);
    for (let round = 1; round <= 1_000; round++) {
      const verdicts = Array.from({ length: 4 }, () => holder.decide(mode('friend')));
      await holder.swap(pair[round % 2] as PolicyPort);
      for (const verdict of await Promise.all(verdicts))
        expect(verdict.authorization.decision).toBe(expected.get(verdict.policy.dataDigest));
    }
  });
});

describe('shadow', () => {
  function port(
    decision: 'allow' | 'deny' | 'review',
    more: { status?: 'fault'; visible?: boolean; later?: boolean } = {},
  ): PolicyPort {
    const verdict = {
      status: more.status ?? 'decided',
      discovery: { visible: more.visible ?? true, reasons: [] },
      authorization: { decision, reasons: [], constraints: [], obligations: [], scope: decision },
    } as unknown as PolicyVerdict;
    return {
      identity: { revision: decision } as PolicyPort['identity'],
      decide: () => (more.later === true ? Promise.resolve(verdict) : verdict),
    };
  }

  async function differences(
    primary: PolicyPort,
    second: PolicyPort,
  ): Promise<{ answer: PolicyVerdict; kinds: string[] }> {
    const kinds: string[] = [];
    const both = shadow(primary, second, ({ kind }: ShadowDifference) => kinds.push(kind));
    expect(both.identity).toBe(primary.identity);
    const answer = await both.decide(INPUT);
    await new Promise((resolve) => setImmediate(resolve));
    return { answer, kinds };
  }

  it.each([
    ['allow', 'deny', ['would_deny']],
    ['allow', 'review', ['would_deny']],
    ['review', 'deny', ['would_deny']],
    ['deny', 'allow', ['would_allow']],
    ['deny', 'review', ['would_allow']],
    ['review', 'allow', ['would_allow']],
    ['allow', 'allow', []],
    ['deny', 'deny', []],
    ['review', 'review', []],
  ] as const)('%s, and the second says %s', async (first, second, kinds) => {
    for (const later of [false, true]) {
      const found = await differences(port(first, { later }), port(second, { later: !later }));
      expect(found.kinds).toEqual(kinds);
      expect(found.answer.authorization.decision).toBe(first);
    }
  });

  it('counts what is hidden as denied', async () => {
    const found = await differences(port('allow'), port('allow', { visible: false }));
    expect(found.kinds).toEqual(['would_deny']);
    expect(found.answer.discovery.visible).toBe(true);
  });

  it('is changed by nothing that goes wrong', async () => {
    const broken: PolicyPort = {
      identity: port('deny').identity,
      decide: (_: PolicyInput) => {
        throw new Error('no');
      },
    };
    const rejecting: PolicyPort = { ...broken, decide: () => Promise.reject(new Error('no')) };
    for (const second of [broken, rejecting, port('deny', { status: 'fault' })]) {
      const found = await differences(port('allow'), second);
      expect(found.kinds).toEqual([]);
      expect(found.answer.authorization.decision).toBe('allow');
    }
    const failing = shadow(port('allow'), port('deny'), () => {
      throw new Error('the report failed');
    });
    expect((await failing.decide(INPUT)).authorization.decision).toBe('allow');
  });

  it('runs two real policies', async () => {
    const kinds: string[] = [];
    const second = await programmable({}, { friends: { mallory: true } });
    const both = shadow(await programmable(), second, ({ kind }) => kinds.push(kind));
    expect(brief(decide(both as never, mode('friend')))).toBe('allow');
    expect(brief(decide(both as never, mode('friend', {}, 'mallory')))).toBe('deny');
    expect(kinds).toEqual(['would_deny', 'would_allow']);
  });
});
