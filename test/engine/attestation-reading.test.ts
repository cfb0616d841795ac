// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.js';
import type { TrustPort } from '../../src/core/trust.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { BASE } from '../advertised/signature/attestation-table.js';
import { asRequest, exampleEngine } from '../support/example.js';
import { request } from './support/attested.js';
import { KEY, sign, trustIn } from './support/signed.js';
import { simplePolicy } from './support/simple-policy.js';

const bytesOf = (card: JsonObject): Uint8Array => new TextEncoder().encode(JSON.stringify(card));

/** A trust store that says what was prepared, and may do something meanwhile. */
function watched(during: () => void = () => {}): TrustPort & { readonly prepared: JsonObject[] } {
  const prepared: JsonObject[] = [];
  return {
    ...trustIn(),
    prepared,
    revisionAt: () => 'one',
    prepare: async (emitted) => {
      prepared.push(emitted);
      during();
    },
  };
}

describe('the first sight of a card', () => {
  it('parses it once: what keys are fetched for is what is negotiated on', async () => {
    const trust = watched();
    const engine = await exampleEngine({ policy: simplePolicy(), trust });
    const card = bytesOf(sign(BASE, 'a2a-1.0'));
    const first = await engine.negotiate({ card, request: asRequest(request()) });
    const { emitted } = first.authorized?.negotiated.discoverable.advertised ?? {};
    expect(trust.prepared).toHaveLength(1);
    expect(emitted).toBe(trust.prepared[0]);
    await engine.negotiate({ card, request: asRequest(request()) });
    expect(trust.prepared).toHaveLength(1);
  });

  it('reads what was hashed, whatever the caller does with its bytes while keys are fetched', async () => {
    const evidence = createMemoryEvidence();
    const card = bytesOf(sign(BASE, 'a2a-1.0'));
    const whole = Uint8Array.from(card);
    const engine = await exampleEngine({
      policy: simplePolicy(),
      evidence,
      trust: watched(() => {
        card.fill(0x20);
      }),
    });
    const answer = await engine.negotiate({ card, request: asRequest(request()) });
    expect(answer.outcome).toBe('accepted');
    const digest = answer.authorized?.negotiated.discoverable.advertised.digest;
    expect(digest === undefined ? undefined : evidence.blob(digest)).toEqual(whole);
  });

  it('keeps to the size that the engine allows, with a trust store as without', async () => {
    const large = bytesOf({ ...BASE, description: 'x'.repeat(4_000) });
    for (const options of [{}, { trust: trustIn() }]) {
      const engine = await exampleEngine({
        ...options,
        policy: simplePolicy(),
        limits: { maxCardBytes: 2_000 },
      });
      await expect(engine.negotiate({ card: large, request: asRequest(request()) })).rejects.toMatchObject({
        code: 'ADVERTISED_JSON_TOO_LARGE',
      });
    }
  });
});

describe('a card that was seen', () => {
  it('is judged again where the trust store changed, and only then', async () => {
    let revision = 'one';
    let keys = 0;
    const trusted = trustIn();
    const trust: TrustPort = {
      ...trusted,
      revisionAt: () => revision,
      prepare: () => undefined,
      keys: (...of) => {
        keys += 1;
        return trusted.keys(...of);
      },
    };
    const policy = simplePolicy();
    const engine = await exampleEngine({ policy, trust });
    const card = bytesOf(sign(BASE, 'a2a-1.0', KEY));
    const ask = () => engine.negotiate({ card, request: asRequest(request()) });
    await ask();
    await ask();
    expect(keys).toBe(1);
    revision = 'two';
    await ask();
    expect(keys).toBe(2);
  });
});

describe('an engine that trusts nobody', () => {
  const header = (members: object): string => Buffer.from(JSON.stringify(members)).toString('base64url');
  const signature = Buffer.alloc(64, 7).toString('base64url');
  const ask = async (signatures: JsonObject[]): Promise<readonly string[]> => {
    const engine = await exampleEngine({ policy: simplePolicy() });
    const { layers } = await engine.negotiate({
      card: bytesOf({ ...BASE, signatures }),
      request: asRequest(request()),
    });
    return [String(layers[0]?.status), ...(layers[0]?.codes ?? [])];
  };

  it.each<readonly [string, JsonObject]>([
    ['of a symmetric algorithm', { protected: header({ alg: 'HS256', kid: 'k' }), signature }],
    ['of no algorithm', { protected: header({ alg: 'none', kid: 'k' }), signature }],
    ['with critical extensions', { protected: header({ alg: 'ES256', kid: 'k', crit: ['x'] }), signature }],
    ['without a name of its key', { protected: header({ alg: 'ES256' }), signature }],
    ['that is none', { protected: 1 }],
  ])('refuses a card with a signature %s', async (_, entry) => {
    expect(await ask([entry])).toEqual(['refused', 'ADVERTISED_SIGNATURE_INVALID']);
  });

  it('leaves one that is well formed to policy, as untrusted', async () => {
    const entry = { protected: header({ alg: 'ES256', kid: 'k' }), signature };
    expect(await ask([entry])).toEqual(['passed', 'ADVERTISED_SIGNATURE_UNTRUSTED']);
  });
});
