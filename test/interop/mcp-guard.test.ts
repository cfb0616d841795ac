// SPDX-License-Identifier: Apache-2.0
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guardMcp } from '../../src/server/guards/index.js';
import { ALICE, createBench, NOBODY } from '../server/support.js';
import { type Served, serveFetch } from './support.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A server of the SDK, without sessions, behind the guard. */
async function serve(mcp: { revisions: string[]; preferred: string; floor: string }, caller = ALICE) {
  const bench = createBench({ protocols: { mcp } });
  const guard = guardMcp(
    bench.port,
    async (request) => {
      const server = new McpServer({ name: 'echo', version: '1.0.0' });
      server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return transport.handleRequest(request);
    },
    { authenticate: () => caller },
  );
  const served: Served = await serveFetch(guard);
  open.push(served.close);
  return { bench, url: new URL(served.url) };
}

async function connect(url: URL): Promise<Client> {
  const client = new Client({ name: 'interop', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url));
  open.push(() => client.close());
  return client;
}

const payloads = (bench: ReturnType<typeof createBench>) =>
  bench.records().map(({ record }) => record.payload);

/** A server of the SDK that keeps sessions, behind the guard. */
async function serveSessions(mcp: { revisions: string[]; preferred: string; floor: string }) {
  const bench = createBench({ protocols: { mcp } });
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const guard = guardMcp(
    bench.port,
    async (request) => {
      const known = transports.get(request.headers.get('mcp-session-id') ?? '');
      if (known !== undefined) return known.handleRequest(request);
      const server = new McpServer({ name: 'echo', version: '1.0.0' });
      server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => `session-${transports.size + 1}`,
        onsessioninitialized: (id) => {
          transports.set(id, transport);
        },
      });
      await server.connect(transport);
      return transport.handleRequest(request);
    },
    { authenticate: () => ALICE },
  );
  const served = await serveFetch(guard);
  open.push(served.close);
  return { bench, url: new URL(served.url) };
}

describe('client and server of the MCP SDK through the guard', () => {
  it('agree on what the client names', async () => {
    const { bench, url } = await serve({
      revisions: ['2025-06-18', '2025-11-25'],
      preferred: '2025-11-25',
      floor: '2025-06-18',
    });
    const client = await connect(url);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      content: [{ text: 'hi' }],
    });
    for (const payload of payloads(bench)) {
      expect(payload).toMatchObject({ outcome: 'accepted', requested: '2025-11-25', version: '2025-11-25' });
    }
    expect(payloads(bench).length).toBeGreaterThanOrEqual(3);
  });

  it('keep to a session, its stream and its revision; nobody takes it up in another one', async () => {
    const { bench, url } = await serveSessions({
      revisions: ['2025-06-18', '2025-11-25'],
      preferred: '2025-11-25',
      floor: '2025-06-18',
    });
    const client = new Client({ name: 'interop', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(url);
    await client.connect(transport);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      content: [{ text: 'hi' }],
    });
    const { sessionId = '' } = transport;
    const other = (version?: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': sessionId,
          ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' }),
      });
    const lower = await other('2025-06-18');
    expect([lower.status, await lower.json()]).toMatchObject([
      400,
      { error: { code: -32000, data: { supported: ['2025-11-25'] } } },
    ]);
    const silent = await other();
    expect([silent.status, await silent.text()]).toEqual([200, expect.stringContaining('"echo"')]);
    const said = payloads(bench);
    expect(said.at(-2)).toMatchObject({ outcome: 'refused', requested: '2025-06-18' });
    expect(said.at(-1)).toMatchObject({ outcome: 'accepted', version: '2025-11-25' });
    await transport.terminateSession();
    await client.close();
    expect(payloads(bench).at(-1)).toMatchObject({ outcome: 'accepted', requested: '2025-11-25' });
  });

  it('agree on less, where the server offers less and the client is known', async () => {
    const { bench, url } = await serve({
      revisions: ['2025-06-18'],
      preferred: '2025-06-18',
      floor: '2025-06-18',
    });
    const client = await connect(url);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo']);
    const [handshake, ...later] = payloads(bench);
    expect(handshake).toMatchObject({ outcome: 'accepted', requested: '2025-11-25', version: '2025-06-18' });
    for (const payload of later)
      expect(payload).toMatchObject({ requested: '2025-06-18', version: '2025-06-18' });
  });

  it.each([
    [
      'below the floor',
      { revisions: ['2026-07-28'], preferred: '2026-07-28', floor: '2026-07-28' },
      ALICE,
      'below-floor',
    ],
    [
      'unauthenticated',
      { revisions: ['2025-06-18'], preferred: '2025-06-18', floor: '2025-06-18' },
      NOBODY,
      'unauthenticated',
    ],
  ])('do not agree %s', async (_name, mcp, caller, reason) => {
    const { bench, url } = await serve(mcp, caller);
    await expect(connect(url)).rejects.toThrow(/nsupported protocol version/);
    expect(payloads(bench)[0]).toMatchObject({ outcome: 'refused', requested: '2025-11-25', reason });
  });
});
