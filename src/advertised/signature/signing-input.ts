// SPDX-License-Identifier: Apache-2.0

// A card of usual size is written here and verified at once; the bytes are used again for the next one.
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

/**
 * What a JWS signs (RFC 7515 section 5.1): both parts in base64url with a point between them. The bytes are good
 * until the next call.
 */
export function signingInput(header: string, payload: string): Buffer {
  const length = header.length + 1 + payload.length;
  if (length > SCRATCH.length) return Buffer.from(`${header}.${payload}`, 'latin1');
  SCRATCH.write(header, 0, 'latin1');
  SCRATCH[header.length] = 0x2e;
  SCRATCH.write(payload, header.length + 1, 'latin1');
  return SCRATCH.subarray(0, length);
}
