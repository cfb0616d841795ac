// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import {
  createTrustStore,
  type FetchLike,
  type TrustConfig,
  type TrustStore,
} from '../../../src/adapters/trust-store/index.js';
import { createSignatureJudge, signCard } from '../../../src/advertised/signature/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import { RICH_CARD, testKey } from '../../interop/signing-keys.js';

const JKU = 'https://keys.example/jwks.json';
const key = testKey('ES256', 'remote');
const body = JSON.stringify({ keys: [key.publicJwk] });
const card = (jku: string = JKU, kid = 'remote'): JsonObject =>
  signCard(RICH_CARD, { key: key.privateJwk, kid, jku, profile: 'emitted' });

interface Setting {
  readonly store: TrustStore;
  readonly fetch: ReturnType<typeof vi.fn<FetchLike>>;
  readonly warn: ReturnType<typeof vi.fn>;
  readonly abort: AbortController;
  status(emitted: JsonObject): string;
  tick(milliseconds: number): void;
}

function setting(answer: FetchLike | (() => Response), jku: TrustConfig['jku'] = { allow: [JKU] }): Setting {
  let now = 0;
  const fetch = vi.fn<FetchLike>(async (url, init) => answer(url, init));
  const warn = vi.fn();
  const abort = new AbortController();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const store = createTrustStore({ jku }, { fetch, now: () => now, timeout: () => abort.signal, logger });
  const judge = createSignatureJudge(store);
  return {
    store,
    fetch,
    warn,
    abort,
    status: (emitted) => judge(emitted, now).card.code ?? judge(emitted, now).card.status,
    tick: (milliseconds) => {
      now += milliseconds;
    },
  };
}

const UNKNOWN = 'ADVERTISED_SIGNATURE_KEY_UNKNOWN';

