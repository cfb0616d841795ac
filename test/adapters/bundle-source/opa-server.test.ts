// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signBundle, writeArchive } from '../../../src/adapters/bundle/index.js';
import { createHttpSource } from '../../../src/adapters/bundle-source/index.js';
import { OPA } from '../../support/opa.js';
import { files, keyPair } from '../bundle/support.js';
import { BundleServer, ManualTimers } from './support.js';

const { privateKey, publicKey } = keyPair('RS256');
const server = new BundleServer();
const scratch = mkdtempSync(join(tmpdir(), 'parley-opa-server-'));
const socket = join(scratch, 'opa.sock');
let url: string;
let opa: ChildProcess | undefined;

async function bundle(revision: string, forged = false): Promise<Uint8Array> {
  const unsigned = files({
    '.manifest': `{"revision":"${revision}","roots":["parley","grants"]}`,
    'parley.rego': 'package parley\n\ndefault allow := false\n\nallow if data.grants[input.subject]\n',
    'grants/data.json': `{"alice":${revision === '1'},"bob":${revision === '2'}}`,
    'policy.wasm': 'evaluated nowhere in this test',
  });
  const signed = await signBundle(unsigned, privateKey, { issuedAt: 0 });
  return writeArchive(
    forged ? new Map([...signed, ['grants/data.json', Buffer.from('{"mallory":true}')]]) : signed,
  );
}

/** Ask the running opa; one request over its socket. */
async function ask(path: string): Promise<unknown> {
  const response = await new Promise<string>((done, refuse) => {
    request({ socketPath: socket, path: `/v1/data/${path}` }, (answer) => text(answer).then(done, refuse))
      .on('error', refuse)
      .end();
  });
  return JSON.parse(response).result;
}

beforeAll(async () => {
  server.longPolling = true;
  url = await server.start();
});
afterAll(async () => {
  opa?.kill('SIGKILL');
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

describe.skipIf(OPA === undefined)(
  'the bundle API, spoken with one server (skipped where opa is absent)',
  () => {
    it('gives the real opa and this source the same bundles, and the same refusals', async () => {
      const key = JSON.stringify({ algorithm: 'RS256', key: publicKey.key });
      const config = `{"services":{"s":{"url":"${url}"}},"keys":{"default":${key}},"bundles":{"policy":{"service":"s",
      "resource":"opa","signing":{"keyid":"default"},"polling":{"min_delay_seconds":0,"max_delay_seconds":1,
      "long_polling_timeout_seconds":60}}}}`;
      writeFileSync(join(scratch, 'config.json'), config);
      server.publish(await bundle('1'), '"one"');
      const args = ['run', '--server', '-c', join(scratch, 'config.json'), '--addr', `unix://${socket}`];
      opa = spawn(OPA ?? 'opa', [...args, '--log-level', 'error'], { stdio: 'ignore' });
      const source = createHttpSource({
        url: `${url}/parley`,
        longPolling: 60,
        read: { verification: { keys: [publicKey] } },
        activate: () => {},
        timers: new ManualTimers(),
      });
      await source.start();

      // The second request with the etag of the first proves that opa activated it.
      const second = await server.asked(({ path, etag }) => path === '/opa' && etag === '"one"');
      expect(second.prefer).toContain('wait=60');
      expect([await ask('grants/alice'), source.current()?.data]).toEqual([
        true,
        { grants: { alice: true, bob: false } },
      ]);

      // Both hold a request open; one publication wakes both.
      const held = source.refresh();
      await server.asked(({ path, etag }) => path === '/parley' && etag === '"one"');
      server.publish(await bundle('2'), '"two"');
      expect(await held).toBe(true);
      await server.asked(({ path, etag }) => path === '/opa' && etag === '"two"');
      expect([await ask('grants/bob'), source.current()?.revision]).toEqual([true, '2']);

      // A forged bundle: both ask again, and both go on with the last good one.
      server.publish(await bundle('3', true), '"three"');
      expect(await source.refresh()).toBe(false);
      expect(source.status()).toMatchObject({
        failure: { code: 'AUTHORIZED_BUNDLE_HASH_MISMATCH' },
        running: { revision: '2' },
      });
      const asked = server.requests.length;
      await server.asked((each) => each.path === '/opa' && server.requests.indexOf(each) >= asked);
      expect([await ask('grants/mallory'), await ask('grants/bob')]).toEqual([undefined, true]);
      await source.stop();
    });
  },
);
