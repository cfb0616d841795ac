// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../../src/adapters/trust-store/index.js';
import { ALGORITHMS } from '../../../src/advertised/signature/index.js';
import { isWeak } from '../../../src/advertised/signature/key-shape.js';
import { testKey } from '../../interop/signing-keys.js';

const publicKey = (jwk: JsonWebKey): KeyObject => createPublicKey({ key: jwk, format: 'jwk' });
const ed25519 = (hex: string): JsonWebKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from(hex, 'hex').toString('base64url'),
});

// The eight points of low order, and the spellings of them that are not reduced or carry a needless sign.
const LOW_ORDER: readonly string[] = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];

describe('a key that proves nothing is not trusted', () => {
  it.each(LOW_ORDER)('Ed25519 of low order: %s', (hex) => {
    expect(isWeak(publicKey(ed25519(hex)))).toBe(true);
    expect(() => createTrustStore({ jwks: [{ keys: [{ ...ed25519(hex), kid: 'k' }] }] })).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_TRUST_KEY_WEAK', pointer: '/jwks/0/keys/0' }),
    );
  });

  it.each([
    ['an exponent of 1', 'AQ'],
    ['an exponent of 0', 'AA'],
    ['an exponent of 2', 'Ag'],
  ])('RSA with %s', (_name, e) => {
    const jwk = { ...testKey('RS256').publicJwk, e };
    expect(isWeak(publicKey(jwk))).toBe(true);
  });

  it('RSA of 1024 bits', () => {
    expect(isWeak(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)).toBe(true);
  });

  it.each([...ALGORITHMS.keys()])('and one of %s is', (alg) => {
    const { publicJwk, privateJwk } = testKey(alg);
    expect(isWeak(publicKey(publicJwk))).toBe(false);
    expect(isWeak(publicKey(privateJwk))).toBe(false);
  });

  it('and RSA with an exponent of 3 is', () => {
    const made = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    expect(isWeak(made.publicKey)).toBe(false);
  });
});
