// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDigest } from '../../src/core/digest.js';
import { SILENT } from '../../src/core/ports.js';
import { createIds } from '../../src/engine/identity.js';
import type { Engine } from '../../src/engine/types.js';
import { createApp } from '../../src/server/app.js';
import {
  hashToken,
  type Listening,
  openApiDocument,
  readServerConfig,
  startServer,
} from '../../src/server/index.js';
import { createAuthenticator } from '../../src/server/tokens.js';
import { at, type Draft, example, exampleEngine } from '../support/example.js';
import { bearer, subscribe } from './http.js';

let server: Listening;
let engine: Engine;
const { card, request } = example();

const config = readServerConfig({
  port: 0,
  limits: { maxBodyBytes: 65_536, shutdownMs: 500 },
  tokens: [
    { sha256: hashToken('acme-all'), tenant: 'acme', scopes: ['negotiate', 'events', 'evidence'] },
    { sha256: hashToken('acme'), tenant: 'acme' },
    { sha256: hashToken('globex'), tenant: 'globex', workspace: 'ws-9', scopes: ['negotiate', 'evidence'] },
  ],
});

beforeAll(async () => {
  engine = await exampleEngine({ ids: createIds() });
  server = await startServer({ engine, config, protocols: {}, logger: SILENT });
});
afterAll(() => server.stop());

async function call(method: string, path: string, token: string | undefined, body?: unknown, headers = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : bearer(token)),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  let json: Draft = {};
  try {
    json = JSON.parse(text) as Draft;
  } catch {}
  return { status: response.status, headers: response.headers, text, json };
}

const { negotiationId: _id, run: _run, ...plain } = request;
const asked = (change: Draft = {}): Draft => ({ ...plain, ...change });
const asking = (change: Draft): Draft => asked({ requester: { ...at(request, 'requester'), ...change } });

/** What the log keeps of an answer: not the end of the log as it was then, and of the layers their codes. */
function kept(answer: Draft): Draft {
  const { head: _head, ...evidence } = at(answer, 'evidence');
  const layers = (answer['layers'] as Draft[]).map(({ layer, status, codes }) => ({ layer, status, codes }));
  return JSON.parse(JSON.stringify({ ...answer, layers, evidence })) as Draft;
}

