// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';

declare const digestBrand: unique symbol;

/** `sha256:` and 64 lower-case hex digits; made only by {@link digestBytes} and {@link parseDigest}. */
export type Digest = string & { readonly [digestBrand]: true };

/** SHA-256 of bytes, or of a string's UTF-8 form, as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** The digest of bytes, or of a string's UTF-8 form. */
export function digestBytes(data: string | Uint8Array): Digest {
  return `sha256:${sha256Hex(data)}` as Digest;
}

/** Read a digest from text; `undefined` unless it is `sha256:` and 64 lower-case hex digits. */
export function parseDigest(text: string): Digest | undefined {
  return /^sha256:[0-9a-f]{64}$/.test(text) ? (text as Digest) : undefined;
}
