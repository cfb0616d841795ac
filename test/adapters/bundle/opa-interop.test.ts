// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bundle,
  type BundleFiles,
  openBundle,
  readBundle,
  readBundleFiles,
  signBundle,
  writeArchive,
} from '../../../src/adapters/bundle/index.js';
import { GovernanceError } from '../../../src/core/errors.js';
import { OPA, opa } from '../../support/opa.js';
import { codeOf, files, keyPair, withFile } from './support.js';

const { privateKey, publicKey } = keyPair('RS256');
const verification = { keys: [publicKey] };
const scratch = mkdtempSync(join(tmpdir(), 'parley-opa-'));
const REGO = `package parley

# METADATA
# entrypoint: true
default decide := {"allow": false}

decide := {"allow": true} if data.grants[input.subject]
`;
// What hashing by meaning can get wrong: numbers by text, HTML, separators, controls, key order above U+FFFF.
const ODD = `{
  "numbers": [1.50e3, 1E+2, -0, 0.10, 5e-324, 100000000000000000000000, 1.0],
  "html": "<a href='x'>&</a>", "line": "\\u2028\\u2029 \\u2027", "control": "\\u0000\\b\\f\\n\\r\\t\\u001f\\u007f\\/\\"\\\\",
  "\\ud83d\\ude00": "astral", "\\uffee": "bmp", "\\ue000": 1, "é": "precomposed", "e\\u0301": "combining",
  "": {"": []}, "__proto__": {"a": null}, "b": [true, false, null, {}, []], "A": 1, "a": 2, "<": "<"
}
`;

