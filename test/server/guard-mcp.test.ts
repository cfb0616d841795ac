// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { guardMcp, type McpGuardOptions, type Negotiated } from '../../src/server/guards/index.js';
import { ALICE, createBench, NOBODY } from './support.js';

const V = 'io.modelcontextprotocol/protocolVersion';
const C = 'io.modelcontextprotocol/clientCapabilities';
const NEW = '2026-07-28';
const H = 'MCP-Protocol-Version';
const M = 'Mcp-Method';
const DUAL = {
  mcp: { revisions: ['2025-06-18', '2025-11-25', NEW], preferred: '2025-11-25', floor: '2025-06-18' },
};
const MODERN = { mcp: { revisions: [NEW], preferred: NEW, floor: NEW } };

function setUp(options: McpGuardOptions = {}, protocols = DUAL) {
  const bench = createBench({ protocols });
  const seen: { negotiated: Negotiated; body: string }[] = [];
  const guard = guardMcp(
    bench.port,
    async (request, negotiated) => {
      seen.push({ negotiated, body: await request.text() });
      return Response.json({ ok: true });
    },
    { authenticate: () => ALICE, ...options },
  );
  const call = (headers: [string, string][], body: unknown) =>
    guard(
      new Request('https://server.example/mcp', {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  return { bench, seen, call };
}

const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 9, method, params });
const initialize = (protocolVersion?: unknown) => rpc('initialize', { protocolVersion, capabilities: {} });
const modern = (version: string, capabilities: unknown = {}) =>
  rpc('tools/list', { _meta: { [V]: version, [C]: capabilities } });

type Row = [
  string,
  [string, string][],
  unknown,
  { options?: McpGuardOptions; protocols?: typeof DUAL },
  number | undefined,
  object,
];

const rows: Row[] = [
  [
    'initialize, known',
    [],
    initialize('2025-06-18'),
    {},
    undefined,
    { requested: '2025-06-18', version: '2025-06-18' },
  ],
  [
    'initialize, unknown: countered',
    [],
    initialize('2099-01-01'),
    {},
    undefined,
    { requested: '2099-01-01', version: '2025-11-25' },
  ],
  [
    'initialize with the modern revision: a legacy one',
    [],
    initialize(NEW),
    {},
    undefined,
    { requested: NEW, version: '2025-11-25' },
  ],
  [
    'the same, unauthenticated',
    [],
    initialize(NEW),
    { options: { authenticate: () => NOBODY } },
    -32602,
    { reason: 'unauthenticated' },
  ],
  ['initialize, below the floor', [], initialize('2024-11-05'), {}, -32602, { reason: 'below-floor' }],
  ['initialize, malformed', [], initialize('1.0'), {}, -32602, { requested: '1.0', reason: 'unsupported' }],
  [
    'initialize without a version',
    [],
    initialize(),
    {},
    -32602,
    { outcome: 'refused', reason: 'unsupported' },
  ],
  [
    'initialize of a modern server',
    [],
    initialize('2025-11-25'),
    { protocols: MODERN },
    -32022,
    { reason: 'below-floor' },
  ],
  [
    'the same, naming a modern revision',
    [],
    initialize(NEW),
    { protocols: MODERN },
    -32601,
    { reason: 'unsupported' },
  ],
  ['initialize in a batch', [], [initialize('2025-06-18')], {}, -32600, { reason: 'unsupported' }],
  ['legacy, named', [[H, '2025-06-18']], rpc('tools/list'), {}, undefined, { version: '2025-06-18' }],
  [
    'legacy, silent: 2025-03-26, below the floor',
    [],
    rpc('tools/list'),
    {},
    -32000,
    { outcome: 'refused', reason: 'below-floor' },
  ],
  [
    'legacy, unsupported',
    [[H, '2025-08-01']],
    rpc('tools/list'),
    {},
    -32000,
    { requested: '2025-08-01', reason: 'unsupported' },
  ],
  [
    'legacy, malformed',
    [[H, 'latest']],
    rpc('tools/list'),
    {},
    -32600,
    { requested: 'latest', reason: 'unsupported' },
  ],
  ['legacy GET', [[H, '2025-11-25']], undefined, {}, undefined, { version: '2025-11-25' }],
  [
    'legacy, repeated header',
    [
      [H, '2025-11-25'],
      [H, '2025-11-25'],
    ],
    rpc('tools/list'),
    {},
    -32600,
    { outcome: 'refused' },
  ],
  [
    'modern',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW),
    {},
    undefined,
    { requested: NEW, version: NEW },
  ],
  [
    'modern, unsupported',
    [
      [H, '2027-01-01'],
      [M, 'tools/list'],
    ],
    modern('2027-01-01'),
    {},
    -32022,
    { requested: '2027-01-01', reason: 'unsupported' },
  ],
  [
    'modern shape, below the floor',
    [
      [H, '2024-11-05'],
      [M, 'tools/list'],
    ],
    modern('2024-11-05'),
    {},
    -32022,
    { requested: '2024-11-05', reason: 'below-floor' },
  ],
  [
    'modern, malformed',
    [
      [H, 'x'],
      [M, 'tools/list'],
    ],
    modern('x'),
    {},
    -32602,
    { requested: 'x', reason: 'unsupported' },
  ],
  [
    'modern, header differs',
    [
      [H, '2025-11-25'],
      [M, 'tools/list'],
    ],
    modern(NEW),
    {},
    -32020,
    { outcome: 'refused', requested: NEW },
  ],
  ['modern, no header', [], modern(NEW), {}, -32020, { outcome: 'refused', requested: NEW }],
  [
    'modern, no _meta',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    rpc('tools/list'),
    {},
    -32602,
    { outcome: 'refused', requested: NEW },
  ],
  [
    'modern, other method: accepted, then refused',
    [
      [H, NEW],
      [M, 'ping'],
    ],
    modern(NEW),
    {},
    -32020,
    { outcome: 'accepted', version: NEW },
  ],
  [
    'modern, no clientCapabilities: the same',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    rpc('tools/list', { _meta: { [V]: NEW } }),
    {},
    -32602,
    { outcome: 'accepted', requested: NEW, version: NEW },
  ],
  [
    'modern, null clientCapabilities',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW, null),
    {},
    -32602,
    { outcome: 'accepted' },
  ],
  [
    'modern, undeclared capability',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW),
    { options: { requiredCapabilities: { sampling: {} } } },
    -32021,
    { outcome: 'accepted' },
  ],
  [
    'modern, url elicitation only',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW, { elicitation: { url: {} } }),
    { options: { requiredCapabilities: { elicitation: { form: {} } } } },
    -32021,
    {},
  ],
  [
    'modern, empty elicitation is the form',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW, { elicitation: {} }),
    { options: { requiredCapabilities: { elicitation: { form: {} } } } },
    undefined,
    {},
  ],
  [
    'an unknown capability is tolerated',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    modern(NEW, { 'x/y': { z: 1 } }),
    {},
    undefined,
    {},
  ],
  ['no JSON', [[H, '2025-11-25']], '{', {}, -32700, { outcome: 'refused', requested: '2025-11-25' }],
  ['nothing posted', [[H, '2025-11-25']], '', {}, -32700, { outcome: 'refused', requested: '2025-11-25' }],
  [
    'a request with an id that is none, under a modern header',
    [[H, NEW]],
    { ...rpc('tools/call'), id: true },
    { options: { requiredCapabilities: { sampling: {} } } },
    -32602,
    { outcome: 'refused', requested: NEW },
  ],
  [
    'a whole modern request with an id that is none',
    [
      [H, NEW],
      [M, 'tools/list'],
    ],
    { ...modern(NEW), id: null },
    { options: { requiredCapabilities: { sampling: {} } } },
    -32600,
    { outcome: 'accepted', version: NEW },
  ],
  [
    'a batch where there are none: accepted, then refused',
    [[H, '2025-11-25']],
    [rpc('tools/list')],
    {},
    -32600,
    { outcome: 'accepted', version: '2025-11-25' },
  ],
  [
    'two methods',
    [[H, NEW]],
    '{"jsonrpc":"2.0","id":1,"method":"initialize","method":"tools/list"}',
    {},
    -32700,
    { outcome: 'refused' },
  ],
  [
    'text after the batch',
    [[H, '2025-11-25']],
    '[{"id":1}],"x":[{"id":2}]',
    {},
    -32700,
    { outcome: 'refused' },
  ],
];

