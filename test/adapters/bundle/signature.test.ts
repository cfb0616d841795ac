// SPDX-License-Identifier: Apache-2.0
import { CompactSign } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BundleFiles,
  type BundleVerification,
  openBundle,
  readBundle,
  readBundleFiles,
  signBundle,
  writeArchive,
} from '../../../src/adapters/bundle/index.js';
import { GovernanceError } from '../../../src/core/errors.js';
import { bytes, codeOf, keyPair, plain, SECRET, withFile } from './support.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const verification: BundleVerification = { keys: [SECRET] };
let signed: BundleFiles;

beforeAll(async () => {
  signed = await signBundle(plain({ 'p.rego': 'package parley\n' }), SECRET, { issuedAt: NOW });
});

function read(files: BundleFiles, options: Partial<BundleVerification> = {}, now = NOW) {
  return readBundleFiles(files, { verification: { ...verification, ...options }, now });
}

/** Sign any claims, as an attacker or a careless signer with the key might. */
async function token(
  claims: unknown,
  header: { alg: string; kid?: string } = { alg: 'HS256', kid: 'default' },
) {
  return new CompactSign(bytes(typeof claims === 'string' ? claims : JSON.stringify(claims)))
    .setProtectedHeader(header)
    .sign(bytes(SECRET.key));
}

function withToken(text: string): BundleFiles {
  return withFile(signed, '.signatures.json', bytes(JSON.stringify({ signatures: [text] })));
}

function claimsOf(files: BundleFiles): Record<string, unknown> & { files: { name: string; hash: string }[] } {
  const { signatures } = JSON.parse(Buffer.from(files.get('.signatures.json') ?? '').toString());
  return JSON.parse(Buffer.from(signatures[0].split('.')[1], 'base64url').toString());
}

describe('a signed bundle', () => {
  it('is verified, and says by whom and when', async () => {
    const options = { issuedAt: NOW, expiresAt: NOW + 1000, issuer: 'ci' };
    const files = await signBundle(plain(), { ...SECRET, scope: 'write' }, options);
    const bundle = await read(files, { keys: [{ ...SECRET, scope: 'write' }] });
    expect(bundle.signature).toEqual({
      verified: true,
      keyId: 'default',
      scope: 'write',
      issuer: 'ci',
      issuedAt: NOW,
      expiresAt: NOW + 1000,
    });
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'is verified with %s, and by no other key',
    async (alg) => {
      const [mine, other] = [keyPair(alg), keyPair(alg)];
      const archive = await writeArchive(await signBundle(plain(), mine.privateKey, { issuedAt: NOW }));
      const options = { now: NOW, verification: { keys: [mine.publicKey] } };
      expect((await readBundle(archive, options)).signature.verified).toBe(true);
      const wrong = { now: NOW, verification: { keys: [other.publicKey] } };
      expect(await codeOf(() => readBundle(archive, wrong))).toBe('AUTHORIZED_BUNDLE_SIGNATURE_INVALID');
    },
  );

  it('follows OPA where keys or signature are absent', async () => {
    expect(await codeOf(() => read(plain()))).toBe('AUTHORIZED_BUNDLE_SIGNATURE_MISSING');
    expect(await codeOf(() => readBundleFiles(signed))).toBe('AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED');
    expect((await readBundleFiles(plain())).signature.verified).toBe(false);
    expect((await readBundleFiles(signed, { verification: 'skip' })).signature.verified).toBe(false);
  });

  it('survives being signed again', async () => {
    expect(await signBundle(signed, SECRET, { issuedAt: NOW })).toEqual(signed);
    expect((await openBundle(await writeArchive(signed))).size).toBe(signed.size);
  });
});

describe('the key', () => {
  it('is the configured one before the header and the claim', async () => {
    const claims = claimsOf(signed);
    const other = { ...SECRET, id: 'other' };
    const named = withToken(await token({ ...claims, keyid: 'default' }, { alg: 'HS256', kid: 'other' }));
    expect((await read(named, { keys: [SECRET, other] })).signature.keyId).toBe('other');
    expect((await read(named, { keys: [SECRET, other], keyId: 'default' })).signature.keyId).toBe('default');
    const claimed = withToken(await token({ ...claims, keyid: 'other' }, { alg: 'HS256' }));
    expect((await read(claimed, { keys: [other] })).signature.keyId).toBe('other');
  });

  it.each([
    ['unknown by header', 'AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN', { kid: 'nobody' }],
    ['named nowhere', 'AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN', {}],
  ])('is refused when %s', async (_name, code, header) => {
    const files = withToken(await token(claimsOf(signed), { alg: 'HS256', ...header }));
    expect(await codeOf(() => read(files))).toBe(code);
  });

  it('sets the algorithm; the header does not', async () => {
    const { publicKey, privateKey } = keyPair('RS256');
    // The classic confusion: a token signed with the public key's text as an HMAC secret.
    const forged = await new CompactSign(bytes(JSON.stringify(claimsOf(signed))))
      .setProtectedHeader({ alg: 'HS256', kid: 'default' })
      .sign(bytes(publicKey.key));
    expect(await codeOf(() => read(withToken(forged), { keys: [publicKey] }))).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_INVALID',
    );
    const asSecret = { ...publicKey, algorithm: 'HS256' } as const;
    expect(await codeOf(() => read(withToken(forged), { keys: [asSecret] }))).toBe(
      'AUTHORIZED_BUNDLE_KEY_INVALID',
    );
    const other = { ...publicKey, algorithm: 'PS256' } as const;
    const rs256 = await signBundle(plain(), privateKey, { issuedAt: NOW });
    expect(await codeOf(() => read(rs256, { keys: [other] }))).toBe('AUTHORIZED_BUNDLE_SIGNATURE_INVALID');
  });

  it.each(['none', 'None', 'HS512', ''])('refuses a header that says %j', async (alg) => {
    const [, payload] = (await token(claimsOf(signed))).split('.');
    const header = Buffer.from(JSON.stringify({ alg, kid: 'default' })).toString('base64url');
    expect(await codeOf(() => read(withToken(`${header}.${payload}.`)))).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_INVALID',
    );
  });

  it('must be usable', async () => {
    for (const key of [
      { ...SECRET, key: '' },
      { ...SECRET, algorithm: 'RS256' as const, key: 'no pem' },
      { ...keyPair('ES256').publicKey, algorithm: 'RS256' as const },
    ]) {
      const code = await codeOf(() => signBundle(plain(), key, { issuedAt: NOW }));
      expect(code).toBe('AUTHORIZED_BUNDLE_KEY_INVALID');
    }
  });
});

