// SPDX-License-Identifier: Apache-2.0
import type { KeyObject } from 'node:crypto';
import type { KeyShape } from '../../core/trust.js';

const CURVES: ReadonlyMap<string | undefined, KeyShape> = new Map([
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
]);

/** RSA keys shorter than this are refused (RFC 7518 section 3.3). */
export const RSA_LEAST_BITS = 2048;

/** What a key can sign or verify; `undefined` where no accepted algorithm takes it. */
export function keyShape(key: KeyObject): KeyShape | undefined {
  switch (key.asymmetricKeyType) {
    case 'ec':
      return CURVES.get(key.asymmetricKeyDetails?.namedCurve);
    case 'ed25519':
      return 'Ed25519';
    case 'rsa':
      return 'RSA';
    default:
      return undefined;
  }
}

/** Whether a key is an RSA key that is too short. */
export function isWeak(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_LEAST_BITS;
}
