// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/core/ports.js';
import { createIds } from '../../src/engine/identity.js';
import { createApp } from '../../src/server/app.js';
import {
  guardA2A,
  hashToken,
  type Listening,
  readServerConfig,
  startServer,
} from '../../src/server/index.js';
import { createMetrics } from '../../src/server/metrics.js';
import { createAuthenticator } from '../../src/server/tokens.js';
import { type Draft, type DraftValue, example, exampleEngine } from '../support/example.js';
import { bearer } from './http.js';

const { card, request } = example();
const { negotiationId: _id, run: _run, ...asked } = request;
const config = readServerConfig({
  port: 0,
  limits: { maxBodyBytes: 65_536, requestMs: 200, shutdownMs: 60_000 },
  tokens: [{ sha256: hashToken('acme'), tenant: 'acme' }],
});
let server: Listening;

beforeAll(async () => {
  const engine = await exampleEngine({ ids: createIds() });
  server = await startServer({ engine, config, protocols: {}, logger: SILENT });
});
afterAll(() => server.stop());

const headers = (more: Record<string, string> = {}) => ({ ...bearer('acme'), ...more });
const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: headers(more), body: JSON.stringify(body) });

/** A body without a length: it is sent in chunks. */
function chunked(text: string): Promise<Response> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: headers(),
    body: new Blob([text]).stream(),
    duplex: 'half',
  };
  return fetch(`${server.url}/v1/negotiations`, init);
}

/** What a server says to bytes that are no whole request, until it hangs up. */
function dangle(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

describe('the body of a request', () => {
  it('may come in chunks', async () => {
    const response = await chunked(JSON.stringify({ request: asked, card }));
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { outcome: 'accepted-with-constraints' },
    ]);
  });
  it('may not be larger in chunks either', async () => {
    const response = await chunked(JSON.stringify({ request: asked, card, pad: 'x'.repeat(70_000) }));
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { code: 'body-too-large' } },
    ]);
  });
  it.each(['OPTIONS', 'DELETE', 'PATCH', 'PUT'])(
    'is not looked for where nothing takes %s',
    async (method) => {
      const response = await fetch(`${server.url}/v1/negotiations`, { method, headers: headers() });
      expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'not-found' } }]);
    },
  );
});

