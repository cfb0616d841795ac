// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPolicyHolder, loadPolicy, type Policy } from '../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { PolicyPort } from '../../src/core/policy.js';
import { verifyEvidence } from '../../src/evidenced/index.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { fixture } from '../adapters/opa-wasm/support.js';
import { asking, engineOver, negotiate } from './support/hurt.js';

const SWAPS = 1_000;
const AT_ONCE = 64;
const REFS = ['alice', 'mallory', 'carol'];

// Each has another answer to some of the questions, so that a mix would show.
const DATA: readonly JsonObject[] = [
  { friends: { alice: true } },
  { friends: { alice: true, mallory: true } },
  { friends: {} },
];

function load(isolation: 'inline' | 'worker'): Promise<readonly Policy[]> {
  return Promise.all(
    DATA.map((data, index) =>
      loadPolicy(
        { wasm: fixture('programmable'), data, revision: `r${index + 1}` },
        { isolation, timeoutMs: 30_000 },
      ),
    ),
  );
}

/** A policy that thinks for a while before and after it decides. */
function slowly(policy: Policy): PolicyPort {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    get identity() {
      return policy.identity;
    },
    decide: async (input) => {
      await pause();
      const verdict = await policy.decide(input);
      await pause();
      return verdict;
    },
  };
}

/** Ask 64 at a time, and swap after every answer, until it was swapped so often; the ids of all negotiations. */
async function swapUnderLoad(
  policies: readonly PolicyPort[],
): Promise<{ evidence: EvidenceStore; asked: readonly string[]; answered: readonly string[] }> {
  const [first] = policies;
  if (first === undefined) throw new Error('no policy');
  const holder = createPolicyHolder(first);
  const engine = engineOver(holder);
  const asked: string[] = [];
  const answered: string[] = [];
  const drained: Promise<PolicyPort>[] = [];
  const client = async (): Promise<void> => {
    while (drained.length < SWAPS) {
      const id = `neg.${asked.length}`;
      asked.push(id);
      const request = asking('friend', {}, REFS[asked.length % REFS.length]);
      const answer = await negotiate(engine, { ...request, negotiationId: id });
      answered.push(answer.negotiation.negotiationId);
      if (drained.length < SWAPS)
        drained.push(holder.swap(policies[drained.length % policies.length] ?? first));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  // Nothing is in flight any more, so every policy that was taken out has been given back.
  expect(await Promise.all(drained)).toHaveLength(SWAPS);
  return { evidence: engine.evidence, asked, answered };
}

async function expectWhole(
  { evidence, asked, answered }: Awaited<ReturnType<typeof swapUnderLoad>>,
  policies: readonly Policy[],
): Promise<void> {
  expect(answered.toSorted()).toEqual(asked.toSorted());
  expect(verifyEvidence(evidence).ok).toBe(true);
  const decided = [...evidence.entries()].filter(({ kind }) => kind === 'negotiation');
  expect(decided.map(({ negotiationId }) => negotiationId).toSorted()).toEqual(asked.toSorted());
  const used = new Set<string>();
  for (const { body, negotiationId = '' } of decided) {
    const { policy, verdict, input } = JSON.parse(body);
    used.add(policy.revision);
    const named = policies.find(({ identity }) => identity.revision === policy.revision);
    expect(policy).toEqual(named?.identity);
    const again = await named?.decide(input);
    const { status, discovery, authorization, inputDigest } = again ?? {};
    expect(verdict).toEqual({ status, discovery, authorization, inputDigest });
    const receipt = evidence.ofNegotiation(negotiationId).find(({ kind }) => kind === 'decision-receipt');
    expect(JSON.parse(receipt?.body ?? '{}').policyRefs).toEqual([
      `policy.${policy.revision}`,
      policy.digest,
      policy.dataDigest,
    ]);
  }
  expect([...used].toSorted()).toEqual(['r1', 'r2', 'r3']);
}

describe(`a policy that is swapped ${SWAPS} times under ${AT_ONCE} negotiations at a time`, () => {
  let inline: readonly Policy[] = [];
  let threads: readonly Policy[] = [];
  beforeAll(async () => {
    inline = await load('inline');
    threads = await load('worker');
  });
  afterAll(async () => {
    await Promise.all(threads.map((policy) => policy.close()));
  });

  it('loses and mixes none, in this thread', async () => {
    await expectWhole(await swapUnderLoad(inline), inline);
  });

  it('loses and mixes none where decisions take their time', async () => {
    await expectWhole(await swapUnderLoad(inline.map(slowly)), inline);
  });

  it('loses and mixes none in threads', async () => {
    await expectWhole(await swapUnderLoad(threads), inline);
  });
});

describe('a policy that is swapped and closed at once', () => {
  it('ends what it has begun before it is given back', async () => {
    const [first, second] = await load('worker');
    if (first === undefined || second === undefined) throw new Error('no policy');
    const holder = createPolicyHolder(first);
    const engine = engineOver(holder);
    const begun = Array.from({ length: AT_ONCE }, () => negotiate(engine, asking('friend')));
    // Cards are read first: let every decision begin.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = holder.swap(second).then((old) => old.close());
    const after = negotiate(engine, asking('friend', {}, 'mallory'));
    for (const { outcome, receipt } of await Promise.all(begun))
      expect([outcome, receipt.policyRefs[0]]).toEqual(['accepted', 'policy.r1']);
    expect((await after).receipt.policyRefs[0]).toBe('policy.r2');
    await closed;
    await second.close();
  });
});
