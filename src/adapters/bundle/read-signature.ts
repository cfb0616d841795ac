// SPDX-License-Identifier: Apache-2.0
import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { isEvenJson } from './even.js';
import { decodeUtf8, parseJsonText } from './json-text.js';
import { toJson } from './json-value.js';
import { verificationKey } from './keys.js';
import { refuseCaseVariants } from './manifest.js';
import type { BundleKey, BundleVerification } from './types.js';

/** Claims of a token whose signature was verified; the scope matched. */
export interface VerifiedToken {
  readonly keyId: string;
  readonly claims: JsonObject;
}

const CLAIMS = ['files', 'keyid', 'scope', 'iat', 'iss', 'exp', 'nbf'];

/**
 * Verify `.signatures.json` by OPA's rules: exactly one JWT; the key is the configured one, else the header's
 * `kid`, else the claim `keyid`; the algorithm is the key's, never the header's; then the scope must match.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED, AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN,
 * AUTHORIZED_BUNDLE_SIGNATURE_INVALID, AUTHORIZED_BUNDLE_SIGNATURE_SCOPE, AUTHORIZED_BUNDLE_KEY_INVALID
 */
export async function readSignature(
  file: Uint8Array,
  verification: BundleVerification,
): Promise<VerifiedToken> {
  const token = onlyToken(file, verification);
  const [, payload = ''] = token.split('.');
  const claims = readClaims(Buffer.from(payload, 'base64url'));
  const key = chooseKey(token, claims, verification);
  try {
    // jose refuses a header that names another algorithm than the key's.
    await compactVerify(token, verificationKey(key), { algorithms: [key.algorithm] });
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    if (cause instanceof errors.JOSEError)
      throw fault('AUTHORIZED_BUNDLE_SIGNATURE_INVALID', { detail: quote(key.id), cause });
    throw fault('AUTHORIZED_BUNDLE_KEY_INVALID', { detail: `${quote(key.id)} for ${key.algorithm}`, cause });
  }
  const expected = verification.scope ?? key.scope ?? '';
  const scope = member(claims, 'scope') ?? '';
  if (scope !== expected) {
    const detail = `${quote(scope)} instead of ${quote(expected)}`;
    throw fault('AUTHORIZED_BUNDLE_SIGNATURE_SCOPE', { detail });
  }
  return { keyId: key.id, claims };
}

function onlyToken(file: Uint8Array, verification: BundleVerification): string {
  const document = readObject(file, '.signatures.json');
  for (const name of Object.keys(document)) {
    if (name !== 'signatures' && name !== 'plugin') throw malformed(`member ${quote(name)}`);
  }
  const plugin = member(document, 'plugin') ?? '';
  if (plugin !== '' && plugin !== '_default') throw malformed(`plugin ${quote(plugin)}`);
  const tokens = member(document, 'signatures');
  const [token] = Array.isArray(tokens) ? (tokens as readonly Json[]) : [];
  if (!Array.isArray(tokens) || tokens.length !== 1 || typeof token !== 'string') {
    throw malformed('exactly one JWT is expected');
  }
  // Base64url has spare bits: two spellings of one signature would be a changed byte that nobody sees.
  const parts = token.split('.');
  const exact = parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
  if (parts.length !== 3 || !exact) throw malformed('not a compact JWT');
  if (verification.formatting !== 'any' && !isEvenJson(decodeUtf8(file, '.signatures.json'))) {
    throw fault('AUTHORIZED_BUNDLE_FORMATTING_REFUSED', { detail: '`.signatures.json`' });
  }
  return token;
}

function readClaims(payload: Uint8Array): JsonObject {
  const claims = readObject(payload, 'JWT payload');
  refuseCaseVariants(claims, CLAIMS, 'AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED');
  return claims;
}

function readObject(bytes: Uint8Array, name: string): JsonObject {
  let value: Json;
  try {
    value = toJson(parseJsonText(bytes, name, 16));
  } catch (cause) {
    throw fault('AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED', { detail: `${name} is not strict JSON`, cause });
  }
  if (!isJsonObject(value)) throw malformed(`${name} is not an object`);
  return value;
}

function chooseKey(token: string, claims: JsonObject, verification: BundleVerification): BundleKey {
  const id = verification.keyId ?? headerKeyId(token) ?? member(claims, 'keyid');
  const key = verification.keys.find((each) => each.id === id);
  if (key !== undefined) return key;
  const detail = typeof id === 'string' ? quote(id) : 'the token names none';
  throw fault('AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN', { detail });
}

function headerKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch (cause) {
    throw fault('AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED', { detail: 'JWT header', cause });
  }
}

function malformed(detail: string): Error {
  return fault('AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED', { detail });
}
