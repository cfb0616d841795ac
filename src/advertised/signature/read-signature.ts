// SPDX-License-Identifier: Apache-2.0
import { type ErrorCode, GovernanceError } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { ALGORITHMS, type Algorithm, refusalOf } from './algorithms.js';

/** A signature entry that is well formed and uses an accepted algorithm; nothing is verified yet. */
export interface ReadSignature {
  readonly ok: true;
  /** The protected header as published: the first half of the signing input. */
  readonly protected: string;
  readonly signature: Buffer;
  readonly algorithm: Algorithm;
  readonly kid: string;
  readonly jku?: string;
}

/** A signature entry that is refused, with what could be read of it. */
export interface RefusedSignature {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly kid?: string;
  readonly alg?: string;
}

/**
 * Read one entry of `signatures` (A2A section 4.4.7: flattened JWS JSON, RFC 7515 section 7.2.2, detached).
 * Never throws: an entry that cannot be read is refused by name, and the others are judged all the same.
 */
export function readSignature(entry: Json): ReadSignature | RefusedSignature {
  if (!isJsonObject(entry)) return refuse('ADVERTISED_SIGNATURE_MALFORMED');
  const encodedHeader = member(entry, 'protected');
  const encodedSignature = member(entry, 'signature');
  const unprotected = member(entry, 'header');
  if (typeof encodedHeader !== 'string' || typeof encodedSignature !== 'string')
    return refuse('ADVERTISED_SIGNATURE_MALFORMED');
  if (unprotected !== undefined && !isJsonObject(unprotected))
    return refuse('ADVERTISED_SIGNATURE_MALFORMED');
  const headerBytes = decode(encodedHeader);
  if (headerBytes === undefined) return refuse('ADVERTISED_SIGNATURE_BASE64URL');

  const header = parseHeader(headerBytes);
  if (typeof header === 'string') return refuse(header);
  const { alg, kid, jku } = header;
  const known = {
    ...(typeof kid === 'string' ? { kid } : {}),
    ...(typeof alg === 'string' ? { alg } : {}),
  };
  // First of all, so that a forbidden algorithm is called by its name whatever else is wrong: the signature of `none`
  // is empty (RFC 7518 section 3.6).
  if (typeof alg === 'string' && !ALGORITHMS.has(alg)) return { ...refuse(refusalOf(alg)), ...known };
  const signature = decode(encodedSignature);
  if (signature === undefined) return { ...refuse('ADVERTISED_SIGNATURE_BASE64URL'), ...known };
  const code = headerFault(header, unprotected);
  if (code !== undefined) return { ...refuse(code), ...known };

  // INVARIANT: every member of the header is a string from here on.
  const algorithm = typeof alg === 'string' ? ALGORITHMS.get(alg) : undefined;
  if (algorithm === undefined) return { ...refuse('ADVERTISED_SIGNATURE_ALG_MISSING'), ...known };
  if (typeof kid !== 'string' || kid === '')
    return { ...refuse('ADVERTISED_SIGNATURE_KID_MISSING'), ...known };
  if (algorithm.length !== undefined && signature.length !== algorithm.length)
    return { ...refuse('ADVERTISED_SIGNATURE_FORM'), ...known };
  return {
    ok: true,
    protected: encodedHeader,
    signature,
    algorithm,
    kid,
    ...(typeof jku === 'string' ? { jku } : {}),
  };
}

function headerFault(header: JsonObject, unprotected: JsonObject | undefined): ErrorCode | undefined {
  // RFC 7515 section 4.1.11 and RFC 7797: both change what is verified, and no A2A signer needs them.
  if (has(header, 'crit') || has(unprotected, 'crit')) return 'ADVERTISED_SIGNATURE_CRIT';
  if (has(header, 'b64') || has(unprotected, 'b64')) return 'ADVERTISED_SIGNATURE_B64';
  const names = Object.keys(header);
  if (names.some((name) => header[name] === null)) return 'ADVERTISED_SIGNATURE_HEADER_NULL';
  if (names.some((name) => typeof header[name] !== 'string')) return 'ADVERTISED_SIGNATURE_HEADER_TYPE';
  if (unprotected !== undefined && names.some((name) => has(unprotected, name)))
    return 'ADVERTISED_SIGNATURE_HEADER_OVERLAP';
  return undefined;
}

function has(object: JsonObject | undefined, name: string): boolean {
  return object !== undefined && Object.hasOwn(object, name);
}

function decode(text: string): Buffer | undefined {
  if (text === '' || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Stray bits in the last character would give one signature many spellings.
  return bytes.toString('base64url') === text ? bytes : undefined;
}

function parseHeader(bytes: Buffer): JsonObject | ErrorCode {
  try {
    return parseStrict(bytes);
  } catch (error) {
    if (!(error instanceof GovernanceError)) throw error;
    return error.code === 'ADVERTISED_JSON_DUPLICATE_KEY'
      ? 'ADVERTISED_SIGNATURE_HEADER_DUPLICATE'
      : 'ADVERTISED_SIGNATURE_HEADER_JSON';
  }
}

function refuse(code: ErrorCode): RefusedSignature {
  return { ok: false, code };
}
