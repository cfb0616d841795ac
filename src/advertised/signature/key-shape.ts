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

// Every spelling of a point of low order, with the sign of x masked. RFC 8032 section 5.1.7 lets such a key verify, and
// what it verifies anybody can write without a private key.
const LOW_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Whether a key proves nothing: RSA too short or with an exponent of 1, or Ed25519 of low order. */
export function isWeak(key: KeyObject): boolean {
  if (key.asymmetricKeyType === 'rsa') {
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
    return modulusLength < RSA_LEAST_BITS || publicExponent < 3n;
  }
  if (key.asymmetricKeyType !== 'ed25519') return false;
  const point = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  point.writeUInt8(point.readUInt8(31) & 0x7f, 31);
  return LOW_ORDER.has(point.toString('hex'));
}
