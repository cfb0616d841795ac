// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateRecord } from '../../src/openwop/validate-record.js';
import { bearer, type EventClient, type Frame, subscribe } from './http.js';

// What an outside conformance suite does with a host: discovery, then exchanges with the event stream open. It knows
// nothing of this project but the address and two tokens.

const folder = mkdtempSync(join(tmpdir(), 'openwop-host-'));
const evidence = join(folder, 'evidence.sqlite');
let port = 0;
let host: ChildProcess;
let url = '';

async function start(): Promise<void> {
  const args = [
    '--port',
    String(port),
    '--token',
    'token-one',
    '--token',
    'token-two',
    '--evidence',
    evidence,
  ];
  host = spawn(process.execPath, ['examples/openwop-host/main.js', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    host.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening on')) resolve();
    });
    host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
}

async function stop(): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => host.once('exit', resolve));
  host.kill('SIGTERM');
  return ended;
}

beforeAll(async () => {
  // What is served is what is built; where the build is not whole, the host does not start.
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  url = `http://127.0.0.1:${port}`;
  await start();
});

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

interface Surface {
  readonly address: string;
  readonly preferred: string;
}

async function surface(protocol: 'a2a' | 'mcp'): Promise<Surface> {
  const doc = (await (await fetch(`${url}/.well-known/openwop`)).json()) as Record<
    string,
    Record<string, string & string[]>
  >;
  const facet = doc[protocol] ?? {};
  const preferred = facet['preferredVersion'] ?? '';
  if (protocol === 'mcp') return { address: facet['serverUrls']?.[0] ?? '', preferred };
  const card = (await (
    await fetch(facet['agentCardUrl'] ?? '', { headers: { 'A2A-Version': preferred } })
  ).json()) as {
    supportedInterfaces: { url: string; protocolBinding: string }[];
  };
  return {
    address: card.supportedInterfaces.find((one) => one.protocolBinding === 'JSONRPC')?.url ?? '',
    preferred,
  };
}

async function exchange(
  protocol: 'a2a' | 'mcp',
  address: string,
  version: string,
  token?: string,
): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === undefined ? {} : bearer(token)),
  };
  const a2a = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'unknown' } };
  const mcp = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  };
  if (protocol === 'a2a') headers['A2A-Version'] = version;
  else Object.assign(headers, { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/list' });
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify(protocol === 'a2a' ? a2a : mcp),
  });
  return (await response.json()) as Record<string, unknown>;
}

const upstream = new URL('../../../shared/upstream/openwop/', import.meta.url);

/** The host-event shape: upstream`s where it is at hand, else ours, which another test holds against it. */
function assertShape(frame: Frame): void {
  expect(frame.event).toBe('negotiation.decided');
  expect(frame.data['eventId']).toBe(frame.id);
  expect(frame.id).toMatch(/^[A-Za-z0-9._~-]{16,128}$/);
  expect(validateRecord(frame.data)).toEqual(frame.data);
  expect(frame.data).not.toHaveProperty('runId');
  expect(frame.data).not.toHaveProperty('sequence');
  if (!existsSync(upstream)) return;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const read = (name: string): object => JSON.parse(readFileSync(new URL(name, upstream), 'utf8'));
  ajv.addSchema(read('negotiation-decided.schema.json'), 'openwop/openwop/negotiation-decided');
  expect(ajv.compile(read('host-event.schema.json'))(frame.data)).toBe(true);
}

async function heard<T>(
  token: string,
  act: () => Promise<T>,
  headers: Record<string, string> = {},
): Promise<EventClient> {
  const client = await subscribe(url, { ...bearer(token), 'OpenWOP-Version': '2.0', ...headers });
  await act();
  await client.until(() => client.frames.length > 0);
  client.close();
  return client;
}