describe('POST /v1/negotiations', () => {
  it('answers like the command line', async () => {
    const { status, json, headers } = await call('POST', '/v1/negotiations', 'acme', {
      request: asking({ tenant: 'acme' }),
      card,
    });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['outcome', 'layers', 'negotiation', 'receipt', 'record', 'evidence']);
    expect(json['outcome']).toBe('accepted-with-constraints');
    expect(headers.get('location')).toBe(`/v1/negotiations/${at(json, 'negotiation')['negotiationId']}`);
    const again = await call('GET', headers.get('location') ?? '', 'acme');
    expect(kept(again.json)).toEqual(kept(json));
    const { seq, hash } = at(again.json, 'evidence', 'head');
    expect(engine.evidence.find(String(at(json, 'record')['eventId']))).toMatchObject({ seq, hash });
  });

  it('takes a card as its text, byte for byte', async () => {
    const own = await exampleEngine({ ids: createIds() });
    const other = await startServer({ engine: own, config, protocols: {}, logger: SILENT });
    const text = `${JSON.stringify(card, null, 3)}\n`;
    const response = await fetch(`${other.url}/v1/negotiations`, {
      method: 'POST',
      headers: bearer('acme'),
      body: JSON.stringify({ request: asking({ tenant: 'acme' }), card: text }),
    });
    const refs = at((await response.json()) as Draft, 'negotiation')['evidenceRefs'] as string[];
    const digest = parseDigest(refs.find((ref) => ref.startsWith('sha256:')) ?? '');
    const bytes = digest === undefined ? undefined : own.evidence.blob(digest);
    expect(new TextDecoder().decode(bytes)).toBe(text);
    await other.stop();
  });

  it('gives a request without a tenant the token`s, and its workspace', async () => {
    const { tenant: _tenant, workspace: _workspace, ...requester } = at(request, 'requester');
    const { json } = await call('POST', '/v1/negotiations', 'globex', {
      request: asked({ requester }),
      card,
    });
    expect(at(json, 'record')['workspaceId']).toBe('ws-9');
    const id = encodeURIComponent(String(at(json, 'negotiation')['negotiationId']));
    expect((await call('GET', `/v1/negotiations/${id}`, 'globex')).status).toBe(200);
    expect((await call('GET', `/v1/negotiations/${id}`, 'acme')).status).toBe(404);
  });

  it('keeps one id of two tenants apart', async () => {
    const named = { ...asked({ negotiationId: 'neg.shared' }) };
    const of = (tenant: string, skill: string) => ({
      ...named,
      skill,
      requester: { ...at(request, 'requester'), tenant },
    });
    const first = await call('POST', '/v1/negotiations', 'acme', {
      request: of('acme', String(request['skill'])),
      card,
    });
    const second = await call('POST', '/v1/negotiations', 'globex', {
      request: of('globex', 'no-such-skill'),
      card,
    });
    const again = async (token: string) =>
      kept((await call('GET', '/v1/negotiations/neg.shared', token)).json);
    expect(await again('acme')).toEqual(kept(first.json));
    expect(await again('globex')).toEqual(kept(second.json));
  });

  it('tells the subscribers before it answers them anything else', async () => {
    const events = await subscribe(server.url, bearer('acme'));
    const { json } = await call('POST', '/v1/negotiations', 'acme', {
      request: asking({ tenant: 'acme' }),
      card,
    });
    await events.until(() => events.frames.length > 0);
    expect(events.frames[0]?.data).toEqual(json['record']);
    events.close();
    while (!(await call('GET', '/metrics', undefined)).text.includes('parley_subscribers 0'));
  });

  const body = { request: asking({ tenant: 'acme' }), card };
  const refusals: [string, string | undefined, unknown, number, string][] = [
    ['nobody', undefined, body, 401, 'unauthenticated'],
    ['a wrong token', 'eve', body, 401, 'unauthenticated'],
    ['another tenant', 'acme', { ...body, request: asking({ tenant: 'globex' }) }, 403, 'tenant-mismatch'],
    ['no JSON', 'acme', '{', 400, 'ADVERTISED_JSON_MALFORMED'],
    ['no object', 'acme', '[]', 400, 'ADVERTISED_JSON_NOT_AN_OBJECT'],
    ['a repeated key', 'acme', '{"card":{},"card":{}}', 400, 'ADVERTISED_JSON_DUPLICATE_KEY'],
    ['no card', 'acme', { request: body.request }, 400, 'card-missing'],
    ['no request', 'acme', { card }, 400, 'NEGOTIATED_REQUEST_TYPE_WRONG'],
    [
      'an unknown member',
      'acme',
      { ...body, request: { ...body.request, sudo: true } },
      400,
      'NEGOTIATED_REQUEST_MEMBER_UNKNOWN',
    ],
    ['too much', 'acme', { ...body, pad: 'x'.repeat(70_000) }, 413, 'body-too-large'],
  ];
  it.each(refusals)('refuses %s', async (_name, token, what, status, code) => {
    const answer = await call('POST', '/v1/negotiations', token, what);
    expect(answer.status).toBe(status);
    expect(at(answer.json, 'error')['code']).toBe(code);
    expect(answer.text).not.toContain('    at ');
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('GET /v1/evidence/{id}', () => {
  it('gives the entry as it was written, to its tenant with the scope alone', async () => {
    const { json } = await call('POST', '/v1/negotiations', 'acme', {
      request: asking({ tenant: 'acme' }),
      card,
    });
    const refs = at(json, 'negotiation')['evidenceRefs'] as string[];
    const ids = [
      ...refs.filter((ref) => !ref.startsWith('sha256:')),
      String(at(json, 'receipt')['decisionId']),
    ];
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      const entry = await call('GET', `/v1/evidence/${encodeURIComponent(id)}`, 'acme-all');
      expect(entry.json).toEqual(JSON.parse(JSON.stringify(engine.evidence.find(id))));
      expect((await call('GET', `/v1/evidence/${encodeURIComponent(id)}`, 'globex')).status).toBe(404);
      expect((await call('GET', `/v1/evidence/${encodeURIComponent(id)}`, 'acme')).status).toBe(403);
    }
    expect((await call('GET', '/v1/evidence/none', 'acme-all')).status).toBe(404);
  });
});

describe('POST /access/v1/evaluation', () => {
  const evaluation = (change: Draft = {}, resource: Draft = {}): Draft => ({
    subject: {
      type: 'agent',
      id: at(request, 'requester')['ref'] ?? '',
      properties: { authenticated: true, attributes: at(request, 'requester')['attributes'] ?? {} },
    },
    action: { name: at(request, 'effect')['class'] ?? '', properties: { risk: 'low' } },
    resource: {
      type: 'skill',
      id: request['skill'] ?? '',
      properties: { card, provider: request['provider'] ?? {} },
      ...resource,
    },
    context: {
      inputModes: request['inputModes'] ?? [],
      outputModes: request['outputModes'] ?? [],
      extensions: request['extensions'] ?? [],
      protocol: request['protocol'] ?? {},
      scope: request['scope'] ?? '',
    },
    ...change,
  });

  it('decides, and leaves the evidence', async () => {
    const { status, json, headers } = await call('POST', '/access/v1/evaluation', 'acme', evaluation(), {
      'x-request-id': 'r-1',
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      decision: true,
      context: { outcome: 'accepted-with-constraints', reasons: [] },
    });
    expect(headers.get('x-request-id')).toBe('r-1');
    expect(engine.evidence.find(String(at(json, 'context')['decisionId']))?.kind).toBe('decision-receipt');
  });

  const denials: [string, Draft][] = [
    [
      'another subject',
      { subject: { type: 'agent', id: 'client.agent.stranger', properties: { authenticated: true } } },
    ],
    ['an unauthenticated subject', { subject: { type: 'agent', id: at(request, 'requester')['ref'] ?? '' } }],
    ['another action', { action: { name: 'delete' } }],
    [
      'another skill',
      {
        resource: { type: 'skill', id: 'launch', properties: { card, provider: request['provider'] ?? {} } },
      },
    ],
  ];
  it.each(denials)('denies %s', async (_name, change) => {
    const { status, json } = await call('POST', '/access/v1/evaluation', 'acme', evaluation(change));
    expect([status, json['decision']]).toEqual([200, false]);
  });

  const malformed: [string, Draft][] = [
    ['no subject', { subject: null }],
    ['no id', { subject: { type: 'agent' } }],
    ['no action name', { action: {} }],
    ['another type', { resource: { type: 'account', id: 'x' } }],
    ['no card', { resource: { type: 'skill', id: 'x' } }],
    ['properties that are none', { action: { name: 'read', properties: [] } }],
  ];
  it.each(malformed)('refuses %s', async (_name, change) => {
    expect((await call('POST', '/access/v1/evaluation', 'acme', evaluation(change))).status).toBe(400);
  });
});

describe('the rest of the server', () => {
  it('describes itself', async () => {
    const { json } = await call('GET', '/.well-known/openwop', undefined);
    expect(json).toMatchObject({
      protocolVersions: ['2.0'],
      preferredVersion: '2.0',
      a2a: { versions: ['0.3', '1.0'], preferredVersion: '1.0', minimumVersion: '0.3' },
      mcp: { preferredVersion: '2026-07-28', minimumRevision: '2025-06-18' },
      hostEvents: { types: [{ type: 'negotiation.decided', delivery: 'durable' }] },
    });
    expect(at(json, 'a2a')).not.toHaveProperty('agentCardUrl');
  });

  it('is alive, ready and counted', async () => {
    expect((await call('GET', '/healthz', undefined)).json).toEqual({ status: 'ok' });
    expect((await call('GET', '/readyz', undefined)).json).toMatchObject({ status: 'ready' });
    const { text, headers } = await call('GET', '/metrics', undefined);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^parley_negotiations_total\{outcome="accepted-with-constraints"\} \d+$/m);
    expect(text).toMatch(/^parley_http_requests_total\{route="\/v1\/negotiations\/:id",status="404"\} \d+$/m);
    expect(text).toMatch(/^parley_evidence_entries [1-9]/m);
    expect(text).not.toContain('neg.shared');
  });

  it('answers an unknown route', async () => {
    expect((await call('GET', '/v2', undefined)).status).toBe(404);
  });

  it('has exactly the routes of its OpenAPI document', async () => {
    const document = openApiDocument() as { paths: Record<string, Record<string, object>> };
    expect((await call('GET', '/openapi.json', undefined)).json).toEqual(
      JSON.parse(JSON.stringify(document)),
    );
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const app = createApp({
      engine,
      config,
      protocols: {},
      tokens: createAuthenticator([]),
      hub: { subscribe: () => 'closed', poke() {}, close() {} },
      metrics: { add() {}, set() {}, render: () => '' },
      logger: SILENT,
      ready: () => true,
    });
    const routed = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(routed.sort());
    // what needs a token says so
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const { status } = await call(
          method.toUpperCase(),
          path.replace('{id}', 'x'),
          undefined,
          method === 'post' ? {} : undefined,
        );
        expect([path, status === 401]).toEqual([path, 'security' in operation]);
      }
    }
  });

  it('does not listen beyond this machine unless told', () => {
    expect(readServerConfig().host).toBe('127.0.0.1');
  });

  const invalid: [unknown, string][] = [
    [{ port: 70_000 }, '/server/port'],
    [{ hosts: 'x' }, '/server/hosts'],
    [{ tokens: [{ token: 'secret', tenant: 'a' }] }, '/server/tokens/0/sha256'],
    [{ tokens: [{ sha256: 'A'.repeat(64), tenant: 'a' }] }, '/server/tokens/0/sha256'],
    [{ tokens: [{ sha256: '0'.repeat(64), tenant: '' }] }, '/server/tokens/0/tenant'],
    [{ limits: { keepAliveMs: 31_000 } }, '/server/limits/keepAliveMs'],
    [{ mcp: { serverUrls: [] } }, '/server/mcp/serverUrls'],
    [{ refreshedAt: 'soon' }, '/server/refreshedAt'],
    [null, '/server'],
  ];
  it.each(invalid)('refuses the configuration %j', (value, pointer) => {
    expect(() => readServerConfig(value)).toThrow(
      expect.objectContaining({ code: 'CORE_CONFIG_INVALID', pointer }),
    );
  });
});

it('stops without losing what was asked of it', async () => {
  const own = await exampleEngine({ ids: createIds() });
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = (): void => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const slow = await startServer({
    engine: {
      ...own,
      negotiate: async (input) => {
        begin();
        await gate;
        return own.negotiate(input);
      },
    },
    config,
    protocols: {},
    logger: SILENT,
  });
  const pending = fetch(`${slow.url}/v1/negotiations`, {
    method: 'POST',
    headers: bearer('acme'),
    body: JSON.stringify({ request: asking({ tenant: 'acme' }), card }),
  });
  await started;
  const stopped = slow.stop();
  release();
  const answer = (await (await pending).json()) as Draft;
  await stopped;
  expect(answer['outcome']).toBe('accepted-with-constraints');
  expect(own.evidence.find(String(at(answer, 'receipt')['decisionId']))?.kind).toBe('decision-receipt');
});
