// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readFault } from '../../src/adapters/evidence-sqlite/internal/faults.js';
import { firstLibrary } from '../../src/adapters/sqlite/load-library.js';
import { createTrustStore, type TrustConfig } from '../../src/adapters/trust-store/index.js';
import { createSignatureJudge, signCard } from '../../src/advertised/signature/index.js';
import { readSignature } from '../../src/advertised/signature/read-signature.js';
import { requireOpa, runOpa } from '../../src/cli/policy/opa.js';
import { writeFile } from '../../src/cli/write-file.js';
import type { ErrorCode } from '../../src/core/errors.js';
import type { Json } from '../../src/core/json.js';
import { RICH_CARD, testKey } from '../interop/signing-keys.js';
import { createPlace, parley } from '../support/cli.js';

// The shortest way to codes that other tests reach only among many: one row each, the whole code in sight.

const place = createPlace();
afterAll(() => place.remove());

const header = (value: Json | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const jws = (value: Json | string, more: Record<string, Json> = {}): Json => ({
  protected: header(value),
  signature: Buffer.alloc(64).toString('base64url'),
  ...more,
});
const GOOD = { alg: 'ES256', kid: 'k' };

describe('a signature entry', () => {
  it.each<readonly [ErrorCode, Json]>([
    ['ADVERTISED_SIGNATURE_MALFORMED', []],
    ['ADVERTISED_SIGNATURE_BASE64URL', jws(GOOD, { signature: 'AA==' })],
    ['ADVERTISED_SIGNATURE_HEADER_JSON', jws('{')],
    ['ADVERTISED_SIGNATURE_HEADER_DUPLICATE', jws('{"alg":"none","alg":"ES256","kid":"k"}')],
    ['ADVERTISED_SIGNATURE_HEADER_OVERLAP', jws(GOOD, { header: { kid: 'k' } })],
    ['ADVERTISED_SIGNATURE_HEADER_NULL', jws({ ...GOOD, jku: null })],
    ['ADVERTISED_SIGNATURE_HEADER_TYPE', jws({ ...GOOD, kid: 1 })],
    ['ADVERTISED_SIGNATURE_CRIT', jws({ ...GOOD, crit: ['exp'] })],
    ['ADVERTISED_SIGNATURE_B64', jws({ ...GOOD, b64: false })],
    ['ADVERTISED_SIGNATURE_ALG_MISSING', jws({ kid: 'k' })],
    ['ADVERTISED_SIGNATURE_ALG_NONE', jws({ ...GOOD, alg: 'none' })],
    ['ADVERTISED_SIGNATURE_ALG_SYMMETRIC', jws({ ...GOOD, alg: 'HS256' })],
    ['ADVERTISED_SIGNATURE_ALG_SECP256K1', jws({ ...GOOD, alg: 'ES256K' })],
    ['ADVERTISED_SIGNATURE_ALG_UNKNOWN', jws({ ...GOOD, alg: 'es256' })],
    ['ADVERTISED_SIGNATURE_KID_MISSING', jws({ alg: 'ES256' })],
    ['ADVERTISED_SIGNATURE_FORM', jws({ ...GOOD, alg: 'ES384' })],
  ])('gives %s', (code, entry) => {
    expect(readSignature(entry)).toMatchObject({ ok: false, code });
  });
});

type Jwk = Record<string, unknown>;
const own = testKey('ES256', 'k');
const jwk = own.publicJwk as Jwk;
const signed = signCard(RICH_CARD, { key: own.privateJwk, kid: own.kid });

describe('the key of a signature', () => {
  it.each<readonly [ErrorCode, TrustConfig]>([
    ['ADVERTISED_SIGNATURE_KEY_UNKNOWN', { jwks: [{ keys: [] }] }],
    [
      'ADVERTISED_SIGNATURE_KEY_UNFIT',
      { jwks: [{ keys: [{ ...testKey('EdDSA').publicJwk, kid: 'k' } as Jwk] }] },
    ],
    ['ADVERTISED_SIGNATURE_KEY_EARLY', { jwks: [{ keys: [jwk], notBefore: '2027-01-01T00:00:00Z' }] }],
    ['ADVERTISED_SIGNATURE_KEY_EXPIRED', { jwks: [{ keys: [jwk], notAfter: '2025-01-01T00:00:00Z' }] }],
    ['ADVERTISED_SIGNATURE_KEY_REVOKED', { jwks: [{ keys: [jwk] }], revoked: [{ kid: 'k' }] }],
    ['ADVERTISED_SIGNATURE_KEY_ORIGIN', { jwks: [{ keys: [jwk], origins: ['https://other.example'] }] }],
  ])('gives %s', (code, config) => {
    const judge = createSignatureJudge(createTrustStore(config));
    expect(judge(signed, Date.UTC(2026, 0, 1)).card).toMatchObject({ code });
  });
});

describe('a trust configuration', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }) as Jwk;

  it.each<readonly [ErrorCode, unknown]>([
    ['ADVERTISED_TRUST_INVALID', { keys: [] }],
    ['ADVERTISED_TRUST_FILE', { jwks: [{ path: 'no/such/jwks.json' }] }],
    ['ADVERTISED_TRUST_KEY_PRIVATE', { jwks: [{ keys: [own.privateJwk] }] }],
    ['ADVERTISED_TRUST_KEY_WEAK', { jwks: [{ keys: [{ ...weak, kid: 'w' }] }] }],
    ['ADVERTISED_TRUST_KEY_INVALID', { jwks: [{ keys: [{ ...jwk, y: undefined }] }] }],
  ])('gives %s', (code, config) => {
    expect(() => createTrustStore(config as TrustConfig)).toThrow(expect.objectContaining({ code }));
  });
});

