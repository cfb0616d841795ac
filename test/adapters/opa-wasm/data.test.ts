// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestBytes } from '../../../src/core/digest.js';
import type { Json } from '../../../src/core/json.js';
import { brief, codeOf, decide, FRIENDS, mode, programmable } from './support.js';

describe('the identity of a policy', () => {
  it('names the digest of the canonical data, whatever order it came in', async () => {
    const data = { b: [1, { z: 'é', a: null }], friends: { alice: true }, a: 1.5 };
    const policy = await programmable({}, data);
    const reordered = await programmable(
      {},
      { a: 1.5, friends: { alice: true }, b: [1, { a: null, z: 'é' }] },
    );
    expect(policy.identity).toEqual(reordered.identity);
    expect(policy.identity.dataDigest).toBe(digestBytes(canonicalize(data) ?? ''));
    expect(digestBytes(policy.blobs().data)).toBe(policy.identity.dataDigest);
    expect(digestBytes(policy.blobs().wasm)).toBe(policy.identity.digest);
    expect(policy.identity.revision).toBe('r1');
  });
});

describe('data.set and data.remove', () => {
  it('holds for the next decision and changes the identity', async () => {
    const policy = await programmable();
    const before = policy.identity;
    const mallory = mode('friend', {}, 'mallory');
    expect(brief(decide(policy, mallory))).toBe('deny');
    policy.data.set('/friends/mallory', true);
    const verdict = decide(policy, mallory);
    expect(brief(verdict)).toBe('allow');
    expect(verdict.policy).toEqual(policy.identity);
    expect(policy.identity.dataDigest).not.toBe(before.dataDigest);
    policy.data.remove(['friends', 'mallory']);
    expect(brief(decide(policy, mallory))).toBe('deny');
    expect(policy.identity).toEqual(before);
  });

  it('survives the loss of the instance', async () => {
    const policy = await programmable();
    policy.data.set(['friends', 'mallory'], true);
    policy.data.set(['friends', 'alice'], false);
    expect(brief(decide(policy, mode('conflict')))).toBe('AUTHORIZED_POLICY_ABORT');
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('allow');
    expect(brief(decide(policy, mode('friend')))).not.toBe('allow');
  });

  it('makes what is missing on the way, and takes back all of it', async () => {
    const policy = await programmable();
    policy.data.set('/a~1b/__proto__/c', 1);
    expect(JSON.parse(Buffer.from(policy.blobs().data).toString())).toEqual(
      JSON.parse('{"a/b":{"__proto__":{"c":1}},"friends":{"alice":true}}'),
    );
    policy.data.remove('/a~1b');
    policy.data.remove('/nowhere/at/all');
    expect(policy.identity).toEqual((await programmable()).identity);
    expect(({} as { c?: number }).c).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['', 1],
    ['friends', 1],
    ['/friends/alice/deeper', 1],
    ['/list/0', 1],
    ['/\ud800', 1],
    ['/friends/x', undefined],
  ])('refuses %s', async (path, value) => {
    const policy = await programmable({}, { ...FRIENDS, list: [1] });
    const before = policy.identity;
    expect(await codeOf(() => policy.data.set(path, value as Json))).toBe('AUTHORIZED_POLICY_DATA');
    expect(policy.identity).toBe(before);
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
  });

  it('does not grow over 20,000 changes', async () => {
    const policy = await programmable();
    for (let round = 0; round < 20_000; round++) policy.data.set(['friends', 'mallory'], round % 2 === 0);
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
  });

  it('ends where a whole load of the same data does', async () => {
    const names = fc.constantFrom('alice', 'bob', 'mallory', '__proto__', 'é', '');
    const change = fc.record({ name: names, value: fc.option(fc.boolean(), { nil: undefined }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const policy = await programmable();
        const friends = new Map<string, boolean>([['alice', true]]);
        for (const { name, value } of changes) {
          if (value === undefined) {
            friends.delete(name);
            policy.data.remove(['friends', name]);
          } else {
            friends.set(name, value);
            policy.data.set(['friends', name], value);
          }
        }
        const whole = await programmable({}, { friends: Object.fromEntries(friends) });
        expect(policy.identity).toEqual(whole.identity);
        for (const ref of ['alice', 'bob', 'mallory', '__proto__', 'é', ''])
          expect(brief(decide(policy, mode('friend', {}, ref)))).toBe(
            brief(decide(whole, mode('friend', {}, ref))),
          );
      }),
      { numRuns: 100 },
    );
  });

  it('is closed with the policy', async () => {
    const policy = await programmable();
    await policy.close();
    expect(brief(decide(policy, mode('friend')))).toBe('AUTHORIZED_POLICY_CLOSED');
    expect(await codeOf(() => policy.data.set('/x', 1))).toBe('AUTHORIZED_POLICY_CLOSED');
    expect(await codeOf(() => policy.evaluate('parley/echo', {}))).toBe('AUTHORIZED_POLICY_CLOSED');
  });
});
