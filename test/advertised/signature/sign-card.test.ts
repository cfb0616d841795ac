// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { flattenedVerify, importJWK, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  ALGORITHMS,
  canonicalizeUnder,
  PROFILE_NAMES,
  signCard,
} from '../../../src/advertised/signature/index.js';
import type { GovernanceError } from '../../../src/core/errors.js';
import type { JsonObject } from '../../../src/core/json.js';
import { judgeWith, RICH_CARD, testKey } from '../../interop/signing-keys.js';

const key = testKey('ES256', 'signer');
const entryOf = (card: JsonObject, index = 0): { protected: string; signature: string } =>
  (card['signatures'] as { protected: string; signature: string }[])[index] ?? {
    protected: '',
    signature: '',
  };
const headerOf = (card: JsonObject): unknown =>
  JSON.parse(Buffer.from(entryOf(card).protected, 'base64url').toString('utf8'));

describe('signCard', () => {
  it.each([...ALGORITHMS.keys()])('makes a detached JWS that jose verifies: %s', async (alg) => {
    const own = testKey(alg);
    const card = signCard(RICH_CARD, { key: own.privateJwk, kid: own.kid });
    const payload = Buffer.from(canonicalizeUnder('a2a-1.0', RICH_CARD)).toString('base64url');
    const publicKey = await importJWK(own.publicJwk as JWK, alg);
    const { protectedHeader } = await flattenedVerify({ ...entryOf(card), payload }, publicKey);
    expect(protectedHeader).toEqual({ alg, kid: own.kid, typ: 'JOSE' });
  });

  it.each(PROFILE_NAMES)('signs under %s, and verifies so', (profile) => {
    const card = signCard(RICH_CARD, { key: key.privateJwk, kid: 'signer', profile });
    expect(judgeWith(key, card, [profile])).toMatchObject({ status: 'verified', profile });
  });

  it('changes nothing but `signatures`, and leaves its input alone', () => {
    const input = structuredClone(RICH_CARD);
    const { signatures, ...rest } = signCard(input, { key: key.privateJwk, kid: 'signer' });
    expect(rest).toEqual(RICH_CARD);
    expect(signatures).toHaveLength(1);
    expect(input).toEqual(RICH_CARD);
  });

  it('adds to the signatures that are there, and they stay valid', () => {
    const second = testKey('EdDSA', 'second');
    const once = signCard(RICH_CARD, { key: key.privateJwk, kid: 'signer', profile: 'emitted' });
    const twice = signCard(once, { key: second.privateJwk, kid: 'second' });
    expect(judgeWith(key, twice)).toMatchObject({ status: 'verified', kid: 'signer', profile: 'emitted' });
    expect(judgeWith(second, twice)).toMatchObject({ status: 'verified', kid: 'second', profile: 'a2a-1.0' });
  });

  it('names where the key is published, where it is told', () => {
    const jku = 'https://keys.example/jwks.json';
    expect(headerOf(signCard(RICH_CARD, { key: key.privateJwk, kid: 'signer', jku }))).toHaveProperty(
      'jku',
      jku,
    );
    expect(headerOf(signCard(RICH_CARD, { key: key.privateJwk, kid: 'signer' }))).not.toHaveProperty('jku');
  });

  it('takes the algorithm from the option, then from the key, then from its kind', () => {
    const rsa = testKey('RS256');
    const { alg: _, ...plain } = rsa.privateJwk;
    const algOf = (jwk: JsonWebKey, alg?: string): unknown =>
      headerOf(signCard(RICH_CARD, { key: jwk, kid: 'k', ...(alg === undefined ? {} : { alg }) }));
    expect(algOf(plain)).toHaveProperty('alg', 'RS256');
    expect(algOf({ ...plain, alg: 'PS384' })).toHaveProperty('alg', 'PS384');
    expect(algOf({ ...plain, alg: 'PS384' }, 'RS512')).toHaveProperty('alg', 'RS512');
  });
});

describe('signCard refuses', () => {
  const jwkOf = (pair: { privateKey: { export(options: { format: 'jwk' }): JsonWebKey } }): JsonWebKey =>
    pair.privateKey.export({ format: 'jwk' });
  const secret = key.privateJwk.d ?? '';

  it.each<readonly [string, JsonWebKey, object]>([
    ['a public key', key.publicJwk, {}],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0' }, {}],
    ['no key at all', {}, {}],
    ['a private key that is cut', { ...key.privateJwk, d: secret.slice(0, 20) }, {}],
    ['a curve nobody accepts', jwkOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })), {}],
    ['a key for encryption', jwkOf(generateKeyPairSync('x25519')), {}],
    ['an RSA key of 1024 bits', jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 })), {}],
    ['an algorithm of another kind of key', key.privateJwk, { alg: 'RS256' }],
    ['an algorithm of another curve', key.privateJwk, { alg: 'ES384' }],
    ['none', key.privateJwk, { alg: 'none' }],
    ['HS256', key.privateJwk, { alg: 'HS256' }],
    ['an empty kid', key.privateJwk, { kid: '' }],
  ])('%s', (_name, jwk, options) => {
    try {
      signCard(RICH_CARD, { key: jwk, kid: 'k', ...options });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'ADVERTISED_SIGN_KEY_INVALID', layer: 'advertised' });
      const { message, stack, cause } = error as GovernanceError;
      expect([message, stack, String(cause)].join()).not.toContain(secret.slice(0, 20));
    }
  });

  it.each([
    ['an object', {}],
    ['text', 'x'],
    ['a number', 0],
  ])('a card whose `signatures` is %s', (_name, signatures) => {
    expect(() => signCard({ ...RICH_CARD, signatures }, { key: key.privateJwk, kid: 'k' })).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_SIGN_CARD_INVALID', pointer: '/signatures' }),
    );
  });

  it('a card that has no canonical form under the profile', () => {
    const card = { ...RICH_CARD, capabilities: { streaming: 'yes' } };
    const options = { key: key.privateJwk, kid: 'k' };
    expect(() => signCard(card, options)).toThrow(
      expect.objectContaining({
        code: 'ADVERTISED_PROFILE_INAPPLICABLE',
        pointer: '/capabilities/streaming',
      }),
    );
    expect(judgeWith(key, signCard(card, { ...options, kid: 'signer', profile: 'emitted' })).status).toBe(
      'verified',
    );
  });

  it('a card that changes when it is written: -0, where the profile writes it', () => {
    const capabilities = { extensions: [{ uri: 'urn:x', params: { n: -0 } }] };
    const options = { key: key.privateJwk, kid: 'signer' };
    const card = { ...RICH_CARD, capabilities };
    expect(() => signCard(card, { ...options, profile: 'a2a-python-legacy' })).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_SIGN_CARD_INVALID', pointer: '' }),
    );
    expect(judgeWith(key, signCard(card, { ...options, profile: 'emitted' })).status).toBe('verified');
  });

  it('a profile that does not exist', () => {
    const options = { key: key.privateJwk, kid: 'k', profile: 'raw' as 'emitted' };
    expect(() => signCard(RICH_CARD, options)).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_PROFILE_UNKNOWN' }),
    );
  });
});
