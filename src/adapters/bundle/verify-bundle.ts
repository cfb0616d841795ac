// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';
import { isEvenJson } from './even.js';
import { decodeUtf8, type JsonNode } from './json-text.js';
import { readSignature } from './read-signature.js';
import { HASH_ALGORITHMS, hashBundleFile, isStructured } from './structured-hash.js';
import type { BundleFiles, BundleSignature, BundleVerification } from './types.js';

/**
 * Verify the signature of a bundle, then that it lists exactly the files that are there, each with its hash, then
 * its times. `documents` are the parsed data.json and .manifest files; `now` is milliseconds since the epoch.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_SIGNATURE_MISSING, the codes of `readSignature`,
 * AUTHORIZED_BUNDLE_FILE_UNSIGNED, AUTHORIZED_BUNDLE_FILE_MISSING, AUTHORIZED_BUNDLE_HASH_MISMATCH,
 * AUTHORIZED_BUNDLE_HASH_UNSUPPORTED, AUTHORIZED_BUNDLE_FORMATTING_REFUSED, AUTHORIZED_BUNDLE_EXPIRED,
 * AUTHORIZED_BUNDLE_NOT_YET_VALID
 */
export async function verifyBundle(
  files: BundleFiles,
  documents: ReadonlyMap<string, JsonNode>,
  verification: BundleVerification,
  now: number,
): Promise<BundleSignature> {
  const file = files.get('.signatures.json');
  if (file === undefined) throw fault('AUTHORIZED_BUNDLE_SIGNATURE_MISSING');
  const { keyId, claims } = await readSignature(file, verification);
  const listed = readListed(member(claims, 'files'));
  for (const [path, bytes] of files) {
    if (path === '.signatures.json') continue;
    const entry = listed.get(path);
    if (entry === undefined) throw fault('AUTHORIZED_BUNDLE_FILE_UNSIGNED', { detail: quote(path) });
    verifyFile(path, bytes, documents.get(path), entry, verification);
    listed.delete(path);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw fault('AUTHORIZED_BUNDLE_FILE_MISSING', { detail: quote(missing) });
  const times = verifyTimes(claims, verification, now);
  const scope = member(claims, 'scope');
  const issuer = member(claims, 'iss');
  return Object.freeze({
    verified: true,
    keyId,
    ...(typeof scope === 'string' && { scope }),
    ...(typeof issuer === 'string' && { issuer }),
    ...times,
  });
}

interface ListedFile {
  readonly hash: string;
  readonly algorithm: string;
}

function readListed(value: Json | undefined): Map<string, ListedFile> {
  const listed = new Map<string, ListedFile>();
  if (!Array.isArray(value)) throw malformed('/files', 'not a list');
  for (const [index, item] of value.entries()) {
    const at = pointer('/files', index);
    if (!isJsonObject(item)) throw malformed(at, 'not an object');
    const [name, hash, algorithm] = ['name', 'hash', 'algorithm'].map((each) => member(item, each));
    if (typeof name !== 'string' || typeof hash !== 'string' || typeof algorithm !== 'string') {
      throw malformed(at, 'name, hash and algorithm are expected as strings');
    }
    if (listed.has(name)) throw malformed(at, `${quote(name)} is listed twice`);
    listed.set(name, { hash: hash.toLowerCase(), algorithm });
  }
  return listed;
}

function verifyFile(
  path: string,
  bytes: Uint8Array,
  document: JsonNode | undefined,
  entry: ListedFile,
  verification: BundleVerification,
): void {
  const algorithm = HASH_ALGORITHMS.get(entry.algorithm);
  if (algorithm === undefined) {
    const detail = `${quote(entry.algorithm)} for ${quote(path)}`;
    throw fault('AUTHORIZED_BUNDLE_HASH_UNSUPPORTED', { detail });
  }
  const content = isStructured(path) ? document : bytes;
  if (content === undefined || hashBundleFile(content, algorithm) !== entry.hash) {
    throw fault('AUTHORIZED_BUNDLE_HASH_MISMATCH', { detail: quote(path) });
  }
  if (isStructured(path) && verification.formatting !== 'any' && !isEvenJson(decodeUtf8(bytes, path))) {
    throw fault('AUTHORIZED_BUNDLE_FORMATTING_REFUSED', { detail: quote(path) });
  }
}

function verifyTimes(
  claims: JsonObject,
  verification: BundleVerification,
  now: number,
): Pick<BundleSignature, 'issuedAt' | 'expiresAt'> {
  const skew = (verification.skewSeconds ?? 60) * 1000;
  const issuedAt = readTime(claims, 'iat');
  const expiresAt = readTime(claims, 'exp');
  const notBefore = readTime(claims, 'nbf');
  // RFC 7519 section 4.1.4: not accepted on or after exp.
  if (expiresAt !== undefined && now >= expiresAt + skew) throw expired('its `exp` has passed');
  if (Math.max(issuedAt ?? 0, notBefore ?? 0) > now + skew) throw fault('AUTHORIZED_BUNDLE_NOT_YET_VALID');
  if (verification.maxAgeSeconds !== undefined) {
    if (issuedAt === undefined) throw expired('it has no `iat` and a maximum age is configured');
    if (now - issuedAt > verification.maxAgeSeconds * 1000 + skew) throw expired('its `iat` is too old');
  }
  return { ...(issuedAt !== undefined && { issuedAt }), ...(expiresAt !== undefined && { expiresAt }) };
}

function readTime(claims: JsonObject, name: string): number | undefined {
  const value = member(claims, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || value < 0) throw malformed(`/${name}`, 'not a NumericDate');
  return value * 1000;
}

function expired(detail: string): Error {
  return fault('AUTHORIZED_BUNDLE_EXPIRED', { detail });
}

function malformed(at: string, detail: string): Error {
  return fault('AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED', { pointer: at, detail });
}
