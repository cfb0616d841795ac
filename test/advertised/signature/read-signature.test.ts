// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readSignature } from '../../../src/advertised/signature/read-signature.js';
import type { Json } from '../../../src/core/json.js';

const b64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64url');
const raw = (header: string, more: Record<string, Json> = {}): Json => ({
  protected: b64(header),
  signature: b64(Buffer.alloc(64, 1)),
  ...more,
});
const entry = (header: Json, more: Record<string, Json> = {}): Json => raw(JSON.stringify(header), more);
const good = { alg: 'ES256', kid: 'k', typ: 'JOSE' };

const REFUSED: readonly (readonly [string, Json, string])[] = [
  ['null', null, 'MALFORMED'],
  ['text', 'abc', 'MALFORMED'],
  ['a list', [], 'MALFORMED'],
  ['an empty object', {}, 'MALFORMED'],
  ['a proof that is no JWS', { type: 'Ed25519Signature2020', proofValue: 'z' }, 'MALFORMED'],
  ['`protected` that is no text', { protected: 1, signature: 'AA' }, 'MALFORMED'],
  ['no `signature`', { protected: b64(JSON.stringify(good)) }, 'MALFORMED'],
  ['an unprotected header that is text', entry(good, { header: 'x' }), 'MALFORMED'],
  ['an unprotected header that is null', entry(good, { header: null }), 'MALFORMED'],
  ['an unprotected header that is a list', entry(good, { header: [] }), 'MALFORMED'],
  ['an empty protected header', { protected: '', signature: 'AA' }, 'BASE64URL'],
  ['an empty signature', entry(good, { signature: '' }), 'BASE64URL'],
  ['padding', entry(good, { signature: `${b64(Buffer.alloc(64))}==` }), 'BASE64URL'],
  ['the base64 alphabet', entry(good, { signature: 'ab+/' }), 'BASE64URL'],
  ['white space', entry(good, { signature: 'ab cd' }), 'BASE64URL'],
  ['stray bits in the signature', entry(good, { signature: 'AB' }), 'BASE64URL'],
  ['stray bits in the header', { protected: 'eyJ', signature: 'AA' }, 'BASE64URL'],
  ['a length no base64url has', entry(good, { signature: 'AAAAA' }), 'BASE64URL'],
  ['a header that is not JSON', raw('{alg:1}'), 'HEADER_JSON'],
  ['a header that is a list', raw('["ES256"]'), 'HEADER_JSON'],
  ['a header that is text', raw('"ES256"'), 'HEADER_JSON'],
  ['a header that is null', raw('null'), 'HEADER_JSON'],
  ['a header with a byte order mark', raw('\ufeff{"alg":"ES256"}'), 'HEADER_JSON'],
  [
    'a header that is not UTF-8',
    { protected: b64(Buffer.from([0x7b, 0xff, 0x7d])), signature: 'AA' },
    'HEADER_JSON',
  ],
  ['a header with text behind it', raw('{"alg":"ES256"} x'), 'HEADER_JSON'],
  ['`__proto__` in the header', raw('{"alg":"ES256","kid":"k","__proto__":"x"}'), 'HEADER_JSON'],
  ['a member named twice', raw('{"alg":"none","kid":"k","alg":"ES256"}'), 'HEADER_DUPLICATE'],
  [
    'a member named twice, once in escapes',
    raw('{"alg":"none","kid":"k","\\u0061lg":"ES256"}'),
    'HEADER_DUPLICATE',
  ],
  [
    'a member named twice, once as an object',
    raw('{"kid":{"a":1},"kid":"k","alg":"ES256"}'),
    'HEADER_DUPLICATE',
  ],
  ['`kid` in both headers', entry(good, { header: { kid: 'k' } }), 'HEADER_OVERLAP'],
  ['`alg` in both headers', entry(good, { header: { alg: 'none' } }), 'HEADER_OVERLAP'],
  ['`jku` null', entry({ ...good, jku: null }), 'HEADER_NULL'],
  ['`kid` null', entry({ ...good, kid: null }), 'HEADER_NULL'],
  ['`kid` a number', entry({ ...good, kid: 1 }), 'HEADER_TYPE'],
  ['`alg` a list', entry({ ...good, alg: ['ES256'] }), 'HEADER_TYPE'],
  ['`typ` a bool', entry({ ...good, typ: true }), 'HEADER_TYPE'],
  ['a key in the header', entry({ ...good, jwk: { kty: 'EC' } }), 'HEADER_TYPE'],
  ['a certificate in the header', entry({ ...good, x5c: ['MII'] }), 'HEADER_TYPE'],
  ['`crit`', entry({ ...good, crit: ['exp'] }), 'CRIT'],
  ['an empty `crit`', entry({ ...good, crit: [] }), 'CRIT'],
  ['`crit` beside', entry(good, { header: { crit: ['exp'] } }), 'CRIT'],
  ['`b64` false', entry({ ...good, b64: false }), 'B64'],
  ['`b64` false and critical', entry({ ...good, b64: false, crit: ['b64'] }), 'CRIT'],
  ['`b64` true', entry({ ...good, b64: true }), 'B64'],
  ['`b64` beside', entry(good, { header: { b64: false } }), 'B64'],
  ['no `alg`', entry({ kid: 'k' }), 'ALG_MISSING'],
  ['`alg` in the unprotected header alone', entry({ kid: 'k' }, { header: { alg: 'ES256' } }), 'ALG_MISSING'],
  ['none', entry({ ...good, alg: 'none' }), 'ALG_NONE'],
  ['none as it is signed, with nothing', entry({ ...good, alg: 'none' }, { signature: '' }), 'ALG_NONE'],
  ['none in capitals', entry({ ...good, alg: 'NonE' }), 'ALG_NONE'],
  ['HS256', entry({ ...good, alg: 'HS256' }), 'ALG_SYMMETRIC'],
  ['HS384', entry({ ...good, alg: 'HS384' }), 'ALG_SYMMETRIC'],
  ['HS512', entry({ ...good, alg: 'HS512' }), 'ALG_SYMMETRIC'],
  ['ES256K', entry({ ...good, alg: 'ES256K' }), 'ALG_SECP256K1'],
  ['secp256k1-bip340', entry({ ...good, alg: 'secp256k1-bip340' }), 'ALG_SECP256K1'],
  ['an algorithm in small letters', entry({ ...good, alg: 'es256' }), 'ALG_UNKNOWN'],
  ['an algorithm with a space', entry({ ...good, alg: ' ES256' }), 'ALG_UNKNOWN'],
  ['RS1', entry({ ...good, alg: 'RS1' }), 'ALG_UNKNOWN'],
  ['Ed448', entry({ ...good, alg: 'Ed448' }), 'ALG_UNKNOWN'],
  ['an inherited name', entry({ ...good, alg: 'toString' }), 'ALG_UNKNOWN'],
  ['an empty algorithm', entry({ ...good, alg: '' }), 'ALG_UNKNOWN'],
  ['no `kid`', entry({ alg: 'ES256' }), 'KID_MISSING'],
  ['an empty `kid`', entry({ ...good, kid: '' }), 'KID_MISSING'],
  ['`kid` in the unprotected header alone', entry({ alg: 'ES256' }, { header: { kid: 'k' } }), 'KID_MISSING'],
  ['a short signature', entry(good, { signature: b64(Buffer.alloc(63)) }), 'FORM'],
  ['a DER signature', entry(good, { signature: b64(Buffer.alloc(71, 0x30)) }), 'FORM'],
  ['a signature of ES256 under ES384', entry({ ...good, alg: 'ES384' }), 'FORM'],
  ['a signature of ES256 under ES512', entry({ ...good, alg: 'ES512' }), 'FORM'],
];

