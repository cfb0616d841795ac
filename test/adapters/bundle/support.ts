// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { expect } from 'vitest';
import type { BundleFiles, BundleKey } from '../../../src/adapters/bundle/index.js';
import { type ErrorCode, GovernanceError } from '../../../src/core/errors.js';

/** Text as bytes. */
export function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** Files of texts. */
export function files(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, bytes(text)]));
}

/** A whole, unsigned bundle whose wasm is not evaluated here. */
export function plain(extra: Readonly<Record<string, string>> = {}): Map<string, Uint8Array> {
  return files({
    '.manifest':
      '{"revision":"7","roots":["parley","grants"],"wasm":[{"entrypoint":"parley/decide","module":"/policy.wasm"}]}\n',
    'data.json': '{"grants":{"a":[1,2]}}\n',
    'policy.wasm': '\u0000asm-but-not-really',
    ...extra,
  });
}

/** An archive of raw entries, well formed or not. */
export async function archive(
  entries: readonly (Partial<Header> & { readonly name: string } & {
    readonly content?: string | Uint8Array;
  })[],
): Promise<Uint8Array> {
  const packer = pack();
  for (const { content, ...header } of entries) packer.entry(header, Buffer.from(content ?? ''));
  packer.finalize();
  return gzipSync(await buffer(packer));
}

/** Run and give the code of the fault that it must end with. */
export async function codeOf(run: () => unknown): Promise<ErrorCode | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(GovernanceError);
    return (error as GovernanceError).code;
  }
}

/** A secret key under the id `default`. */
export const SECRET: BundleKey = {
  id: 'default',
  algorithm: 'HS256',
  key: 'a secret of 32 bytes or more....',
};

/** A new key pair as bundle keys. */
export function keyPair(
  algorithm: 'RS256' | 'ES256' | 'PS256' | 'EdDSA',
  id = 'default',
): { readonly privateKey: BundleKey; readonly publicKey: BundleKey } {
  const pair = generate(algorithm);
  const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    privateKey: { id, algorithm, key: privatePem },
    publicKey: { id, algorithm, key: publicPem },
  };
}

function generate(algorithm: 'RS256' | 'ES256' | 'PS256' | 'EdDSA') {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The files with one of them replaced. */
export function withFile(of: BundleFiles, path: string, content: Uint8Array): BundleFiles {
  return new Map([...of, [path, content]]);
}