describe('guardMcp', () => {
  it.each(rows)('%s', async (_name, headers, body, { options, protocols }, code, payload) => {
    const { bench, seen, call } = setUp(options, protocols);
    const response = await call(headers, body);
    const [kept, ...others] = bench.records();
    expect(others).toEqual([]);
    expect(kept?.record.payload).toMatchObject(payload);
    if (code === undefined) {
      expect(response.status).toBe(200);
      expect(seen[0]?.negotiated.record).toEqual(kept?.record);
      return;
    }
    expect(response.status).toBe(400);
    const answer = (await response.json()) as {
      error: { code: number; data?: { supported?: string[]; requested?: string } };
    };
    expect(answer.error.code).toBe(code);
    expect(answer.error.data?.supported ?? []).not.toContain(answer.error.data?.requested);
    expect(seen).toEqual([]);
  });

  it('lists what could be named instead', async () => {
    const { call } = setUp();
    const answer = await (
      await call(
        [
          [H, '2027-01-01'],
          [M, 'tools/list'],
        ],
        modern('2027-01-01'),
      )
    ).json();
    expect(answer).toMatchObject({
      id: 9,
      error: {
        code: -32022,
        data: { supported: ['2025-06-18', '2025-11-25', NEW], requested: '2027-01-01' },
      },
    });
  });

  it('hands a countered handshake on with the revision that was decided', async () => {
    const { seen, call } = setUp();
    await call([], initialize('2099-01-01'));
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      id: 9,
      params: { protocolVersion: '2025-11-25', capabilities: {} },
    });
    const same = JSON.stringify(initialize('2025-06-18'));
    await call([], same);
    expect(seen[1]?.body).toBe(same);
  });

  it('activates the extensions that both declare', async () => {
    const { seen, call } = setUp({ extensions: ['io.modelcontextprotocol/tasks', 'x.example/y'] });
    const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {}, 'other/z': {} } };
    await call(
      [
        [H, NEW],
        [M, 'tools/list'],
      ],
      modern(NEW, capabilities),
    );
    expect(seen[0]?.negotiated.extensions.activated).toEqual(['io.modelcontextprotocol/tasks']);
  });

  it('infers nothing from an earlier request', async () => {
    const { call } = setUp();
    await call([], initialize('2025-11-25'));
    expect((await call([], rpc('tools/list'))).status).toBe(400);
  });
});
