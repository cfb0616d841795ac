// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { chooseInterface } from '../../src/openwop/choose-interface.js';
import { confirmExtensions } from '../../src/openwop/confirm-extensions.js';
import { detectEra } from '../../src/openwop/detect-era.js';
import { judgeAnswer, readMcpOffers } from '../../src/openwop/judge-answer.js';
import type { ProtocolsConfig } from '../../src/openwop/protocols.js';
import {
  type A2aGuardOptions,
  guardA2A,
  guardMcp,
  type McpGuardOptions,
  type Negotiated,
} from '../../src/server/guards/index.js';
import { card03, card10, read } from '../advertised/support/cards.js';
import { ALICE, createBench, NOBODY } from './support.js';

// Public reports of failing inputs, each with what happens to that input here. Reports about signatures, card shapes
// and modes are in the tests of their layers.

const E = 'urn:ext:e';
const F = 'urn:ext:f';
const V = 'io.modelcontextprotocol/protocolVersion';
const C = 'io.modelcontextprotocol/clientCapabilities';
const NEW = '2026-07-28';

interface Answer {
  readonly status: number;
  readonly code: number | undefined;
  readonly data: Record<string, unknown>;
  readonly seen: Negotiated | undefined;
  readonly body: Record<string, unknown> | undefined;
}

async function through(
  make: (handler: Parameters<typeof guardA2A>[1]) => (request: Request) => Promise<Response>,
  request: Request,
): Promise<Answer> {
  let seen: Negotiated | undefined;
  let body: Record<string, unknown> | undefined;
  const guard = make(async (passed, negotiated) => {
    seen = negotiated;
    body = (await passed.json()) as Record<string, unknown>;
    return Response.json({ result: {} });
  });
  const response = await guard(request);
  const said = (await response.json()) as { error?: { code: number; data?: Record<string, unknown> } };
  return { status: response.status, code: said.error?.code, data: said.error?.data ?? {}, seen, body };
}

