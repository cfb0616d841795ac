// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { fault, quote } from '../../core/errors.js';
import type { BundleKey } from './types.js';

/**
 * The key in the form jose takes: a secret's bytes, or the public key of a PEM (public, private or certificate).
 * @throws AuthorizedError AUTHORIZED_BUNDLE_KEY_INVALID
 */
export function verificationKey(key: BundleKey): KeyObject | Uint8Array {
  return load(key, createPublicKey);
}

/**
 * The private key of a PEM, or a secret's bytes.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_KEY_INVALID
 */
export function signingKey(key: BundleKey): KeyObject | Uint8Array {
  return load(key, createPrivateKey);
}

function load(key: BundleKey, fromPem: (pem: string) => KeyObject): KeyObject | Uint8Array {
  if (key.algorithm.startsWith('HS')) {
    // A public key given as a secret would let anyone who has it sign.
    if (key.key === '' || key.key.includes('-----BEGIN')) throw invalid(key);
    return Buffer.from(key.key, 'utf8');
  }
  try {
    return fromPem(key.key);
  } catch (cause) {
    throw invalid(key, cause);
  }
}

function invalid(key: BundleKey, cause?: unknown): Error {
  const detail = `${quote(key.id)} for ${quote(key.algorithm)}`;
  return fault('AUTHORIZED_BUNDLE_KEY_INVALID', { detail, cause });
}
