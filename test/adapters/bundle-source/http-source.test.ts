// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bundle, signBundle, writeArchive } from '../../../src/adapters/bundle/index.js';
import {
  type BundleSource,
  createHttpSource,
  type HttpSourceOptions,
} from '../../../src/adapters/bundle-source/index.js';
import { codeOf, plain, SECRET } from '../bundle/support.js';
import { BundleServer, ManualTimers } from './support.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
let server: BundleServer;
let url: string;
let timers: ManualTimers;
let activated: string[];
let now: number;
let folder: string;
const sources: BundleSource[] = [];

beforeEach(async () => {
  server = new BundleServer();
  url = `${await server.start()}/bundles/policy`;
  timers = new ManualTimers();
  activated = [];
  now = NOW;
  folder = mkdtempSync(join(tmpdir(), 'parley-source-'));
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function make(options: Partial<HttpSourceOptions> = {}): BundleSource {
  const source = createHttpSource({
    url,
    read: { verification: { keys: [SECRET] } },
    activate: (bundle: Bundle) => {
      activated.push(bundle.revision);
    },
    clock: { now: () => now },
    timers,
    random: () => 0.5,
    ...options,
  });
  sources.push(source);
  return source;
}

async function revision(text: string, issuedAt = NOW): Promise<Uint8Array> {
  const files = plain({ '.manifest': `{"revision":"${text}","roots":["parley","grants"]}` });
  return writeArchive(await signBundle(files, SECRET, { issuedAt, expiresAt: NOW + 86_400_000 }));
}

describe('a bundle server', () => {
  it('is polled with its etag, and an unchanged bundle is not activated again', async () => {
    server.publish(await revision('1'), '"one"');
    const source = make({ headers: { authorization: 'Bearer t' } });
    await source.start();
    expect(activated).toEqual(['1']);
    expect(await source.refresh()).toBe(false);
    server.publish(await revision('2'), '"two"');
    expect(await source.refresh()).toBe(true);
    expect(activated).toEqual(['1', '2']);
    expect(server.requests.map((request) => request.etag)).toEqual([undefined, '"one"', '"one"']);
    expect(server.requests[0]).toMatchObject({ prefer: 'modes=snapshot', authorization: 'Bearer t' });
    expect(source.status()).toMatchObject({
      source: url,
      state: 'watching',
      etag: '"two"',
      longPolling: false,
      lastSuccess: NOW,
      running: {
        revision: '2',
        origin: 'source',
        verified: true,
        keyId: 'default',
        expired: false,
        since: NOW,
      },
      why: 'revision `2` runs: the source offers nothing newer',
    });
    expect(source.status().failure).toBeUndefined();
  });

  it('is polled again by the timer, between the two delays', async () => {
    server.publish(await revision('1'), '"one"');
    await make({ minDelay: 10, maxDelay: 20 }).start();
    expect(await timers.scheduled()).toBe(15_000);
    server.publish(await revision('2'), '"two"');
    timers.fire();
    expect(await timers.scheduled()).toBe(30_000); // the limit of the request
    await server.asked((request) => request.etag === '"one"');
  });

  it('is retried with exponential backoff while nothing or the last good bundle runs', async () => {
    server.status = 503;
    const source = make({ maxDelay: 120 });
    await source.start();
    const delays = [await timers.scheduled()];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      timers.pending.clear();
      await source.refresh();
    }
    expect(source.current()).toBeUndefined();
    expect(source.status()).toMatchObject({
      failure: { code: 'AUTHORIZED_BUNDLE_SOURCE_FAILED', consecutive: 13 },
      why: 'no bundle was accepted yet, so every decision is a deny: the last 13 attempt(s) failed with AUTHORIZED_BUNDLE_SOURCE_FAILED',
    });
    timers.fire();
    expect(delays).toEqual([75]);
    server.status = undefined;
    server.publish(await revision('1'), '"one"');
    expect(await source.refresh()).toBe(true);
    expect(source.status().failure).toBeUndefined();
  });

  it('that is gone leaves the last good bundle in use', async () => {
    server.publish(await revision('1'), '"one"');
    const source = make();
    await source.start();
    await server.stop();
    expect(await source.refresh()).toBe(false);
    expect(source.current()?.revision).toBe('1');
    expect(source.status().failure?.code).toBe('AUTHORIZED_BUNDLE_SOURCE_FAILED');
    await server.start();
  });

  it.each([
    ['unsigned', async () => writeArchive(plain()), 'AUTHORIZED_BUNDLE_SIGNATURE_MISSING'],
    ['cut', async () => (await revision('2')).subarray(0, 300), 'AUTHORIZED_BUNDLE_UNREADABLE'],
    ['older', async () => revision('0'), 'AUTHORIZED_BUNDLE_ROLLBACK'],
    ['signed earlier', async () => revision('1', NOW - 1000), 'AUTHORIZED_BUNDLE_ROLLBACK'],
    ['unordered', async () => revision('abc', NOW - 1000), 'AUTHORIZED_BUNDLE_ROLLBACK'],
    ['no archive', async () => Buffer.from('<html>'), 'AUTHORIZED_BUNDLE_UNREADABLE'],
  ])('that offers an %s bundle is refused, and asked with the old etag', async (_name, bad, code) => {
    server.publish(await revision('1'), '"one"');
    const source = make();
    await source.start();
    server.publish(await bad(), '"bad"');
    expect(await source.refresh()).toBe(false);
    expect(source.status()).toMatchObject({
      etag: '"one"',
      failure: { code, consecutive: 1 },
      running: { revision: '1' },
    });
    server.publish(await revision('2'), '"two"');
    expect(await source.refresh()).toBe(true);
    expect(server.requests.at(-1)?.etag).toBe('"one"');
    expect(activated).toEqual(['1', '2']);
  });

  it('whose bundle does not activate is refused', async () => {
    server.publish(await revision('1'), '"one"');
    let fail = false;
    const source = make({
      activate: () => {
        if (fail) throw new TypeError('self-test');
      },
    });
    await source.start();
    fail = true;
    server.publish(await revision('2'), '"two"');
    expect(await source.refresh()).toBe(false);
    expect(source.current()?.revision).toBe('1');
    fail = false;
    expect(await source.refresh()).toBe(true);
  });

  it('is not followed over a limit', async () => {
    server.publish(await revision('1'), '"one"');
    const source = make({ read: { verification: { keys: [SECRET] }, limits: { archiveBytes: 100 } } });
    await source.start();
    expect(source.status().failure?.code).toBe('AUTHORIZED_BUNDLE_TOO_LARGE');
  });

  it('that answers with nothing has nothing new', async () => {
    server.publish(new Uint8Array(), '');
    const source = make();
    await source.start();
    expect(source.status()).toMatchObject({ lastSuccess: NOW });
    expect(source.current()).toBeUndefined();
  });

  it('that does not answer in time is given up on', async () => {
    server.longPolling = true;
    server.publish(await revision('1'), '"one"');
    const source = make({ longPolling: 10, timeout: 5 });
    await source.start();
    const held = source.refresh();
    await server.asked((request) => request.prefer.includes('wait=10'));
    expect(await timers.scheduled()).toBe(15_000);
    timers.fire();
    expect(await held).toBe(false);
    expect(source.status().failure?.code).toBe('AUTHORIZED_BUNDLE_SOURCE_FAILED');
  });

  it('says when the running bundle expires', async () => {
    server.publish(await revision('1'), '"one"');
    const source = make();
    await source.start();
    now = NOW + 86_400_000;
    expect(source.status().running?.expired).toBe(true);
    expect(source.status().why).toContain('although its signature has expired');
  });
});

describe('long polling', () => {
  it('brings a new bundle without a delay, once the server says that it does it', async () => {
    server.longPolling = true;
    server.publish(await revision('1'), '"one"');
    const source = make({ longPolling: 10 });
    await source.start();
    expect(server.requests[0]?.prefer).toBe('modes=snapshot');
    expect(source.status().longPolling).toBe(true);
    const held = source.refresh();
    await server.asked((request) => request.prefer === 'modes=snapshot;wait=10');
    server.publish(await revision('2'), '"two"');
    expect(await held).toBe(true);
    expect(source.current()?.revision).toBe('2');
  });

  it('is not done with a server that does not do it', async () => {
    server.publish(await revision('1'), '"one"');
    const source = make({ longPolling: 10 });
    await source.start();
    await source.refresh();
    expect(server.requests.at(-1)?.prefer).toBe('modes=snapshot');
  });

  it('never asks more than once a second', async () => {
    server.longPolling = true;
    server.publish(await revision('1'), '"one"');
    await make({ longPolling: 10 }).start();
    expect(await timers.scheduled()).toBe(1000);
  });

  it('stops while an answer is held back', async () => {
    server.longPolling = true;
    server.publish(await revision('1'), '"one"');
    const source = make({ longPolling: 10 });
    await source.start();
    const held = source.refresh();
    await server.asked((request) => request.prefer.includes('wait'));
    await source.stop();
    expect(await held).toBe(false);
    expect(source.status()).toMatchObject({ state: 'stopped' });
    expect(source.status().failure).toBeUndefined();
  });
});

describe('persistence', () => {
  it('brings the last good bundle back without the server, with its etag and its rank', async () => {
    server.publish(await revision('5'), '"five"');
    const first = make({ persist: folder });
    await first.start();
    await first.stop();
    server.status = 500;
    const second = make({ persist: folder });
    await second.start();
    expect(second.status().running).toMatchObject({ revision: '5', origin: 'persisted' });
    await second.refresh();
    expect(server.requests.at(-1)?.etag).toBe('"five"');
    server.status = undefined;
    server.publish(await revision('4'), '"four"');
    await second.refresh();
    expect(second.status().failure?.code).toBe('AUTHORIZED_BUNDLE_ROLLBACK');
  });

  it('verifies what it brings back', async () => {
    server.publish(await revision('5'), '"five"');
    const first = make({ persist: folder });
    await first.start();
    await first.stop();
    writeFileSync(join(folder, 'bundle.tar.gz'), await writeArchive(plain()));
    server.status = 500;
    const second = make({ persist: folder });
    await second.start();
    expect(second.current()).toBeUndefined();
  });

  it('keeps the rank when the bundle is lost, and says so when the state is damaged', async () => {
    server.publish(await revision('5'), '"five"');
    const first = make({ persist: folder });
    await first.start();
    await first.stop();
    rmSync(join(folder, 'bundle.tar.gz'));
    server.publish(await revision('4'), '"four"');
    const second = make({ persist: folder });
    await second.start();
    expect(second.status().failure?.code).toBe('AUTHORIZED_BUNDLE_ROLLBACK');
    await second.stop();
    writeFileSync(join(folder, 'state.json'), '[]');
    server.status = 500;
    const third = make({ persist: folder });
    await third.start();
    expect(third.current()).toBeUndefined();
  });

  it('never keeps a bundle that was refused', async () => {
    server.publish(await revision('5'), '"five"');
    const source = make({ persist: folder });
    await source.start();
    const kept = readFileSync(join(folder, 'bundle.tar.gz'));
    server.publish(await writeArchive(plain()), '"bad"');
    await source.refresh();
    expect(readFileSync(join(folder, 'bundle.tar.gz')).equals(kept)).toBe(true);
  });

  it('does not stop a bundle that cannot be kept', async () => {
    server.publish(await revision('5'), '"five"');
    writeFileSync(join(folder, 'file'), '');
    const source = make({ persist: join(folder, 'file') });
    await source.start();
    expect(source.current()?.revision).toBe('5');
    expect(source.status().failure).toBeDefined();
  });
});

describe('the configuration is refused', () => {
  it.each([
    [{ url: 'file:///etc/passwd' }],
    [{ url: 'policy' }],
    [{ url: 'https://user:secret@bundles.example/' }],
    [{ url: 'http://bundles.example/x', read: {} }],
    [{ url: 'http://127.0.0.1.example/x', read: {} }],
    [{ url: 'http://bundles.example/x', read: { verification: 'skip' as const } }],
    [{ minDelay: 5, maxDelay: 4 }],
    [{ minDelay: -1 }],
    [{ longPolling: 0 }],
    [{ timeout: 0 }],
    [{ minDelay: Number.NaN }],
  ])('%j', async (options) => {
    expect(await codeOf(() => make(options))).toBe('CORE_CONFIG_INVALID');
  });
});
