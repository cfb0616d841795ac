// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { guardMcp, type McpGuardOptions } from '../../src/server/guards/index.js';
import { ALICE, createBench } from './support.js';

const H = 'MCP-Protocol-Version';
const S = 'Mcp-Session-Id';
const OLD = '2025-06-18';
const NEWER = '2025-11-25';
const MODERN = '2026-07-28';
const PROTOCOLS = { mcp: { revisions: [OLD, NEWER, MODERN], preferred: NEWER, floor: OLD } };

/** A guard in front of a server that gives every handshake a session of its own. */
function setUp(options: McpGuardOptions = {}) {
  const bench = createBench({ protocols: PROTOCOLS });
  const seen: { version: string; header: string | null }[] = [];
  let count = 0;
  let gone = false;
  const guard = guardMcp(
    bench.port,
    async (request, { version }) => {
      const { method } = request;
      const body = method === 'POST' ? ((await request.json()) as { method?: string; fail?: boolean }) : {};
      seen.push({ version, header: request.headers.get(H) });
      if (gone) return new Response(null, { status: 404 });
      if (body.method !== 'initialize')
        return new Response(null, { status: method === 'DELETE' ? 204 : 200 });
      count += 1;
      return new Response('{}', { status: body.fail === true ? 500 : 200, headers: { [S]: `s-${count}` } });
    },
    { authenticate: () => ALICE, ...options },
  );
  const send = (headers: Record<string, string>, body: unknown, method = 'POST') =>
    guard(
      new Request('https://server.example/mcp', {
        method,
        headers,
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      }),
    );
  const open = async (protocolVersion: string, more: object = {}) =>
    (
      await send({}, { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion }, ...more })
    ).headers.get(S) ?? '';
  const call = (headers: Record<string, string>) =>
    send(headers, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const last = () => bench.records().at(-1)?.record.payload;
  return {
    bench,
    seen,
    send,
    open,
    call,
    last,
    lose: () => {
      gone = true;
    },
  };
}

describe('a legacy session', () => {
  it('goes on in the revision of its handshake', async () => {
    const { open, call, last, seen } = setUp();
    const id = await open(OLD);
    expect((await call({ [S]: id, [H]: OLD })).status).toBe(200);
    expect(last()).toMatchObject({ outcome: 'accepted', requested: OLD, version: OLD });
    expect(seen.at(-1)).toEqual({ version: OLD, header: OLD });
  });

  it('does not go on in another one, although it is offered', async () => {
    const { open, call, last, seen } = setUp();
    const id = await open(OLD);
    const before = seen.length;
    const response = await call({ [S]: id, [H]: NEWER });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { id: 2, error: { code: -32000, data: { supported: [OLD] } } },
    ]);
    expect(last()).toMatchObject({ outcome: 'refused', requested: NEWER, reason: 'unsupported' });
    expect(seen).toHaveLength(before);
  });

  it('that was opened with another revision than the client named goes on in the one that was answered', async () => {
    const { open, call } = setUp();
    const id = await open('2099-01-01');
    expect((await call({ [S]: id, [H]: OLD })).status).toBe(400);
    expect((await call({ [S]: id, [H]: NEWER })).status).toBe(200);
  });

  it('stands for silence, on every method, and says so to the handler', async () => {
    const { open, call, send, last, seen } = setUp();
    const id = await open(OLD);
    expect((await call({ [S]: id })).status).toBe(200);
    expect((await send({ [S]: id }, undefined, 'GET')).status).toBe(200);
    expect(seen.slice(-2)).toEqual([
      { version: OLD, header: OLD },
      { version: OLD, header: OLD },
    ]);
    expect(last()).toMatchObject({ outcome: 'accepted', version: OLD });
    expect(last()).not.toHaveProperty('requested');
  });

  it.each([
    ['unknown', 's-99'],
    ['named twice', 's-1, s-1'],
  ])('that is %s leaves each message to itself', async (_name, id) => {
    const { open, call, last } = setUp();
    await open(OLD);
    expect((await call({ [S]: id, [H]: NEWER })).status).toBe(200);
    expect((await call({ [S]: id })).status).toBe(400);
    expect(last()).toMatchObject({ outcome: 'refused', reason: 'below-floor' });
  });

  it('says nothing about a message that carries its own version', async () => {
    const { open, send } = setUp();
    const id = await open(OLD);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { _meta } };
    const headers = { [S]: id, [H]: MODERN, 'Mcp-Method': 'tools/list' };
    expect((await send(headers, modern)).status).toBe(200);
  });

  it('is malformed where its header is, not only another one', async () => {
    const { open, call } = setUp();
    const id = await open(OLD);
    expect(await (await call({ [S]: id, [H]: `${OLD}, ${OLD}` })).json()).toMatchObject({
      error: { code: -32600 },
    });
  });

  it('is forgotten when it is deleted, when the server has lost it, and was none when it was not opened', async () => {
    const first = setUp();
    const deleted = await first.open(OLD);
    await first.send({ [S]: deleted }, undefined, 'DELETE');
    expect((await first.call({ [S]: deleted, [H]: NEWER })).status).toBe(200);
    const failed = await first.open(OLD, { fail: true });
    expect((await first.call({ [S]: failed, [H]: NEWER })).status).toBe(200);
    const lost = await first.open(OLD);
    first.lose();
    expect((await first.call({ [S]: lost })).status).toBe(404);
    expect((await first.call({ [S]: lost, [H]: NEWER })).status).toBe(404);
  });

  it('is remembered as long as it is among the most recently used', async () => {
    const { open, call } = setUp({ maxSessions: 2 });
    const [a, b] = [await open(OLD), await open(OLD)];
    await call({ [S]: a });
    const c = await open(OLD);
    expect((await call({ [S]: b, [H]: NEWER })).status).toBe(200);
    expect((await call({ [S]: a, [H]: NEWER })).status).toBe(400);
    expect((await call({ [S]: c, [H]: NEWER })).status).toBe(400);
  });

  it('is not remembered at all where that is asked for', async () => {
    const { open, call } = setUp({ maxSessions: 0 });
    const id = await open(OLD);
    expect((await call({ [S]: id, [H]: NEWER })).status).toBe(200);
  });
});