it.each(['/v1/negotiations', '/guarded'])(
  'an address that no request can be made of is the caller`s fault: %s',
  async (path) => {
    const logged: unknown[] = [];
    const own = await startServer({
      engine: await exampleEngine(),
      config,
      protocols: {},
      logger: { ...SILENT, error: (fields) => logged.push(fields) },
      extend: (app, port) => app.post('/guarded', (c) => guardA2A(port, () => Response.json({}))(c.req.raw)),
    });
    const lines = [
      `POST ${own.url.replace('//', '//user:password@')}${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Authorization: Bearer acme',
      'Content-Length: 2',
    ];
    expect(await dangle(own.url, `${lines.join('\r\n')}\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(logged).toEqual([]);
    await own.stop();
  },
);

describe('an error points into the body that was sent', () => {
  const subject: Draft = { type: 'agent', id: 'client.agent.procurement' };
  const action: Draft = { name: 'read' };
  const properties: Draft = { card, provider: asked['provider'] ?? null };
  const resource: Draft = { type: 'skill', id: asked['skill'] ?? '', properties };
  const { inputModes, outputModes, extensions, protocol, scope } = asked;
  const context = { inputModes, outputModes, extensions, protocol, scope } as Draft;
  const evaluation = (change: Draft): Draft => ({ subject, action, resource, context, ...change });
  const negotiation = (change: Draft): Draft => ({ request: { ...asked, ...change }, card });
  const requester = (change: Draft): Draft => ({ ...(asked['requester'] as Draft), ...change });

  const rows: [string, string, Draft, number, string, string][] = [
    ['no card', '/v1/negotiations', { request: asked }, 400, 'card-missing', '/card'],
    [
      'a card that is none',
      '/v1/negotiations',
      { request: asked, card: {} },
      400,
      'ADVERTISED_NOT_A_CARD',
      '/card',
    ],
    [
      'a wrong type',
      '/v1/negotiations',
      negotiation({ skill: 5 }),
      400,
      'NEGOTIATED_REQUEST_TYPE_WRONG',
      '/request/skill',
    ],
    [
      'a wrong origin',
      '/v1/negotiations',
      negotiation({ requester: requester({ origin: 'mailto:a@b' }) }),
      400,
      'NEGOTIATED_REQUEST_ORIGIN_MALFORMED',
      '/request/requester/origin',
    ],
    [
      'another tenant',
      '/v1/negotiations',
      negotiation({ requester: requester({ tenant: 'globex' }) }),
      403,
      'tenant-mismatch',
      '/request/requester/tenant',
    ],
    [
      'no subject',
      '/access/v1/evaluation',
      evaluation({ subject: null }),
      400,
      'evaluation-malformed',
      '/subject',
    ],
    [
      'no type of subject',
      '/access/v1/evaluation',
      evaluation({ subject: { id: 'a' } }),
      400,
      'evaluation-malformed',
      '/subject/type',
    ],
    [
      'no name of action',
      '/access/v1/evaluation',
      evaluation({ action: {} }),
      400,
      'evaluation-malformed',
      '/action/name',
    ],
    [
      'properties that are none',
      '/access/v1/evaluation',
      evaluation({ action: { name: 'read', properties: [] } }),
      400,
      'evaluation-malformed',
      '/action/properties',
    ],
    [
      'a context that is none',
      '/access/v1/evaluation',
      evaluation({ context: 'now' }),
      400,
      'evaluation-malformed',
      '/context',
    ],
    [
      'another type of resource, whatever else it lacks',
      '/access/v1/evaluation',
      evaluation({ resource: { type: 'account', id: '123' } }),
      400,
      'resource-type',
      '/resource/type',
    ],
    [
      'no card in the resource',
      '/access/v1/evaluation',
      evaluation({ resource: { type: 'skill', id: 'x' } }),
      400,
      'card-missing',
      '/resource/properties/card',
    ],
    [
      'a list of modes that is none',
      '/access/v1/evaluation',
      evaluation({ context: { ...context, inputModes: 5 } }),
      400,
      'NEGOTIATED_REQUEST_TYPE_WRONG',
      '/context/inputModes',
    ],
    [
      'an unknown effect',
      '/access/v1/evaluation',
      evaluation({ action: { name: 'read', properties: { risk: 5 } } }),
      400,
      'NEGOTIATED_REQUEST_TYPE_WRONG',
      '/action/properties/risk',
    ],
    [
      'an origin of the subject',
      '/access/v1/evaluation',
      evaluation({ subject: { ...subject, properties: { origin: 'nowhere' } } }),
      400,
      'NEGOTIATED_REQUEST_ORIGIN_MALFORMED',
      '/subject/properties/origin',
    ],
    [
      'a provider',
      '/access/v1/evaluation',
      evaluation({
        resource: { ...resource, properties: { card, provider: { ref: 5 } as Record<string, DraftValue> } },
      }),
      400,
      'NEGOTIATED_REQUEST_TYPE_WRONG',
      '/resource/properties/provider/ref',
    ],
  ];
  it.each(rows)('%s: %s', async (_name, path, body, status, code, pointer) => {
    const response = await post(path, body, { 'x-request-id': 'r-7' });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code, pointer } }]);
    // AuthZEN 1.0 wants the caller's name for its request back, whatever the answer
    expect(response.headers.get('x-request-id')).toBe(path.startsWith('/access') ? 'r-7' : null);
  });
});

