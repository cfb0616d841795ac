// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BundleKey, openBundle, signBundle, writeArchive } from '../../src/adapters/bundle/index.js';
import type { Config } from '../../src/cli/setup/config.js';
import type { Json } from '../../src/core/json.js';
import { type CliRun, createPlace, type Place, parley } from '../support/cli.js';
import { example } from '../support/example.js';
import { NOW } from '../support/now.js';

const CARD = 'examples/contract-review/card.json';
const REQUEST = 'examples/contract-review/request.json';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: { export(options: object): unknown }, type: string): string =>
  String(key.export({ type, format: 'pem' }));

/** A key that signs bundles, and the text that verifies them. */
export const SIGNER: BundleKey = { id: 'k', algorithm: 'ES256', key: pem(pair.privateKey, 'pkcs8') };
/** The public half of it. */
export const PUBLIC_PEM: string = pem(pair.publicKey, 'spki');

/** The default policy over the example's data as the archive of a bundle, under a revision, signed or not. */
export async function archiveOf(
  revision: string,
  options: { readonly key?: BundleKey; readonly data?: Json; readonly expiresAt?: number } = {},
): Promise<Uint8Array> {
  const files = new Map(await openBundle('policies/bundle'));
  const manifest = JSON.parse(Buffer.from(files.get('.manifest') ?? '').toString('utf8'));
  const text = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);
  files.set('.manifest', text({ ...manifest, revision }));
  files.set('data.json', text(options.data ?? example().data));
  const { key, expiresAt } = options;
  if (key === undefined) return writeArchive(files);
  const times = { issuedAt: NOW, ...(expiresAt !== undefined && { expiresAt }) };
  return writeArchive(await signBundle(files, key, times));
}

/** A folder for the files of one test file, with the key that verifies. */
export function createSetup(): Place & { config(name: string, content: Config): string } {
  const place = createPlace();
  place.write('key.pem', PUBLIC_PEM);
  return { ...place, config: (name, content) => place.write(name, content) };
}

/** Negotiate as in the example, with a configuration. */
export function negotiate(config: string, ...more: readonly string[]): Promise<CliRun> {
  const files = ['--card', CARD, '--request', REQUEST, '--now', '2026-05-05T00:00:00Z'];
  return parley('negotiate', ...files, '--format', 'json', '--config', config, ...more);
}

/** The outcome of a run and the revision that decided, or the code of what went wrong. */
export function brief({ code, out, err }: CliRun): string {
  if (code === 2) return /^([A-Z_]+)[ :]/m.exec(err)?.[1] ?? err;
  const { outcome, receipt } = JSON.parse(out);
  return `${outcome} ${receipt.policyRefs[0]}`;
}

/** A server of a test, on this machine. */
export interface TestServer {
  readonly url: string;
  readonly requests: readonly { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
  readonly bodies: readonly Buffer[];
  close(): Promise<void>;
}

/** Serve: a status, or bytes. */
export async function serveBytes(answer: () => number | Uint8Array): Promise<TestServer> {
  const requests: { url: string; headers: IncomingMessage['headers'] }[] = [];
  const bodies: Buffer[] = [];
  const server: Server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      const given = answer();
      response.statusCode = typeof given === 'number' ? given : 200;
      response.end(typeof given === 'number' ? '' : given);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