describe('the signature file is refused', () => {
  const malformed = 'AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED';
  it.each([
    '',
    '[]',
    '{}',
    '{"signatures":[]}',
    '{"signatures":"x"}',
    '{"signatures":[1]}',
    '{"signatures":["a.b"]}',
    '{"signatures":["a.b.c.d"]}',
    '{"signatures":["e30.e30.e30 "]}',
    '{"Signatures":["e30.e30.e30"]}',
    '{"signatures":["e30.e30.e30"],"signatures":["e30.e30.e30"]}',
    '{"signatures":["e30.e30.e30"],"plugin":"mine"}',
    '{"signatures":["e30.W10.e30"]}',
    '{"signatures":["AA.e30.e30"]}',
  ])('%s', async (text) => {
    expect(await codeOf(() => read(withFile(signed, '.signatures.json', bytes(text))))).toBe(malformed);
  });

  it('with two tokens, even good ones', async () => {
    const good = await token(claimsOf(signed));
    const file = bytes(JSON.stringify({ signatures: [good, good] }));
    expect(await codeOf(() => read(withFile(signed, '.signatures.json', file)))).toBe(malformed);
  });

  it.each([
    [{ files: {} }],
    [{ files: [1] }],
    [{ files: [{ name: 'a', hash: 'b' }] }],
    [{ files: [{ name: 'data.json', hash: 1, algorithm: 'SHA-256' }] }],
    [{ Files: [] }],
    [{ iat: '2026' }],
    [{ exp: -1 }],
  ])('with the claims %j', async (extra) => {
    const files = withToken(await token({ ...claimsOf(signed), ...extra }));
    expect(await codeOf(() => read(files))).toBe(malformed);
  });

  it('with a file listed twice or claims given twice', async () => {
    const claims = claimsOf(signed);
    const twice = { ...claims, files: [...claims.files, ...claims.files] };
    expect(await codeOf(async () => read(withToken(await token(twice))))).toBe(malformed);
    const text = JSON.stringify(claims).replace('{', '{"files":[],');
    expect(await codeOf(async () => read(withToken(await token(text))))).toBe(malformed);
  });
});