describe('connections', () => {
  it.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-'],
    [
      'a body',
      `POST /v1/negotiations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer acme\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('that never finish %s are ended', async (_name, text) => {
    expect(await dangle(server.url, text)).toMatch(/^HTTP\/1\.1 (408|504) /);
  });

  it('that ask for the event stream with HEAD do not count as subscribers', async () => {
    const head = await fetch(`${server.url}/host/events`, { method: 'HEAD', headers: headers() });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).not.toMatch(/^parley_subscribers [1-9]/m);
  });

  it('are let go once they are answered, so that a stop does not wait for them', async () => {
    const own = await startServer({
      engine: await exampleEngine(),
      config,
      protocols: {},
      logger: SILENT,
      extend: (app) => app.get('/slow', () => answer),
    });
    let release = (_response: Response): void => {};
    const answer = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const pending = fetch(`${own.url}/slow`);
    // the second request tells that the first one has arrived
    await fetch(`${own.url}/healthz`);
    const stopped = own.stop();
    release(new Response('done'));
    expect(await (await pending).text()).toBe('done');
    await stopped;
    // less than the time for which an idle connection is kept
  }, 4_500);
});

it('says that it is not ready from the beginning of a stop, and that it is alive', async () => {
  const app = createApp({
    engine: await exampleEngine(),
    config,
    protocols: {},
    tokens: createAuthenticator([]),
    hub: { subscribe: () => 'closed', poke() {}, close() {} },
    metrics: createMetrics(),
    logger: SILENT,
    ready: () => false,
  });
  const ready = await app.request('/readyz');
  expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toMatchObject([
    503,
    '1',
    { error: { code: 'shutting-down' } },
  ]);
  expect((await app.request('/healthz')).status).toBe(200);
});

it('answers in time where the engine does not', async () => {
  const engine = await exampleEngine();
  let end = (): void => {};
  const hanging = new Promise<never>((_, reject) => {
    end = () => reject(new Error('stopped'));
  });
  const own = await startServer({
    engine: { ...engine, negotiate: () => hanging },
    config,
    protocols: {},
    logger: SILENT,
  });
  const init = { method: 'POST', headers: headers(), body: JSON.stringify({ request: asked, card }) };
  const response = await fetch(`${own.url}/v1/negotiations`, init);
  expect([response.status, await response.json()]).toMatchObject([504, { error: { code: 'timeout' } }]);
  end();
  await own.stop();
});

describe('the metrics', () => {
  const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
  const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
  const SAMPLE = new RegExp(`^(${NAME})(?:\\{${LABEL}(?:,${LABEL})*\\})? (?:\\d+(?:\\.\\d+)?|NaN|[+-]Inf)$`);

  it('are Prometheus text: one HELP and one TYPE before the samples of a family, no sample twice', async () => {
    await post('/v1/negotiations', { request: asked, card });
    await fetch(`${server.url}/"quoted"\\and\\more`);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text.endsWith('\n')).toBe(true);
    const seen = new Set<string>();
    const families: string[] = [];
    for (const line of text.trimEnd().split('\n')) {
      if (line.startsWith('# HELP ')) families.push(line.split(' ')[2] ?? '');
      else if (line.startsWith('# TYPE ')) {
        expect(line).toMatch(/^# TYPE \S+ (counter|gauge)$/);
        expect(line.split(' ')[2]).toBe(families.at(-1));
      } else {
        expect(SAMPLE.exec(line)?.[1]).toBe(families.at(-1));
        const series = line.slice(0, line.lastIndexOf(' '));
        expect(seen.has(series)).toBe(false);
        seen.add(series);
      }
    }
    expect(new Set(families).size).toBe(families.length);
    expect(seen.size).toBeGreaterThan(4);
  });

  it('quote what a label holds', () => {
    const metrics = createMetrics();
    metrics.add('parley_http_requests_total', 2, { route: 'a"b\\c\nd', status: '200' });
    expect(metrics.render()).toContain('parley_http_requests_total{route="a\\"b\\\\c\\nd",status="200"} 2\n');
  });
});
