// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { fault, quote } from '../../core/errors.js';
import { type Json, type JsonObject, member } from '../../core/json.js';
import type { KeyShape } from '../../core/trust.js';
import { canonicalizeUnder, type ProfileName } from '../profiles/profiles.js';
import { ALGORITHMS, type Algorithm, signBytes, verifyBytes } from './algorithms.js';
import { isWeak, keyShape } from './key-shape.js';

/** What {@link signCard} signs with. */
export interface SignOptions {
  /** A private JWK; it never appears in the card, in an error or in a log. */
  readonly key: JsonWebKey;
  /** The name that verifiers find the public key by. */
  readonly kid: string;
  /** What the signature covers; `a2a-1.0` where it is not said. */
  readonly profile?: ProfileName;
  /** A JWS algorithm of the key's kind; from the key where it is not said. */
  readonly alg?: string;
  /** Where the public key is published; a hint that verifiers may ignore. */
  readonly jku?: string;
}

const USUAL: Readonly<Record<KeyShape, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
  RSA: 'RS256',
};

/**
 * A copy of a card with one more signature: a detached JWS in JSON form (A2A section 8.4.2) over the canonical form
 * of the profile, with `alg`, `kid` and `typ: JOSE` protected. Signatures that are there stay, and stay valid.
 * @throws AdvertisedError ADVERTISED_SIGN_KEY_INVALID, ADVERTISED_SIGN_CARD_INVALID, ADVERTISED_PROFILE_UNKNOWN,
 * ADVERTISED_PROFILE_INAPPLICABLE
 * @example signCard(card, { key: privateJwk, kid: 'key-1' })
 */
export function signCard(card: JsonObject, options: SignOptions): JsonObject {
  const { kid, jku, profile = 'a2a-1.0' } = options;
  if (kid === '') throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: 'no `kid`' });
  const signatures = member(card, 'signatures') ?? [];
  if (!Array.isArray(signatures)) {
    throw fault('ADVERTISED_SIGN_CARD_INVALID', { pointer: '/signatures', detail: 'expected a list' });
  }
  const key = importKey(options.key);
  const algorithm = algorithmFor(key, options.alg ?? options.key.alg);
  const text = canonicalizeUnder(profile, card);
  // Whoever gets the card gets its text: what changes there (`-0` under the legacy profile) would not
  // verify.
  if (canonicalizeUnder(profile, JSON.parse(JSON.stringify(card)) as JsonObject) !== text)
    throw fault('ADVERTISED_SIGN_CARD_INVALID', { pointer: '', detail: 'it changes when it is written' });
  const payload = Buffer.from(text, 'utf8').toString('base64url');
  const header = { alg: algorithm.name, kid, typ: 'JOSE', ...(jku === undefined ? {} : { jku }) };
  const protectedText = Buffer.from(JSON.stringify(header), 'utf8').toString('base64url');
  const data = Buffer.from(`${protectedText}.${payload}`, 'latin1');
  const signature = signBytes(algorithm, key, data);
  // A JWK may hold halves that do not belong together; nobody could verify what such a key signs.
  if (!verifyBytes(algorithm, createPublicKey(key), data, signature)) {
    throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: 'its halves do not belong together' });
  }
  const entry = { protected: protectedText, signature: signature.toString('base64url') };
  return { ...card, signatures: [...(signatures as readonly Json[]), entry] };
}

function importKey(jwk: JsonWebKey): KeyObject {
  try {
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    if (!isWeak(key)) return key;
  } catch {
    // No cause: what the library says about a private key must reach no log.
    throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: 'not a private JWK' });
  }
  throw fault('ADVERTISED_SIGN_KEY_INVALID', {
    detail: 'a weak key: RSA of less than 2048 bits, or with an exponent of 1',
  });
}

function algorithmFor(key: KeyObject, alg: unknown): Algorithm {
  const shape = keyShape(key);
  if (shape === undefined) throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: 'kind or curve of the key' });
  const algorithm = ALGORITHMS.get(typeof alg === 'string' ? alg : USUAL[shape]);
  if (algorithm === undefined || algorithm.shape !== shape) {
    throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: `algorithm ${quote(alg)} with a key of ${shape}` });
  }
  return algorithm;
}
