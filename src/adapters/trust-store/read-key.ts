// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isWeak, keyShape } from '../../advertised/signature/key-shape.js';
import { sha256Hex } from '../../core/digest.js';
import { fault } from '../../core/errors.js';
import { isJsonObject } from '../../core/json.js';
import type { KeyShape } from '../../core/trust.js';

/** A public key read from a JWK, before anything is said about whom it speaks for. */
export interface PublicJwk {
  readonly key: KeyObject;
  readonly shape: KeyShape;
  readonly kid?: string;
  readonly alg?: string;
  readonly thumbprint: string;
}

// RFC 7518 section 6: what a private or symmetric key carries.
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Read one JWK (RFC 7517). `undefined` for a key that no accepted algorithm takes (`use: enc`, another curve):
 * RFC 7517 section 5 has such keys passed over.
 * @param at pointer for errors; messages never carry a value of the key
 * @throws AdvertisedError ADVERTISED_TRUST_KEY_PRIVATE, ADVERTISED_TRUST_KEY_WEAK, ADVERTISED_TRUST_KEY_INVALID
 */
export function readPublicJwk(jwk: unknown, at: string): PublicJwk | undefined {
  if (!isJsonObject(jwk))
    throw fault('ADVERTISED_TRUST_KEY_INVALID', { pointer: at, detail: 'not an object' });
  const secret = PRIVATE.find((name) => Object.hasOwn(jwk, name));
  if (secret !== undefined) {
    throw fault('ADVERTISED_TRUST_KEY_PRIVATE', { pointer: at, detail: `member \`${secret}\`` });
  }
  const { kty, crv, kid, alg, use, key_ops: operations } = jwk;
  for (const [name, value] of Object.entries({ kty, crv, kid, alg, use })) {
    if (value !== undefined && typeof value !== 'string')
      throw fault('ADVERTISED_TRUST_KEY_INVALID', { pointer: `${at}/${name}`, detail: 'expected a string' });
  }
  if (use !== undefined && use !== 'sig') return undefined;
  if (Array.isArray(operations) && !operations.includes('verify')) return undefined;
  if (kty !== 'RSA' && !(kty === 'EC' && isCurve(crv)) && !(kty === 'OKP' && crv === 'Ed25519'))
    return undefined;

  const key = importKey(jwk, at);
  const shape = keyShape(key);
  if (shape === undefined) return undefined;
  if (isWeak(key)) throw fault('ADVERTISED_TRUST_KEY_WEAK', { pointer: at });
  return {
    key,
    shape,
    thumbprint: thumbprintOf(key),
    ...(typeof kid === 'string' && kid !== '' ? { kid } : {}),
    ...(typeof alg === 'string' ? { alg } : {}),
  };
}

function isCurve(crv: unknown): boolean {
  return crv === 'P-256' || crv === 'P-384' || crv === 'P-521';
}

function importKey(jwk: object, at: string): KeyObject {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    // No cause: what the library says about a key it cannot read may quote it.
    throw fault('ADVERTISED_TRUST_KEY_INVALID', { pointer: at, detail: 'the key cannot be imported' });
  }
}

/** RFC 7638: SHA-256 over the required members in lexicographic order, from the key itself. */
function thumbprintOf(key: KeyObject): string {
  const { crv, e, kty, n, x, y } = key.export({ format: 'jwk' });
  const text = JSON.stringify({ crv, e, kty, n, x, y });
  return Buffer.from(sha256Hex(text), 'hex').toString('base64url');
}
