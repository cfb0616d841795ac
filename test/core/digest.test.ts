// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestBytes, parseDigest, sha256Hex } from '../../src/core/digest.js';

// FIPS 180-4, as published by NIST.
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('digests', () => {
  it('are SHA-256 in lower-case hex', () => {
    expect(sha256Hex('')).toBe(EMPTY);
    expect(sha256Hex('abc')).toBe(ABC);
    expect(digestBytes(new Uint8Array([0x61, 0x62, 0x63]))).toBe(`sha256:${ABC}`);
  });

  it('of text are those of its UTF-8 form, and of a part of a buffer those of that part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(4), (text, from) => {
        const bytes = new TextEncoder().encode(text);
        expect(sha256Hex(text)).toBe(sha256Hex(bytes));
        expect(sha256Hex(bytes.subarray(from))).toBe(
          createHash('sha256').update(bytes.subarray(from)).digest('hex'),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('are read back', () => {
    const digest = digestBytes('abc');
    expect(parseDigest(digest)).toBe(digest);
  });

  it.each([
    '',
    'sha256:',
    ABC,
    `sha256:${ABC.toUpperCase()}`,
    `SHA256:${ABC}`,
    `sha256:${ABC}0`,
    `sha256:${ABC.slice(1)}`,
    ` sha256:${ABC}`,
    `sha256:${ABC}\n`,
    `sha512:${ABC}${ABC}`,
    `sha256-${ABC}`,
    `sha256:${ABC.replace('b', 'g')}`,
  ])('are not read from %j', (text) => {
    expect(parseDigest(text)).toBeUndefined();
  });
});