describe('an outside suite and the example host', () => {
  it('reads that the event is durable', async () => {
    const doc = (await (await fetch(`${url}/.well-known/openwop`)).json()) as Record<string, unknown>;
    expect(doc['hostEvents']).toEqual({ types: [{ type: 'negotiation.decided', delivery: 'durable' }] });
  });

  const below = { a2a: '0.3', mcp: '2025-06-18' } as const;
  it.each(['a2a', 'mcp'] as const)(
    '%s: an exchange at the preferred version is recorded accepted',
    async (protocol) => {
      const { address, preferred } = await surface(protocol);
      const client = await heard('token-one', () => exchange(protocol, address, preferred, 'token-one'));
      const frame = client.frames[0] as Frame;
      assertShape(frame);
      expect(frame.data['payload']).toMatchObject({
        protocol,
        requested: preferred,
        outcome: 'accepted',
        version: preferred,
      });
    },
  );

  it.each(['a2a', 'mcp'] as const)(
    '%s: an exchange below the floor is recorded refused',
    async (protocol) => {
      const { address } = await surface(protocol);
      const client = await heard('token-one', () =>
        exchange(protocol, address, below[protocol], 'token-one'),
      );
      const frame = client.frames[0] as Frame;
      assertShape(frame);
      expect(frame.data['payload']).toMatchObject({
        protocol,
        requested: below[protocol],
        outcome: 'refused',
        reason: 'below-floor',
      });
      expect(frame.data['payload']).not.toHaveProperty('version');
    },
  );

  it('answers an unknown task and an empty list of tools', async () => {
    const a2a = await surface('a2a');
    expect(await exchange('a2a', a2a.address, a2a.preferred, 'token-one')).toMatchObject({
      error: { code: -32001 },
    });
    const mcp = await surface('mcp');
    const headers = {
      ...bearer('token-one'),
      'MCP-Protocol-Version': mcp.preferred,
      'Mcp-Method': 'tools/list',
    };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': mcp.preferred,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } });
    const answer = await fetch(mcp.address, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ result: { resultType: 'complete', tools: [] } });
  });

  it('keeps two tenants apart', async () => {
    const { address, preferred } = await surface('a2a');
    const two = await subscribe(url, bearer('token-two'));
    await heard('token-one', () => exchange('a2a', address, preferred, 'token-one'));
    await exchange('a2a', address, '0.3', 'token-two');
    await two.until(() => two.frames.length > 0);
    two.close();
    expect(two.frames.map((frame) => frame.data['payload'])).toMatchObject([{ outcome: 'refused' }]);
  });

  it('records an unauthenticated exchange and tells nobody', async () => {
    const { address, preferred } = await surface('a2a');
    const client = await heard('token-one', async () => {
      expect(await exchange('a2a', address, preferred)).toMatchObject({ error: { code: -32001 } });
      expect(await exchange('a2a', address, '0.3')).toMatchObject({ error: { code: -32009 } });
      expect(await exchange('a2a', address, preferred, 'no-such-token')).toMatchObject({
        error: { code: -32001 },
      });
      await exchange('mcp', (await surface('mcp')).address, preferred);
      await exchange('a2a', address, '9.9', 'token-one');
    });
    expect(client.frames.map((frame) => frame.data['payload'])).toMatchObject([{ requested: '9.9' }]);
  });

  const odd: [string, 'a2a' | 'mcp', string, string, number, number][] = [
    ['a body that is no JSON', 'a2a', '1.0', '{nope', 200, -32700],
    ['a batch', 'a2a', '1.0', '[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]', 200, -32600],
    ['null', 'a2a', '1.0', 'null', 200, -32600],
    ['an unknown method', 'a2a', '1.0', '{"jsonrpc":"2.0","id":1,"method":"Nope"}', 200, -32601],
    [
      'two versions in one header',
      'a2a',
      '1.0, 0.3',
      '{"jsonrpc":"2.0","id":1,"method":"GetTask"}',
      400,
      -32009,
    ],
    ['a body that is no JSON', 'mcp', '2025-11-25', '{nope', 400, -32700],
    ['an empty body', 'mcp', '2025-11-25', '', 400, -32700],
    ['a batch', 'mcp', '2025-11-25', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['a date that is none', 'mcp', '2025-02-30', '{"jsonrpc":"2.0","id":1,"method":"ping"}', 400, -32600],
    ['an unknown method', 'mcp', '2025-11-25', '{"jsonrpc":"2.0","id":1,"method":"nope"}', 200, -32601],
  ];
  it.each(odd)('answers %s on %s', async (_name, protocol, version, body, status, code) => {
    const { address } = await surface(protocol);
    const header = protocol === 'a2a' ? 'A2A-Version' : 'MCP-Protocol-Version';
    const headers = { ...bearer('token-two'), [header]: version };
    const response = await fetch(address, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('takes a notification without an answer, and offers no stream of its own', async () => {
    const { address } = await surface('mcp');
    const headers = { ...bearer('token-two'), 'MCP-Protocol-Version': '2025-11-25' };
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    const told = await fetch(address, { method: 'POST', headers, body });
    expect([told.status, await told.text()]).toEqual([202, '']);
    expect((await fetch(address, { headers })).status).toBe(405);
  });

  it('refuses a subscriber without a token', async () => {
    expect((await subscribe(url)).status).toBe(401);
  });

  it('goes on after a restart where the subscriber left off', async () => {
    const { address, preferred } = await surface('a2a');
    const before = await heard('token-one', () => exchange('a2a', address, preferred, 'token-one'));
    await exchange('a2a', address, '0.2', 'token-one');
    await exchange('a2a', address, preferred, 'token-two');
    expect(await stop()).toBe(0);
    await start();
    const id = before.frames[0]?.id ?? '';
    const after = await heard('token-one', async () => {}, { 'Last-Event-ID': id });
    expect(after.frames.map((frame) => frame.data['payload'])).toMatchObject([{ requested: '0.2' }]);
    expect((await subscribe(url, { ...bearer('token-two'), 'Last-Event-ID': id })).status).toBe(400);
  });

  it('is told to stop with exchanges in flight, and loses the record of none that it answered', async () => {
    const { address, preferred } = await surface('a2a');
    const before = await heard('token-one', () => exchange('a2a', address, preferred, 'token-one'));
    const answered: string[] = [];
    let first = (): void => {};
    const begun = new Promise<void>((resolve) => {
      first = resolve;
    });
    const asked = Array.from({ length: 60 }, async (_, i) => {
      const version = `9.${i}`;
      await exchange('a2a', address, version, 'token-one');
      answered.push(version);
      first();
    });
    // what had not arrived yet is refused a connection
    const settled = Promise.allSettled(asked);
    await begun;
    expect(await stop()).toBe(0);
    await settled;
    await start();
    const client = await subscribe(url, {
      ...bearer('token-one'),
      'Last-Event-ID': before.frames[0]?.id ?? '',
    });
    const named = () =>
      client.frames.map(({ data }) => (data['payload'] as { requested?: string }).requested);
    await client.until(() => answered.every((version) => named().includes(version)));
    client.close();
    expect(new Set(named()).size).toBe(named().length);
  });
});