const thrown = async (code: ErrorCode, call: () => unknown): Promise<void> => {
  await expect((async () => call())()).rejects.toMatchObject({ code });
};

describe('the world around', () => {
  it('gives CORE_FILE_UNWRITABLE', async () => {
    await thrown('CORE_FILE_UNWRITABLE', () => writeFile(place.path('no/such/folder'), 'x'));
  });

  it('gives EVIDENCED_SQLITE_UNAVAILABLE', async () => {
    await thrown('EVIDENCED_SQLITE_UNAVAILABLE', () => firstLibrary([async () => undefined]));
  });

  it('gives EVIDENCED_FILE_DAMAGED', () => {
    const corrupt = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
    expect(readFault('x', corrupt)).toMatchObject({ code: 'EVIDENCED_FILE_DAMAGED', cause: corrupt });
  });

  it('gives AUTHORIZED_BUNDLE_OPA_MISSING, and says where to get it', async () => {
    await thrown('AUTHORIZED_BUNDLE_OPA_MISSING', () => requireOpa(undefined, { PATH: '/nowhere' }));
    await thrown('AUTHORIZED_BUNDLE_OPA_MISSING', () => requireOpa('/no/such/opa', {}));
  });

  it('gives AUTHORIZED_BUNDLE_OPA_FAILED', async () => {
    const { execPath } = process;
    await thrown('AUTHORIZED_BUNDLE_OPA_FAILED', () => runOpa('/no/such/opa', [], '.', {}));
    await thrown('AUTHORIZED_BUNDLE_OPA_FAILED', () => runOpa(execPath, ['-e', 'process.exit(7)'], '.', {}));
  });

  it('gives OPENWOP_ADDRESS_UNAVAILABLE', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const tokens = place.write('tokens.json', { tokens: [{ sha256: 'a'.repeat(64), tenant: 'acme' }] });
    const run = await parley('serve', '--port', String(port), '--tokens', tokens, '--evidence', ':memory:');
    await new Promise((resolve) => taken.close(resolve));
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^OPENWOP_ADDRESS_UNAVAILABLE: .*EADDRINUSE/);
    expect(run.out).toBe('');
  });
});
