// SPDX-License-Identifier: Apache-2.0
import { constants, type KeyObject, sign, verify } from 'node:crypto';
import type { ErrorCode } from '../../core/errors.js';
import type { KeyShape } from '../../core/trust.js';

/** A JWS algorithm that is accepted: the key it takes, and how node:crypto spells it. */
export interface Algorithm {
  readonly name: string;
  readonly shape: KeyShape;
  /** `null` for EdDSA, which hashes by itself. */
  readonly hash: string | null;
  /** Length of a signature in bytes; absent for RSA, where it is the length of the modulus. */
  readonly length?: number;
  readonly padding?: number;
}

const PKCS1 = constants.RSA_PKCS1_PADDING;
const PSS = constants.RSA_PKCS1_PSS_PADDING;

const ROWS: readonly Algorithm[] = [
  { name: 'ES256', shape: 'P-256', hash: 'sha256', length: 64 },
  { name: 'ES384', shape: 'P-384', hash: 'sha384', length: 96 },
  { name: 'ES512', shape: 'P-521', hash: 'sha512', length: 132 },
  { name: 'EdDSA', shape: 'Ed25519', hash: null, length: 64 },
  { name: 'RS256', shape: 'RSA', hash: 'sha256', padding: PKCS1 },
  { name: 'RS384', shape: 'RSA', hash: 'sha384', padding: PKCS1 },
  { name: 'RS512', shape: 'RSA', hash: 'sha512', padding: PKCS1 },
  { name: 'PS256', shape: 'RSA', hash: 'sha256', padding: PSS },
  { name: 'PS384', shape: 'RSA', hash: 'sha384', padding: PSS },
  { name: 'PS512', shape: 'RSA', hash: 'sha512', padding: PSS },
];

/** The algorithms that are accepted, by name (RFC 7518, RFC 8037); everything else is refused. */
export const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map(ROWS.map((row) => [row.name, row]));

/** Why an algorithm that is not accepted is refused, by name. */
export function refusalOf(alg: string): ErrorCode {
  if (alg.toLowerCase() === 'none') return 'ADVERTISED_SIGNATURE_ALG_NONE';
  if (/^HS\d+$/i.test(alg)) return 'ADVERTISED_SIGNATURE_ALG_SYMMETRIC';
  if (/^ES256K|secp256k1/i.test(alg)) return 'ADVERTISED_SIGNATURE_ALG_SECP256K1';
  return 'ADVERTISED_SIGNATURE_ALG_UNKNOWN';
}

/** Verify a signature over bytes; ECDSA in IEEE P1363 form only (RFC 7518 section 3.4). */
export function verifyBytes(algorithm: Algorithm, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  return verify(algorithm.hash, data, keyInput(algorithm, key), signature);
}

/** Sign bytes; ECDSA in IEEE P1363 form. */
export function signBytes(algorithm: Algorithm, key: KeyObject, data: Buffer): Buffer {
  return sign(algorithm.hash, data, keyInput(algorithm, key));
}

function keyInput(
  algorithm: Algorithm,
  key: KeyObject,
): { key: KeyObject; dsaEncoding: 'ieee-p1363'; padding?: number; saltLength?: number } {
  if (algorithm.padding === undefined) return { key, dsaEncoding: 'ieee-p1363' };
  if (algorithm.padding !== PSS) return { key, dsaEncoding: 'ieee-p1363', padding: algorithm.padding };
  // RFC 7518 section 3.5: the salt is as long as the hash.
  return { key, dsaEncoding: 'ieee-p1363', padding: PSS, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}
