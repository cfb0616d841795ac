// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject } from '../../core/json.js';

/**
 * The `keys` of a JWKS text (RFC 7517 section 5); `undefined` where it is none.
 */
export function parseJwks(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && Array.isArray(value['keys']) ? (value['keys'] as unknown[]) : undefined;
  } catch {
    // No cause kept: a parse error quotes the text, and the text may be a key.
    return undefined;
  }
}

/**
 * The `keys` of a JWKS file.
 * @throws AdvertisedError ADVERTISED_TRUST_FILE
 */
export function readJwksFile(path: string, at: string): readonly unknown[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault('ADVERTISED_TRUST_FILE', { pointer: at, detail: `${quote(path)} (${code})` });
  }
  const keys = parseJwks(text);
  if (keys === undefined) throw fault('ADVERTISED_TRUST_FILE', { pointer: at, detail: quote(path) });
  return keys;
}