describe('scope, files and hashes', () => {
  it.each([
    ['', 'write'],
    ['read', 'write'],
    ['write', ''],
    ['write', 'Write'],
  ])('scope %j does not pass for %j', async (scope, expected) => {
    const files = await signBundle(plain(), { ...SECRET, scope }, { issuedAt: NOW });
    expect(await codeOf(() => read(files, { scope: expected }))).toBe('AUTHORIZED_BUNDLE_SIGNATURE_SCOPE');
    expect(await codeOf(() => read(files, { keys: [{ ...SECRET, scope: expected }] }))).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_SCOPE',
    );
  });

  it('a file added, removed or renamed is refused', async () => {
    const added = withFile(signed, 'q.rego', bytes('package q'));
    expect(await codeOf(() => read(added))).toBe('AUTHORIZED_BUNDLE_FILE_UNSIGNED');
    for (const path of signed.keys()) {
      if (path === '.signatures.json') continue;
      const without = new Map([...signed].filter(([each]) => each !== path));
      expect(await codeOf(() => read(without))).toBe('AUTHORIZED_BUNDLE_FILE_MISSING');
      const renamed = new Map([
        ...without,
        [`x${path}`.replace('.manifest', 'y'), signed.get(path) ?? bytes('')],
      ]);
      expect(await codeOf(() => read(renamed))).toBe('AUTHORIZED_BUNDLE_FILE_UNSIGNED');
    }
  });

  it.each(['MD5', 'SHA-1', 'SHA-224', 'SHA-512-256', 'sha-256', ''])(
    'the hash %j is refused',
    async (algorithm) => {
      const claims = claimsOf(signed);
      const weak = { ...claims, files: claims.files.map((file) => ({ ...file, algorithm })) };
      expect(await codeOf(async () => read(withToken(await token(weak))))).toBe(
        'AUTHORIZED_BUNDLE_HASH_UNSUPPORTED',
      );
    },
  );

  it('formatting that hides bytes is refused, unless OPA alone decides', async () => {
    const loose = await signBundle(plain({ 'data.json': '{ "grants" :{} }' }), SECRET, { issuedAt: NOW });
    expect(await codeOf(() => read(loose))).toBe('AUTHORIZED_BUNDLE_FORMATTING_REFUSED');
    expect((await read(loose, { formatting: 'any' })).signature.verified).toBe(true);
  });
});

describe('times', () => {
  const hour = 3_600_000;
  it.each([
    ['after exp', { exp: NOW / 1000 }, {}, NOW + hour, 'AUTHORIZED_BUNDLE_EXPIRED'],
    ['on exp without skew', { exp: NOW / 1000 }, { skewSeconds: 0 }, NOW, 'AUTHORIZED_BUNDLE_EXPIRED'],
    ['past the maximum age', {}, { maxAgeSeconds: 60 }, NOW + hour, 'AUTHORIZED_BUNDLE_EXPIRED'],
    [
      'without iat under a maximum age',
      { iat: undefined },
      { maxAgeSeconds: 60 },
      NOW,
      'AUTHORIZED_BUNDLE_EXPIRED',
    ],
    ['before iat', {}, {}, NOW - hour, 'AUTHORIZED_BUNDLE_NOT_YET_VALID'],
    ['before nbf', { nbf: NOW / 1000 + 3600 }, {}, NOW, 'AUTHORIZED_BUNDLE_NOT_YET_VALID'],
  ])('%s is refused', async (_name, extra, options, now, code) => {
    const files = withToken(await token({ ...claimsOf(signed), ...extra }));
    expect(await codeOf(() => read(files, options, now))).toBe(code);
  });

  it('are forgiven within the skew', async () => {
    const files = await signBundle(plain(), SECRET, { issuedAt: NOW, expiresAt: NOW + hour });
    await read(files, { maxAgeSeconds: 3600 }, NOW + hour + 59_000);
    await read(files, {}, NOW - 59_000);
    expect((await read(files, { maxAgeSeconds: 3600, skewSeconds: 0 }, NOW + hour - 1)).revision).toBe('7');
  });
});

describe('a changed byte', () => {
  it('is refused in every file, at every place', { timeout: 600_000 }, async () => {
    // Bit flips, white space and case reach what hashing by meaning would forgive; deep runs try all 255.
    const deep = process.env['PARLEY_DEEP'] === '1';
    const tried = (byte: number) =>
      deep ? [...Array(256).keys()] : [byte ^ 0x01, byte ^ 0x20, byte ^ 0x80, 0x20, 0x0a];
    let refused = 0;
    for (const [path, content] of signed) {
      for (const [index, byte] of content.entries()) {
        for (const replacement of tried(byte)) {
          if (replacement === byte) continue;
          const changed = Uint8Array.from(content);
          changed[index] = replacement;
          const code = await read(withFile(signed, path, changed)).then(
            () => `accepted: ${path} byte ${index} as ${replacement}`,
            (error) => (error instanceof GovernanceError ? 'refused' : String(error)),
          );
          if (code !== 'refused') expect.fail(code);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(4_000);
  });
});