describe('a signature entry is refused by name', () => {
  it.each(REFUSED)('%s', (_name, input, code) => {
    expect(readSignature(input)).toMatchObject({ ok: false, code: `ADVERTISED_SIGNATURE_${code}` });
  });

  it('and what could be read of it is told', () => {
    expect(readSignature(entry({ ...good, alg: 'HS256' }))).toEqual({
      ok: false,
      code: 'ADVERTISED_SIGNATURE_ALG_SYMMETRIC',
      kid: 'k',
      alg: 'HS256',
    });
  });
});

describe('a signature entry is read', () => {
  it('with what names its key and its algorithm', () => {
    expect(readSignature(entry({ ...good, jku: 'https://a.example/jwks.json' }))).toMatchObject({
      ok: true,
      kid: 'k',
      jku: 'https://a.example/jwks.json',
      algorithm: { name: 'ES256' },
    });
  });

  it.each([
    ['without `typ`', entry({ alg: 'ES256', kid: 'k' })],
    ['with another `typ`', entry({ ...good, typ: 'agent-card+jws' })],
    ['with an unprotected header of other members', entry(good, { header: { note: null } })],
    ['with members a JWS does not have', entry(good, { created: '2026-01-01' })],
  ])('%s', (_name, input) => {
    expect(readSignature(input).ok).toBe(true);
  });
});
