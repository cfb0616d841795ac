// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createTrustStore, type FetchLike } from '../../../src/adapters/trust-store/index.js';
import { createSignatureJudge, signCard } from '../../../src/advertised/signature/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import { createIssuer } from '../../../src/core/state.js';
import { CardReader } from '../../../src/engine/read-card.js';
import { RICH_CARD, testKey } from '../../interop/signing-keys.js';

const [A, B] = ['https://a.example/jwks.json', 'https://b.example/jwks.json'] as const;
const keys = { [A]: testKey('ES256', 'a'), [B]: testKey('ES256', 'b') };
const signedBy = (jku: typeof A | typeof B): JsonObject =>
  signCard(RICH_CARD, { key: keys[jku].privateJwk, kid: keys[jku].kid, jku, profile: 'emitted' });

/** A reader of cards whose store fetches from two addresses, each up or down. */
function world(requiredFields: readonly string[] = [], pinned: readonly Record<string, unknown>[] = []) {
  let now = 0;
  const down = new Set<string>();
  const fetched: string[] = [];
  const fetch: FetchLike = async (url) => {
    fetched.push(url);
    if (down.has(url)) return new Response('', { status: 500 });
    return new Response(JSON.stringify({ keys: [keys[url as typeof A].publicJwk] }));
  };
  const trust = createTrustStore(
    { jwks: [{ keys: pinned, name: 'pinned' }], jku: { allow: [A, B], ttlSeconds: 600 } },
    { fetch, now: () => now, timeout: () => new AbortController().signal },
  );
  const context = { issuer: createIssuer('cached'), judge: createSignatureJudge(trust), requiredFields };
  const reader = new CardReader(context, trust, 1_000_000, 100);
  return {
    down,
    fetched,
    at: (seconds: number) => {
      now = seconds * 1000;
    },
    status: async (card: JsonObject) =>
      (await reader.read(JSON.stringify(card), now)).seen.state.signature.status,
  };
}

describe('a card in the cache, and keys behind a jku', () => {
  it('does not stay verified by keys whose time is over, whichever others are in force', async () => {
    const { at, down, status } = world();
    const [ofA, ofB] = [signedBy(A), signedBy(B)];
    expect(await status(ofA)).toBe('verified');
    at(300);
    expect(await status(ofB)).toBe('verified');
    // The keys of A are over; those of B are in force, and the verdict is remembered.
    at(650);
    expect(await status(ofB)).toBe('verified');
    at(700);
    expect(await status(ofA)).toBe('verified');
    // The other way round: one address is in force, as it was before, and it is not the same one.
    at(950);
    down.add(B);
    expect(await status(ofB)).toBe('untrusted');
  });

  it.each<readonly [string, JsonObject]>([
    ['a malformed signature stands beside', { protected: 'e30', signature: 'AA' }],
    ['a forbidden algorithm stands beside', { protected: 'eyJhbGciOiJub25lIn0', signature: 'AA' }],
  ])('is judged again once they can be had, also where %s', async (_, other) => {
    const { at, down, status } = world();
    const card = signedBy(A);
    const both = { ...card, signatures: [other, ...(card['signatures'] as readonly JsonObject[])] };
    down.add(A);
    expect(await status(both)).toBe('invalid');
    down.delete(A);
    expect(await status(both)).toBe('invalid');
    at(30);
    expect(await status(both)).toBe('verified');
  });

  it('is judged again where a pinned key of that name had contradicted it', async () => {
    const { at, down, status } = world([], [{ ...keys[B].publicJwk, kid: keys[A].kid }]);
    const card = signedBy(A);
    down.add(A);
    expect(await status(card)).toBe('invalid');
    down.delete(A);
    at(30);
    expect(await status(card)).toBe('verified');
  });

  it('fetches nothing for a card that lacks a required field, also where it was seen before', async () => {
    const { at, fetched, status } = world(['/x-required']);
    const card = signedBy(A);
    for (const seconds of [0, 30, 700]) {
      at(seconds);
      expect(await status(card)).toBe('invalid');
    }
    expect(fetched).toEqual([]);
  });
});