function a2a(
  headers: Record<string, string>,
  options: A2aGuardOptions & { query?: string; protocols?: ProtocolsConfig; body?: Json } = {},
): Promise<Answer> {
  const {
    query = '',
    protocols,
    body = { jsonrpc: '2.0', id: 1, method: 'SendMessage' },
    ...guard
  } = options;
  const { port } = createBench(protocols === undefined ? {} : { protocols });
  return through(
    (handler) => guardA2A(port, handler, { authenticate: () => ALICE, ...guard }),
    new Request(`https://agent.example/${query}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

function mcp(
  headers: Record<string, string>,
  message: object,
  options: McpGuardOptions & { revisions?: readonly string[] } = {},
): Promise<Answer> {
  const { revisions = ['2025-06-18', '2025-11-25', NEW], ...guard } = options;
  const preferred = revisions.includes('2025-11-25') ? '2025-11-25' : NEW;
  const protocols = { mcp: { revisions, preferred, floor: revisions[0] ?? NEW } };
  return through(
    (handler) => guardMcp(createBench({ protocols }).port, handler, { authenticate: () => ALICE, ...guard }),
    new Request('https://server.example/', {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    }),
  );
}

const initialize = (protocolVersion?: string) => ({ method: 'initialize', params: { protocolVersion } });
const modern = (capabilities?: Json) => ({
  method: 'tools/list',
  params: { _meta: { [V]: NEW, ...(capabilities === undefined ? {} : { [C]: capabilities }) } },
});
const MODERN = { 'MCP-Protocol-Version': NEW, 'Mcp-Method': 'tools/list' };
const required = { extensions: [{ uri: E, required: true }] };
const optional = { extensions: [{ uri: E }, { uri: F }] };

type Row = [
  string,
  () => Promise<Answer>,
  Partial<Omit<Answer, 'seen'>> & { readonly seen?: object | undefined },
];
const ok = (seen: object): Row[2] => ({ status: 200, code: undefined, seen });
const refused = (code: number): Row[2] => ({ status: 400, code, seen: undefined });

const extensions: Row[] = [
  [
    'A2A#1238, a2a-js#449: two header names on one request, 1.0',
    () => a2a({ 'A2A-Version': '1.0', 'A2A-Extensions': E, 'X-A2A-Extensions': F }, optional),
    ok({ extensions: { activated: [E] } }),
  ],
  [
    'the same, 0.3',
    () => a2a({ 'A2A-Version': '0.3', 'A2A-Extensions': E, 'X-A2A-Extensions': F }, optional),
    ok({ extensions: { activated: [F] } }),
  ],
  [
    'A2A#1238: the singular name is none',
    () => a2a({ 'A2A-Version': '1.0', 'A2A-Extension': E }, required),
    refused(-32008),
  ],
  [
    'A2A#915: nothing is on by itself, and a message that names one asks for none',
    () =>
      a2a(
        { 'A2A-Version': '1.0' },
        {
          ...optional,
          body: {
            jsonrpc: '2.0',
            id: 1,
            method: 'SendMessage',
            params: { message: { extensions: [E], metadata: { [`${E}/x`]: 1 } } },
          },
        },
      ),
    ok({ extensions: { activated: [] } }),
  ],
  [
    'a2a-go#345: the old name is not seen by a 1.0 agent',
    () => a2a({ 'A2A-Version': '1.0', 'X-A2A-Extensions': E }, required),
    refused(-32008),
  ],
  [
    'a2a-tck#193: a client that leaves the required one out is told which',
    () => a2a({ 'A2A-Version': '1.0' }, { ...required, body: { jsonrpc: '2.0', id: 1, method: 'GetTask' } }),
    { status: 400, code: -32008, seen: undefined },
  ],
  [
    'a2a-dotnet#23: a declaration is enforced',
    () => a2a({ 'A2A-Version': '1.0', 'A2A-Extensions': 'urn:other' }, required),
    refused(-32008),
  ],
  [
    'agentstack#2061: inactive by default',
    () => a2a({ 'A2A-Version': '1.0' }, optional),
    ok({ extensions: { activated: [] } }),
  ],
  [
    'fasta2a#61, ggcode#2483: -32008, neither -32600 nor -32004',
    () => a2a({ 'A2A-Version': '1.0' }, required),
    refused(-32008),
  ],
];

const versions: Row[] = [
  ['a2a-python#856: 99.0', () => a2a({ 'A2A-Version': '99.0' }), refused(-32009)],
  ['a2a-python#1204: another minor', () => a2a({ 'A2A-Version': '1.7' }), refused(-32009)],
  ['a2a-python#1204: the query parameter', () => a2a({}, { query: '?A2A-Version=1.7' }), refused(-32009)],
  ['a2a-rs#271: the header is read', () => a2a({ 'A2A-Version': '0.5' }), refused(-32009)],
  ['a2a-js#474: absent means 0.3', () => a2a({}), ok({ version: '0.3' })],
  ['a2a-js#474: empty means 0.3', () => a2a({ 'A2A-Version': '' }), ok({ version: '0.3' })],
  [
    'a2a-js#559: what is not declared is not accepted',
    () =>
      a2a(
        { 'A2A-Version': '0.3' },
        { protocols: { a2a: { versions: ['1.0'], preferred: '1.0', floor: '0.3' } } },
      ),
    refused(-32009),
  ],
  [
    'a2a-js: a patch number takes no part',
    () => a2a({ 'A2A-Version': '1.0.1' }),
    ok({ version: '1.0', requested: '1.0.1' }),
  ],
  ['litellm#34154: v1.0', () => a2a({ 'A2A-Version': 'v1.0' }), refused(-32009)],
  ['litellm#34154: 1', () => a2a({ 'A2A-Version': '1' }), refused(-32009)],
  [
    'a2a-dotnet#331: less than preferred is for callers that are known',
    () => a2a({ 'A2A-Version': '0.3' }, { authenticate: () => NOBODY }),
    refused(-32009),
  ],
];

const mcpRows: Row[] = [
  [
    'modelcontextprotocol#1943: a malformed header',
    () => mcp({ 'MCP-Protocol-Version': 'invalid' }, { method: 'tools/list' }),
    { status: 400, code: -32600, data: { reason: 'malformed' } },
  ],
  [
    'modelcontextprotocol#1943: a well-formed one that is unknown',
    () => mcp({ 'MCP-Protocol-Version': '2025-08-01' }, { method: 'tools/list' }),
    { status: 400, code: -32000, data: { reason: 'unsupported' } },
  ],
  [
    'mcp-go#341, mcp-steroid#482: what is named and supported is answered',
    () => mcp({}, initialize('2025-06-18')),
    ok({ version: '2025-06-18' }),
  ],
  [
    'mcp-go#687: no version is no reason for an old one',
    () => mcp({}, initialize()),
    { status: 400, code: -32602, seen: undefined },
  ],
  [
    'mcp-toolbox#3841: initialize with a modern revision is countered with a legacy one',
    () => mcp({}, initialize(NEW)),
    { status: 200, seen: { version: '2025-11-25' }, body: { params: { protocolVersion: '2025-11-25' } } },
  ],
  [
    'the same, where no legacy one is served',
    () => mcp({}, initialize(NEW), { revisions: [NEW] }),
    { status: 400, code: -32601, seen: undefined },
  ],
  [
    'ext-apps#231, java-sdk#1064, rust-sdk#643: declared extensions arrive',
    () =>
      mcp(MODERN, modern({ extensions: { 'io.modelcontextprotocol/ui': {} } }), {
        extensions: ['io.modelcontextprotocol/ui'],
      }),
    ok({ extensions: { activated: ['io.modelcontextprotocol/ui'] } }),
  ],
  [
    'codebase-memory-mcp#1185: what the client declares is the client`s, handed on as it is',
    () => mcp({}, { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } }),
    { status: 200, body: { params: { protocolVersion: '2025-11-25', capabilities: {} } } },
  ],
  ['doris-mcp-server#94: no clientCapabilities', () => mcp(MODERN, modern()), { status: 400, code: -32602 }],
  [
    'kya-os-mcp#144, modelcontextprotocol#2775: an undeclared capability that is needed',
    () => mcp(MODERN, modern({}), { requiredCapabilities: { sampling: {} } }),
    { status: 400, code: -32021, data: { requiredCapabilities: { sampling: {} } } },
  ],
];

