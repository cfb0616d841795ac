// SPDX-License-Identifier: Apache-2.0
import { CompactSign } from 'jose';
import { fault, quote } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { parseJsonText } from './json-text.js';
import { signingKey } from './keys.js';
import { hashBundleFile, isStructured } from './structured-hash.js';
import { type BundleFiles, type BundleKey, DEFAULT_BUNDLE_LIMITS } from './types.js';

/** What a signature says beside the files. Times in milliseconds since the epoch. */
export interface SignBundleOptions {
  readonly issuedAt: number;
  readonly expiresAt?: number;
  readonly issuer?: string;
}

/**
 * The files with a `.signatures.json` that OPA verifies: one JWT over the hash of every file. The key's id goes
 * into the header, its scope into the claims; an earlier signature is replaced.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_KEY_INVALID, AUTHORIZED_BUNDLE_JSON_INVALID
 */
export async function signBundle(
  files: BundleFiles,
  key: BundleKey,
  options: SignBundleOptions,
): Promise<BundleFiles> {
  const unsigned = new Map([...files].filter(([path]) => path !== '.signatures.json'));
  const claims: JsonObject = {
    files: [...unsigned].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => hashed(path, bytes)),
    iat: Math.floor(options.issuedAt / 1000),
    ...(options.expiresAt !== undefined && { exp: Math.floor(options.expiresAt / 1000) }),
    ...(options.issuer !== undefined && { iss: options.issuer }),
    ...(key.scope !== undefined && key.scope !== '' && { scope: key.scope }),
  };
  const token = await sign(claims, key);
  const file = `${JSON.stringify({ signatures: [token] }, null, 1)}\n`;
  return unsigned.set('.signatures.json', Buffer.from(file, 'utf8'));
}

function hashed(name: string, bytes: Uint8Array): JsonObject {
  const content = isStructured(name) ? parseJsonText(bytes, name, DEFAULT_BUNDLE_LIMITS.jsonDepth) : bytes;
  return { name, hash: hashBundleFile(content, 'sha256'), algorithm: 'SHA-256' };
}

async function sign(claims: JsonObject, key: BundleKey): Promise<string> {
  const secret = signingKey(key);
  try {
    return await new CompactSign(Buffer.from(JSON.stringify(claims), 'utf8'))
      .setProtectedHeader({ alg: key.algorithm, kid: key.id })
      .sign(secret);
  } catch (cause) {
    throw fault('AUTHORIZED_BUNDLE_KEY_INVALID', { detail: `${quote(key.id)} for ${key.algorithm}`, cause });
  }
}
