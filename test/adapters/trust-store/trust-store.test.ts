// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { createTrustStore, type TrustConfig } from '../../../src/adapters/trust-store/index.js';
import { GovernanceError } from '../../../src/core/errors.js';
import { testKey } from '../../interop/signing-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-trust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Jwk = Record<string, unknown>;
const es = testKey('ES256', 'es');
const esJwk = es.publicJwk as Jwk;
const rsa = testKey('RS256', 'rsa');
const curve = (namedCurve: string): Jwk =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as Jwk;
const weak = {
  ...generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }),
  kid: 'w',
} as Jwk;

function refusalOf(config: unknown): readonly [string, string | undefined] | 'none' {
  try {
    createTrustStore(config as TrustConfig);
    return 'none';
  } catch (error) {
    if (error instanceof GovernanceError) return [error.code.replace('ADVERTISED_TRUST_', ''), error.pointer];
    throw error;
  }
}

const pinned = (...keys: Jwk[]): TrustConfig => ({ jwks: [{ keys }] });

describe('a trust configuration is refused', () => {
  it.each([
    ['null', null, ''],
    ['a list', [], ''],
    ['an unknown member', { jwk: [] }, ''],
    ['an unknown member of an entry', { jwks: [{ keys: [], origin: 'https://a.example' }] }, '/jwks/0'],
    ['neither path nor keys', { jwks: [{}] }, '/jwks/0'],
    ['both path and keys', { jwks: [{ path: 'x', keys: [] }] }, '/jwks/0'],
    ['an unknown profile', { profiles: ['raw'] }, '/profiles/0'],
    ['no profile', { profiles: [] }, '/profiles'],
    ['requireSignature as text', { requireSignature: 'yes' }, '/requireSignature'],
    [
      'an origin with a path',
      { jwks: [{ keys: [], origins: ['https://a.example/x'] }] },
      '/jwks/0/origins/0',
    ],
    [
      'an origin with a slash',
      { jwks: [{ keys: [], origins: ['https://a.example/'] }] },
      '/jwks/0/origins/0',
    ],
    ['a wildcard origin', { jwks: [{ keys: [], origins: ['https://*.example'] }] }, '/jwks/0/origins/0'],
    ['a bare host', { jwks: [{ keys: [], origins: ['a.example'] }] }, '/jwks/0/origins/0'],
    ['a window that is no time', { jwks: [{ keys: [], notAfter: 'tomorrow' }] }, '/jwks/0/notAfter'],
    [
      'a day that does not exist',
      { jwks: [{ keys: [], notBefore: '2026-02-30T00:00:00Z' }] },
      '/jwks/0/notBefore',
    ],
    ['a revocation of nothing', { revoked: [{}] }, '/revoked/0'],
    ['a jku over http', { jku: { allow: ['http://a.example/jwks.json'] } }, '/jku/allow/0'],
    ['a jku with a user', { jku: { allow: ['https://u:p@a.example/jwks.json'] } }, '/jku/allow/0'],
    ['a jku with a fragment', { jku: { allow: ['https://a.example/jwks.json#x'] } }, '/jku/allow/0'],
    ['a jku that is no URL', { jku: { allow: ['*'] } }, '/jku/allow/0'],
    ['jku without a list', { jku: {} }, '/jku/allow'],
    ['a jku kept for ever', { jku: { allow: [], ttlSeconds: 1e9 } }, '/jku/ttlSeconds'],
  ])('%s', (_name, config, at) => {
    expect(refusalOf(config)).toEqual(['INVALID', at]);
  });

  it.each([
    ['a file that is not there', join(folder, 'missing.json'), 'FILE'],
    ['a folder', folder, 'FILE'],
    ['a file that is not JSON', file('text.json', 'not json'), 'FILE'],
    ['a file without `keys`', file('nokeys.json', { kty: 'EC' }), 'FILE'],
    ['a file whose `keys` is no list', file('map.json', { keys: {} }), 'FILE'],
    ['a list', file('list.json', [esJwk]), 'FILE'],
  ])('%s', (_name, path, code) => {
    expect(refusalOf({ jwks: [{ path }] })).toEqual([code, '/jwks/0/path']);
  });

  it.each([
    ['a private EC key', es.privateJwk as Jwk, 'KEY_PRIVATE'],
    ['a private RSA key', rsa.privateJwk as Jwk, 'KEY_PRIVATE'],
    ['a private Ed25519 key', testKey('EdDSA').privateJwk as Jwk, 'KEY_PRIVATE'],
    ['a private factor alone', { ...(rsa.publicJwk as Jwk), qi: 'AQAB' }, 'KEY_PRIVATE'],
    ['a private key of another use', { ...(es.privateJwk as Jwk), use: 'enc' }, 'KEY_PRIVATE'],
    ['a shared secret', { kty: 'oct', kid: 'x', k: 'c2VjcmV0' }, 'KEY_PRIVATE'],
    ['an RSA key of 1024 bits', weak, 'KEY_WEAK'],
    ['a point that is not on the curve', { ...esJwk, x: esJwk['y'] }, 'KEY_INVALID'],
    ['an EC key without y', { kty: 'EC', crv: 'P-256', x: esJwk['x'] }, 'KEY_INVALID'],
    ['an RSA key without n', { kty: 'RSA', e: 'AQAB' }, 'KEY_INVALID'],
    ['an empty Ed25519 key', { kty: 'OKP', crv: 'Ed25519', x: '' }, 'KEY_INVALID'],
  ])('%s', (_name, jwk, code) => {
    expect(refusalOf(pinned(esJwk, jwk))).toEqual([code, '/jwks/0/keys/1']);
  });

  it('a `kid` that is no text', () => {
    expect(refusalOf(pinned({ ...esJwk, kid: 7 }))).toEqual(['KEY_INVALID', '/jwks/0/keys/0/kid']);
  });

  it('without a word of any key in the message, the stack or the cause', () => {
    const secret = es.privateJwk.d ?? '';
    const broken = { ...esJwk, x: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ' };
    const configs: unknown[] = [
      pinned(es.privateJwk as Jwk),
      pinned(broken),
      { jwks: [{ path: file('private.json', { keys: [es.privateJwk] }) }] },
      { jwks: [{ path: file('cut.json', JSON.stringify({ keys: [es.privateJwk] }).slice(0, -3)) }] },
      { jwks: [{ keys: [es.privateJwk], name: secret.slice(0, 0) }] },
      { jwks: es.privateJwk },
    ];
    for (const config of configs) {
      try {
        createTrustStore(config as TrustConfig);
        expect.unreachable();
      } catch (error) {
        const fault = error as GovernanceError;
        const said = [
          fault.message,
          fault.stack,
          fault.toLine(),
          String(fault.cause),
          JSON.stringify(fault),
        ].join();
        expect(said).not.toContain(secret);
        expect(said).not.toContain(broken.x);
        expect(fault.code).toMatch(/^ADVERTISED_TRUST_/);
      }
    }
  });
});

describe('keys', () => {
  it.each([
    ['another use', { ...esJwk, use: 'enc' }],
    ['other operations', { ...esJwk, key_ops: ['deriveKey'] }],
    ['secp256k1', curve('secp256k1')],
    ['X25519', generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }) as Jwk],
    ['Ed448', generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' }) as Jwk],
    ['a kind nobody knows', { kty: 'x-bip340', crv: 'secp256k1', x_hex: '38' }],
  ])('of %s are passed over', (_name, jwk) => {
    expect(createTrustStore(pinned(jwk, esJwk)).pinned.map(({ kid }) => kid)).toEqual(['es']);
  });

  it.each(['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256'])('have the RFC 7638 thumbprint: %s', async (alg) => {
    const { publicJwk } = testKey(alg);
    const [key] = createTrustStore(pinned(publicJwk as Jwk)).pinned;
    expect(key?.thumbprint).toBe(await calculateJwkThumbprint(publicJwk as JWK));
  });

  it('are found by name in every source, and by no other name', () => {
    const path = file('good.json', { keys: [esJwk, rsa.publicJwk] });
    const store = createTrustStore({
      jwks: [{ path }, { keys: [{ ...(rsa.publicJwk as Jwk), kid: 'es' }], name: 'two' }],
    });
    expect(store.keys('es', undefined, 0).map(({ source }) => source)).toEqual([path, 'two']);
    for (const kid of ['', 'ES', '__proto__', 'toString', 'constructor']) {
      expect(store.keys(kid, undefined, 0)).toEqual([]);
    }
  });
});