describe.each([
  ['extensions', extensions],
  ['versions', versions],
  ['MCP', mcpRows],
])('public reports on %s', (_name, rows) => {
  it.each(rows)('%s', async (_report, act, expected) => {
    const answer = await act();
    const { data, seen, ...rest } = expected;
    expect(answer).toMatchObject(rest);
    if (data !== undefined) expect(answer.data).toMatchObject(data);
    if (Object.hasOwn(expected, 'seen')) {
      if (seen === undefined) expect(answer.seen).toBeUndefined();
      else expect(answer.seen).toMatchObject(seen);
    }
  });
});

describe('public reports on the client`s side', () => {
  const own = { offered: ['0.3', '1.0'], preferred: '1.0', floor: '1.0', authenticated: true };
  const at = (protocolVersion: string) => ({ url: 'https://a.example', binding: 'JSONRPC', protocolVersion });
  const legacy = { protocol: 'mcp', offered: ['2025-06-18', '2025-11-25'], preferred: '2025-11-25' } as const;
  const asked = { ...legacy, floor: '2025-06-18', named: '2025-11-25', authenticated: true };
  const error = (code: number): Json => ({ jsonrpc: '2.0', id: 1, error: { code, message: '' } });

  it('a2a-samples#599: an interface without a version offers nothing', () => {
    expect(chooseInterface([at('')], ['JSONRPC'], own).decision).toMatchObject({ reason: 'unsupported' });
    const { findings } = read(
      card10({ supportedInterfaces: [{ url: 'https://a.example', protocolBinding: 'JSONRPC' }] }),
    );
    expect(findings.length).toBeGreaterThan(0);
  });
  it('ag2#2904: an interface below the floor is not connected to', () => {
    const { decision, chosen } = chooseInterface([at('0.3')], ['JSONRPC'], own);
    expect([decision.reason, chosen]).toEqual(['below-floor', undefined]);
  });
  it('a2a-js#734: the first of several interfaces of one version is taken', () => {
    const first = { ...at('1.0'), url: 'https://first.example' };
    expect(chooseInterface([first, at('1.0')], ['JSONRPC'], own).chosen).toBe(first);
  });
  it('a2a-java#1121: the interfaces of a 0.3 card are read', () => {
    const { facts } = read(
      card03({ additionalInterfaces: [{ url: 'https://b.example', transport: 'HTTP+JSON' }] }),
    );
    const offered = facts.interfaces.map(({ url, binding, protocolVersion }) => ({
      url,
      binding: String(binding),
      protocolVersion: String(protocolVersion),
    }));
    const question = { ...own, floor: '0.3' };
    expect(chooseInterface(offered, ['HTTP+JSON'], question).chosen?.url).toBe('https://b.example');
  });
  it('a2a-elixir#17: what is echoed without having been asked for is not active', () => {
    const answer = new Headers({ 'A2A-Extensions': `${E}, ${F}` });
    expect(confirmExtensions([E], [E], answer, '1.0')).toEqual({ active: [E], missing: [], uncalled: [F] });
  });
  it('ruby-mcp-client#161: an answer of 1999-01-01 ends the connection', () => {
    const offers = readMcpOffers({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '1999-01-01' } });
    expect(judgeAnswer(asked, offers)).toMatchObject({ outcome: 'refused', reason: 'below-floor' });
  });
  it('foremerge#21: who answers a modern request like an old server is one, unless it was known to be modern', () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } };
    expect([detectEra(answer), detectEra(answer, 'modern')]).toEqual(['legacy', 'refused']);
  });
  it.each([-32601, -32600, -32602, -32000, -32001, -32003, -32004])(
    'go-sdk#1014, hermes-agent#88698, laravel/mcp#287: %i is a reason to fall back, but never from a known modern server',
    (code) => {
      expect([detectEra(error(code)), detectEra(error(code), 'modern')]).toEqual(['legacy', 'refused']);
    },
  );
  it('typescript-sdk#1386, go-sdk#56, fastmcp#370: what a server does not declare is not there, what it declares is a claim', () => {
    const result = (capabilities: Record<string, Json>) => ({
      protocolVersion: '2025-11-25',
      capabilities,
      serverInfo: { name: 's', version: '1' },
    });
    expect([...read(result({})).facts.skills.keys()]).toEqual([]);
    expect([...read(result({ tools: {} })).facts.skills.keys()]).toEqual(['tools']);
    expect(read(result({})).facts.capabilities.extensions).toBe(UNDECLARED);
  });
});