describe('a jku on the allow-list', () => {
  it('is followed once, and its key is named by the URL', async () => {
    const { store, fetch, status } = setting(() => new Response(body));
    expect(status(card())).toBe(UNKNOWN);
    await store.prepare(card());
    expect(status(card())).toBe('verified');
    expect(createSignatureJudge(store)(card(), 0).card.keySource).toBe(JKU);
    expect(store.prepare(card())).toBeUndefined();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe(JKU);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error' });
  });

  it('is fetched once for cards that ask at the same time', async () => {
    const { store, fetch } = setting(() => new Response(body));
    await Promise.all([store.prepare(card()), store.prepare(card()), store.prepare(card())]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is fetched again when its time is over, and its old keys do not outlive it', async () => {
    let alive = true;
    const { store, fetch, status, tick } = setting(
      () => (alive ? new Response(body) : new Response('', { status: 500 })),
      { allow: [JKU], ttlSeconds: 60 },
    );
    await store.prepare(card());
    const [first, revision] = [store.revisionAt(0), store.revision];
    tick(59_999);
    expect(status(card())).toBe('verified');
    tick(1);
    expect(status(card())).toBe(UNKNOWN);
    expect(store.revisionAt(60_000)).not.toBe(first);
    alive = false;
    await store.prepare(card());
    expect(status(card())).toBe(UNKNOWN);
    expect(store.revision).not.toBe(revision);
    expect(store.prepare(card())).toBeUndefined();
    tick(30_000);
    alive = true;
    await store.prepare(card());
    expect(status(card())).toBe('verified');
    expect(store.revision).toBe(revision);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('counts only for signatures that name it, and only for its origins', async () => {
    const { store, status } = setting(() => new Response(body), {
      allow: [{ url: JKU, origins: ['https://elsewhere.example'] }],
    });
    await store.prepare(card());
    expect(status(card())).toBe('ADVERTISED_SIGNATURE_KEY_ORIGIN');
    const plain = signCard(RICH_CARD, { key: key.privateJwk, kid: 'remote' });
    expect(status(plain)).toBe(UNKNOWN);
  });

  it('revokes what the operator revoked', async () => {
    const fetch: FetchLike = async () => new Response(body);
    const store = createTrustStore(
      { jku: { allow: [JKU] }, revoked: [{ kid: 'remote' }] },
      { fetch, now: () => 0 },
    );
    await store.prepare(card());
    expect(createSignatureJudge(store)(card(), 0).card.code).toBe('ADVERTISED_SIGNATURE_KEY_REVOKED');
  });

  it('passes over the keys that cannot be used, private ones among them', async () => {
    const keys = [{ kty: 'EC' }, 7, null, { ...key.privateJwk, kid: 'leaked' }, key.publicJwk];
    const { store, status } = setting(() => new Response(JSON.stringify({ keys })));
    await store.prepare(card());
    expect(status(card())).toBe('verified');
    expect(store.keys('leaked', JKU, 0)).toEqual([]);
  });
});

describe('a jku that is not on the allow-list, exactly', () => {
  it.each([
    'https://keys.example/jwks.json?',
    'https://keys.example/JWKS.json',
    'https://KEYS.example/jwks.json',
    'https://keys.example:443/jwks.json',
    'https://keys.example//jwks.json',
    'https://keys.example/jwks.json#',
    'http://keys.example/jwks.json',
    'https://evil.example/jwks.json',
    'file:///etc/passwd',
    'https://127.0.0.1/',
    '',
  ])('is ignored: %s', async (jku) => {
    const { store, fetch, status } = setting(() => new Response(body));
    await store.prepare(card());
    fetch.mockClear();
    expect(store.prepare(card(jku))).toBeUndefined();
    expect(fetch).not.toHaveBeenCalled();
    expect(status(card(jku))).toBe(UNKNOWN);
  });

  it.each<readonly [string, (entry: JsonObject) => JsonObject]>([
    ['in the unprotected header', (entry: JsonObject) => ({ ...entry, header: { jku: JKU } })],
    ['in an entry that is malformed', (entry: JsonObject) => ({ ...entry, signature: '*' })],
  ])('is ignored %s', (_name, change) => {
    const { store } = setting(() => new Response(body));
    const plain = signCard(RICH_CARD, { key: key.privateJwk, kid: 'remote' });
    const signatures = (plain['signatures'] as readonly JsonObject[]).map(change);
    expect(store.prepare({ ...plain, signatures })).toBeUndefined();
  });

  it.each([[null], [{}], ['x'], [[null, 1, {}]]])('is ignored where `signatures` is %j', (signatures) => {
    const { store } = setting(() => new Response(body));
    expect(store.prepare({ signatures } as JsonObject)).toBeUndefined();
  });
});

describe('keys cannot be had', () => {
  const big = 'x'.repeat(65 * 1024);
  const redirected = Object.defineProperty(new Response(body), 'redirected', { value: true });
  it.each<readonly [string, FetchLike]>([
    ['from a redirect', async () => redirected],
    ['from a status that is not 200', async () => new Response(body, { status: 203 })],
    ['from a page', async () => new Response('<html>')],
    ['from JSON that is no JWKS', async () => new Response('{"keys":{}}')],
    ['from an empty answer', async () => new Response(null)],
    ['from more than 64 KiB', async () => new Response(JSON.stringify({ keys: [key.publicJwk], big }))],
    [
      'from a declared length over 64 KiB',
      async () => new Response(body, { headers: { 'content-length': '70000' } }),
    ],
    ['from an endless stream', async () => new Response(endless())],
    ['where the fetch fails', async () => Promise.reject(new TypeError('fetch failed'))],
    [
      'where the fetch throws',
      () => {
        throw new Error('no network');
      },
    ],
  ])('%s', async (_name, answer) => {
    const { store, status, warn, fetch } = setting(answer);
    await store.prepare(card());
    expect(status(card())).toBe(UNKNOWN);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(String(key.publicJwk.x));
    expect(store.prepare(card())).toBeUndefined();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('within the time, even where the fetch ignores its signal', async () => {
    const { store, status, abort } = setting(() => new Promise<Response>(() => {}));
    const waiting = store.prepare(card());
    abort.abort();
    await waiting;
    expect(status(card())).toBe(UNKNOWN);
  });

  it('within the time, where the body stands still', async () => {
    const { store, status, abort } = setting(() => new Response(new ReadableStream({})));
    const waiting = store.prepare(card());
    abort.abort();
    await waiting;
    expect(status(card())).toBe(UNKNOWN);
  });
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(8192)) });
}
