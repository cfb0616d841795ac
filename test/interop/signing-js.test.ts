// SPDX-License-Identifier: Apache-2.0
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { signCard } from '../../src/advertised/signature/index.js';
import type { JsonObject } from '../../src/core/json.js';
import { judgeWith, RICH_CARD, type TestKey, testKey } from './signing-keys.js';

type SdkCard = Parameters<ReturnType<typeof generateAgentCardSignature>>[0];

// The SDK prints every signature that does not verify.
beforeAll(() => {
  vi.spyOn(console, 'debug').mockImplementation(() => {});
});

async function sdkSign(card: unknown, key: TestKey, header: object = { typ: 'JOSE' }): Promise<JsonObject> {
  const protectedHeader = { alg: key.alg, kid: key.kid, ...header };
  const sign = generateAgentCardSignature(key.privateJwk, protectedHeader);
  return asServed(await sign(card as SdkCard));
}

/** A card as a server sends it: what JSON carries of it. */
function asServed(card: unknown): JsonObject {
  return JSON.parse(JSON.stringify(card));
}

async function sdkVerifies(card: unknown, key: TestKey): Promise<boolean> {
  const verify = verifyAgentCardSignature(async () => ({ ...key.publicJwk, alg: key.alg }));
  return verify(card as SdkCard).then(
    () => true,
    () => false,
  );
}

describe('npm @a2a-js/sdk, JSON form', () => {
  it.each(['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'])(
    '%s signatures verify under a2a-sdk',
    async (alg) => {
      const key = testKey(alg);
      const signed = await sdkSign(RICH_CARD, key);
      expect(await sdkVerifies(signed, key)).toBe(true);
      expect(judgeWith(key, signed)).toEqual({
        status: 'verified',
        profile: 'a2a-sdk',
        kid: key.kid,
        alg,
        keySource: 'test',
      });
      expect(judgeWith(key, { ...signed, name: 'Another' })).toMatchObject({ status: 'invalid' });
    },
  );

  it('is not A2A section 8.4.1: a REQUIRED field that is empty is missing from what it signs', async () => {
    const key = testKey('ES256');
    const signed = await sdkSign(RICH_CARD, key);
    expect(judgeWith(key, signed, ['a2a-1.0', 'emitted'])).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_MISMATCH',
    });
  });

  it.each(['ES256', 'ES512', 'EdDSA', 'RS256', 'PS512'])(
    'verifies what signCard signs under a2a-sdk: %s',
    async (alg) => {
      const key = testKey(alg);
      const signed = signCard(RICH_CARD, { key: key.privateJwk, kid: key.kid, profile: 'a2a-sdk' });
      expect(await sdkVerifies(signed, key)).toBe(true);
      expect(await sdkVerifies({ ...signed, version: '2' }, key)).toBe(false);
    },
  );

  it('refuses what signCard signs under a2a-1.0 and emitted', async () => {
    const key = testKey('ES256');
    for (const profile of ['a2a-1.0', 'emitted'] as const) {
      expect(
        await sdkVerifies(signCard(RICH_CARD, { key: key.privateJwk, kid: key.kid, profile }), key),
      ).toBe(false);
    }
  });

  it('refuses its own card without `typ`; here `typ` is not required', async () => {
    const key = testKey('ES256');
    const signed = await sdkSign(RICH_CARD, key, {});
    expect(await sdkVerifies(signed, key)).toBe(false);
    expect(judgeWith(key, signed).status).toBe('verified');
  });
});

describe('npm @a2a-js/sdk, instance form', () => {
  // AgentCard.fromJSON of an instance does not know `$case`, so every security scheme falls out of what is signed.
  const instance = AgentCard.fromJSON(RICH_CARD);

  it('verifies under a2a-sdk as the instance is served, `$case` and all', async () => {
    const key = testKey('ES256');
    const signed = await sdkSign(instance, key);
    expect(signed['securitySchemes']).toHaveProperty('bearer.scheme.$case', 'httpAuthSecurityScheme');
    expect(judgeWith(key, signed)).toMatchObject({ status: 'verified', profile: 'a2a-sdk' });
  });

  it('refuses its own card in the JSON form, and so do we', async () => {
    const key = testKey('ES256');
    const signed = await sdkSign(instance, key);
    const json = AgentCard.toJSON(signed as unknown as SdkCard) as unknown;
    const served = asServed({ ...(json as object), securitySchemes: RICH_CARD['securitySchemes'] });
    expect(await sdkVerifies(served, key)).toBe(false);
    expect(judgeWith(key, served)).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_MISMATCH',
    });
  });

  it('accepts its own JSON-form signature no longer once the card is an instance', async () => {
    const key = testKey('ES256');
    const signed = await sdkSign(RICH_CARD, key);
    expect(await sdkVerifies(AgentCard.fromJSON(signed), key)).toBe(false);
  });

  it('verifies after every security scheme is removed, and the attested view has none either way', async () => {
    const key = testKey('ES256');
    const { securitySchemes: _, ...stripped } = await sdkSign(instance, key);
    expect(await sdkVerifies(stripped, key)).toBe(true);
    expect(judgeWith(key, stripped)).toMatchObject({ status: 'verified', profile: 'a2a-sdk' });
  });
});