describe('the revision', () => {
  const revision = (config: TrustConfig): string => createTrustStore(config).revision;

  it('is the same for the same configuration and another for any other', () => {
    const base = pinned(esJwk);
    expect(revision(base)).toBe(revision(structuredClone(base)));
    const others: TrustConfig[] = [
      {},
      pinned(esJwk, rsa.publicJwk as Jwk),
      pinned({ ...esJwk, kid: 'x' }),
      pinned({ ...esJwk, alg: 'ES256' }),
      { ...base, requireSignature: true },
      { ...base, profiles: ['emitted'] },
      { ...base, revoked: [{ kid: 'es' }] },
      { ...base, revoked: [{ kid: 'other' }] },
      { ...base, jku: { allow: ['https://a.example/jwks.json'] } },
      { jwks: [{ keys: [esJwk], origins: ['https://a.example'] }] },
      { jwks: [{ keys: [esJwk], notAfter: '2026-01-01T00:00:00Z' }] },
      { jwks: [{ keys: [esJwk], name: 'named' }] },
    ];
    const all = [base, ...others].map(revision);
    expect(new Set(all).size).toBe(all.length);
  });

  it('with the time, changes as a window opens and closes, on the millisecond', () => {
    const store = createTrustStore({
      jwks: [{ keys: [esJwk], notBefore: '1970-01-01T00:00:01Z', notAfter: '1970-01-01T00:00:02Z' }],
    });
    const [before, at, within, end, after] = [999, 1000, 1500, 2000, 2001].map((now) =>
      store.revisionAt(now),
    );
    expect(new Set([before, within, after]).size).toBe(3);
    expect(at).not.toBe(before);
    expect(end).not.toBe(after);
    expect(createTrustStore(pinned(esJwk)).revisionAt(0)).toBe(
      createTrustStore(pinned(esJwk)).revisionAt(1e15),
    );
  });
});

describe('what is not said', () => {
  it('is the usual: three profiles, no signature required, no key, nothing to fetch', () => {
    const store = createTrustStore({});
    expect(store.profiles).toEqual(['emitted', 'a2a-1.0', 'a2a-sdk']);
    expect(store.requireSignature).toBe(false);
    expect(store.pinned).toEqual([]);
    expect(store.isRevoked('x')).toBe(false);
    expect(store.prepare({ signatures: [] })).toBeUndefined();
  });
});