beforeAll(() => {
  const folder = join(scratch, 'source');
  mkdirSync(join(folder, 'grants'), { recursive: true });
  mkdirSync(join(folder, 'odd'), { recursive: true });
  writeFileSync(
    join(folder, '.manifest'),
    '{"revision": "1<2&3\\u2028", "roots": ["parley", "grants", "odd"], "metadata": {"<n>": 1.50}}',
  );
  writeFileSync(join(folder, 'policy.rego'), REGO);
  writeFileSync(join(folder, 'grants', 'data.json'), '{"alice": true}');
  writeFileSync(join(folder, 'odd', 'data.json'), ODD);
  writeFileSync(join(scratch, 'private.pem'), privateKey.key);
  writeFileSync(join(scratch, 'public.pem'), publicKey.key);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(OPA === undefined)('with the real opa (skipped where it is absent)', () => {
  function build(name: string, signing: readonly string[] = ['--signing-key', 'private.pem']): string {
    opa(['build', '-t', 'wasm', '-e', 'parley/decide', '-b', 'source', ...signing, '-o', name], scratch);
    return join(scratch, name);
  }

  /** Whether `opa build` accepts a signed bundle; it verifies before it builds. */
  function opaVerifies(archive: Uint8Array, options: readonly string[] = []): boolean {
    writeFileSync(join(scratch, 'candidate.tar.gz'), archive);
    const key = ['--verification-key', 'public.pem', '--signing-key', 'private.pem', ...options];
    try {
      opa(['build', '-b', 'candidate.tar.gz', ...key, '-o', 'out.tar.gz'], scratch);
      return true;
    } catch {
      return false;
    }
  }

  it('a bundle that opa built and signed is verified and read', async () => {
    const bundle = await readBundle(build('signed.tar.gz'), { verification });
    expect(bundle.signature).toEqual({ verified: true, keyId: 'default' });
    expect(bundle.revision).toBe('1<2&3\u2028');
    expect(bundle.entrypoints).toEqual(['parley/decide']);
    expect(bundle.data['grants']).toEqual({ alice: true });
    expect(bundle.data['odd']).toEqual(JSON.parse(ODD));
    expect(Buffer.from(bundle.wasm.subarray(0, 4)).toString('latin1')).toBe('\u0000asm');
  });

  it('each algorithm of opa is verified', async () => {
    for (const algorithm of ['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'HS256', 'HS512'] as const) {
      const secret = algorithm.startsWith('HS');
      const key = {
        ...publicKey,
        algorithm,
        ...(secret && { key: 'a shared secret that is 64 bytes long, or longer; it is.........' }),
      };
      const path = build('each.tar.gz', [
        '--signing-alg',
        algorithm,
        '--signing-key',
        secret ? key.key : 'private.pem',
      ]);
      expect((await readBundle(path, { verification: { keys: [key] } })).signature.verified).toBe(true);
      expect(await codeOf(() => readBundle(path, { verification }))).toBe(
        'AUTHORIZED_BUNDLE_SIGNATURE_INVALID',
      );
    }
  });

  it('claims that opa writes are read: scope, issuer, iat', async () => {
    writeFileSync(join(scratch, 'claims.json'), '{"scope": "write", "iss": "ci", "iat": 1700000000}');
    const path = build('claims.tar.gz', ['--signing-key', 'private.pem', '--claims-file', 'claims.json']);
    const options = { verification: { ...verification, scope: 'write', keyId: 'default' } };
    expect((await readBundle(path, options)).signature).toMatchObject({
      scope: 'write',
      issuer: 'ci',
      issuedAt: 1_700_000_000_000,
    });
    expect(
      await codeOf(() => readBundle(path, { verification: { ...verification, keyId: 'default' } })),
    ).toBe('AUTHORIZED_BUNDLE_SIGNATURE_SCOPE');
  });

  it('a folder that `opa sign` signed is read, and checked for each file', async () => {
    build('plain.tar.gz', []);
    const folder = join(scratch, 'signed-folder');
    for (const [path, content] of await openBundle(join(scratch, 'plain.tar.gz'))) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    opa(['sign', '-b', '.', '--signing-key', '../private.pem'], folder);
    // `opa sign` names no key: the id must be configured, as it must be in OPA.
    const options = { verification: { ...verification, keyId: 'default' } };
    expect((await readBundle(folder, options)).signature.verified).toBe(true);
    expect(await codeOf(() => readBundle(folder, { verification }))).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN',
    );
    writeFileSync(join(folder, 'odd.txt'), '');
    expect(await codeOf(() => readBundle(folder, options))).toBe('AUTHORIZED_BUNDLE_FILE_UNSIGNED');
  });

  it('numbers that a double cannot carry verify as opa signed them, and are then refused', async () => {
    const folder = join(scratch, 'big');
    mkdirSync(folder);
    writeFileSync(join(folder, 'policy.wasm'), 'w');
    writeFileSync(join(folder, 'data.json'), '{"n": [9007199254740993, 1e400]}');
    opa(['sign', '-b', '.', '--signing-key', '../private.pem'], folder);
    const options = { verification: { ...verification, keyId: 'default' } };
    expect(await codeOf(() => readBundle(folder, options))).toBe('AUTHORIZED_BUNDLE_NUMBER_INEXACT');
    writeFileSync(join(folder, 'data.json'), '{"n": [9007199254740992, 1e400]}');
    expect(await codeOf(() => readBundle(folder, options))).toBe('AUTHORIZED_BUNDLE_HASH_MISMATCH');
  });

  it('what we sign, opa verifies, odd data among it', async () => {
    const unsigned = await openBundle(build('plain.tar.gz', []));
    const ours = await signBundle(unsigned, privateKey, { issuedAt: 0 });
    expect(opaVerifies(await writeArchive(ours))).toBe(true);
    const forged = withFile(ours, 'data.json', Buffer.from('{"grants":{"mallory":true}}'));
    expect(opaVerifies(await writeArchive(forged))).toBe(false);
    const scoped = await signBundle(unsigned, { ...privateKey, scope: 'write' }, { issuedAt: 0 });
    expect(opaVerifies(await writeArchive(scoped), ['--scope', 'write'])).toBe(true);
    expect(opaVerifies(await writeArchive(scoped))).toBe(false);
  });

  it('hashes of any data agree with those of opa', async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 80, seed: 7 });
    const strings = fc.sample(fc.string({ unit: 'binary' }), { numRuns: 150, seed: 8 });
    const data = { values, strings, keys: Object.fromEntries(strings.map((key, index) => [key, index])) };
    const document = files({ 'data.json': `${JSON.stringify(data, null, 2)}\n`, 'policy.wasm': 'w' });
    const ours = await signBundle(document, privateKey, { issuedAt: 0 });
    expect(opaVerifies(await writeArchive(ours))).toBe(true);
    const read = await readBundleFiles(ours, { verification });
    expect(read.data).toEqual(JSON.parse(JSON.stringify(data)));
  });

  it('a changed byte of what opa built is refused', { timeout: 600_000 }, async () => {
    const built: BundleFiles = await openBundle(build('signed.tar.gz'));
    const read = (changed: BundleFiles): Promise<Bundle> => readBundleFiles(changed, { verification });
    await read(built);
    const step = process.env['PARLEY_DEEP'] === '1' ? 1 : 997;
    let refused = 0;
    for (const [path, content] of built) {
      const stride = content.byteLength > 10_000 ? step : 1;
      for (let index = 0; index < content.byteLength; index += stride) {
        for (const mask of stride === 1 ? [0x01, 0x20] : [0x01]) {
          const changed = Uint8Array.from(content);
          changed[index] = (content[index] ?? 0) ^ mask;
          const outcome = await read(withFile(built, path, changed)).catch((error: unknown) => error);
          if (!(outcome instanceof GovernanceError))
            expect.fail(`accepted: ${path} byte ${index} xor ${mask}`);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(3_000);
  });
});
