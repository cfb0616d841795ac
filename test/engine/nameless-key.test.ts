// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../src/adapters/trust-store/index.js';
import type { JsonObject } from '../../src/core/json.js';
import { BASE } from '../advertised/signature/attestation-table.js';
import { testKey } from '../interop/signing-keys.js';
import { asRequest, type Draft, exampleEngine, policyOver } from '../support/example.js';
import { request } from './support/attested.js';
import { dataFor, KEY, type SpyPolicy, sign, spyOn } from './support/signed.js';

const OTHER = { ...testKey('EdDSA', 'nameless'), kid: KEY.kid };
const { kid: _, ...nameless } = OTHER.publicJwk as Draft;
const trust = createTrustStore({ jwks: [{ keys: [KEY.publicJwk as Draft, nameless], name: 'pinned' }] });
const thumbprint = trust.pinned[1]?.thumbprint ?? '';

/** The policy admits the keys of these names for the provider. */
async function world(keys?: Draft): Promise<{
  readonly policy: SpyPolicy;
  ask(card: JsonObject): Promise<string>;
}> {
  const policy = spyOn(await policyOver(dataFor('agent', 's', keys && { provider: { keys } })));
  const engine = await exampleEngine({ policy, trust });
  return {
    policy,
    ask: async (card) =>
      (await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request()) })).outcome,
  };
}

describe('a trusted key without a name, whose holder calls it by the name of another', () => {
  it('is not admitted where policy admits that other key alone', async () => {
    const { policy, ask } = await world({ [KEY.kid]: true });
    expect(await ask(sign(BASE, 'emitted', KEY))).toBe('accepted');
    expect(policy.inputs.at(-1)?.card.keyId).toBe(KEY.kid);
    expect(await ask(sign(BASE, 'emitted', OTHER))).toBe('rejected');
    expect(policy.inputs.at(-1)?.card).toMatchObject({ signature: 'verified', keyId: thumbprint });
  });

  it('is admitted by its thumbprint', async () => {
    const { ask } = await world({ [thumbprint]: true });
    expect(await ask(sign(BASE, 'emitted', OTHER))).toBe('accepted');
    expect(await ask(sign(BASE, 'emitted', KEY))).toBe('rejected');
  });

  it('is another key in the history of the card', async () => {
    const { policy, ask } = await world();
    expect(await ask(sign(BASE, 'emitted', KEY))).toBe('accepted');
    expect(await ask(sign(BASE, 'emitted', OTHER))).toBe('review-required');
    expect(policy.inputs.at(-1)?.card.history).toContain('card.key-changed');
  });
});
