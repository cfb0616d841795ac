// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import { judgeAnswer, readMcpOffers } from '../../src/openwop/judge-answer.js';
import { legacyRevisions, readMcp } from '../../src/openwop/read-mcp.js';

const V = 'io.modelcontextprotocol/protocolVersion';
const C = 'io.modelcontextprotocol/clientCapabilities';
const NEW = '2026-07-28';
const OLD = '2025-11-25';

const call = (method: string, params: Json = {}, id: Json = 1): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const modern = (method: string, version: string = NEW, params: Record<string, Json> = {}): Json =>
  call(method, { ...params, _meta: { [V]: version, [C]: {} } });

type Row = [string, [string, string][], Json | undefined, object];

const rows: Row[] = [
  [
    'initialize',
    [],
    call('initialize', { protocolVersion: OLD, capabilities: {} }),
    { era: 'initialize', answer: 'counter', named: OLD, id: 1 },
  ],
  [
    'initialize ignores the header',
    [['MCP-Protocol-Version', '2025-06-18']],
    call('initialize', { protocolVersion: OLD }),
    { era: 'initialize', named: OLD },
  ],
  [
    'initialize without a version',
    [],
    call('initialize', {}),
    { era: 'initialize', contradicted: true, problem: { kind: 'meta-missing' } },
  ],
  ['initialize with a number', [], call('initialize', { protocolVersion: 2025 }), { contradicted: true }],
  [
    'initialize with a version in _meta',
    [],
    call('initialize', { protocolVersion: OLD, _meta: { [V]: NEW } }),
    { contradicted: true, problem: { kind: 'invalid-request' } },
  ],
  [
    'a legacy call',
    [['MCP-Protocol-Version', OLD]],
    call('tools/list'),
    { era: 'legacy', answer: 'exact', named: OLD, method: 'tools/list' },
  ],
  [
    'a legacy call with other _meta',
    [['MCP-Protocol-Version', OLD]],
    call('tools/list', { _meta: { progressToken: 1 } }),
    { era: 'legacy', named: OLD },
  ],
  ['silence is 2025-03-26', [], call('tools/list'), { era: 'legacy', assumed: '2025-03-26' }],
  [
    'an empty header is silence',
    [['MCP-Protocol-Version', '']],
    call('tools/list'),
    { assumed: '2025-03-26' },
  ],
  [
    'a repeated header',
    [
      ['MCP-Protocol-Version', OLD],
      ['MCP-Protocol-Version', OLD],
    ],
    call('tools/list'),
    { named: `${OLD}, ${OLD}`, contradicted: true },
  ],
  ['GET', [['MCP-Protocol-Version', OLD]], undefined, { era: 'legacy', named: OLD, id: null }],
  [
    'a malformed header',
    [['MCP-Protocol-Version', '1999']],
    call('tools/list'),
    { era: 'legacy', named: '1999' },
  ],
  [
    'a legacy batch',
    [['MCP-Protocol-Version', '2025-03-26']],
    [call('tools/list')],
    { era: 'legacy', named: '2025-03-26', id: null },
  ],
  [
    'initialize in a batch',
    [],
    [call('initialize', { protocolVersion: OLD })],
    { contradicted: true, problem: { kind: 'invalid-request' } },
  ],
  ['a modern message in a batch', [], [modern('tools/list')], { contradicted: true }],
  [
    'a batch under a modern header',
    [['MCP-Protocol-Version', NEW]],
    [call('tools/list')],
    { contradicted: true },
  ],
  ['an empty batch', [], [], { contradicted: true }],
  ['a batch of nothing', [], [1], { contradicted: true }],
  [
    'a modern call',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/list'],
    ],
    modern('tools/list'),
    { era: 'modern', answer: 'exact', named: NEW, clientCapabilities: {} },
  ],
  [
    'a modern call with its name',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', 'echo'],
    ],
    modern('tools/call', NEW, { name: 'echo' }),
    { era: 'modern', named: NEW },
  ],
  [
    'a name in base64',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', '=?base64?w6ljaG8=?='],
    ],
    modern('tools/call', NEW, { name: 'écho' }),
    { era: 'modern', named: NEW },
  ],
  [
    'another name',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', 'rm'],
    ],
    modern('tools/call', NEW, { name: 'echo' }),
    { problem: { kind: 'header-mismatch', header: 'Mcp-Name' } },
  ],
  [
    'no name',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'resources/read'],
    ],
    modern('resources/read', NEW, { uri: 'x:y' }),
    { problem: { kind: 'header-mismatch', header: 'Mcp-Name' } },
  ],
  [
    'another method',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/list'],
    ],
    modern('tools/call', NEW, { name: 'x' }),
    { named: NEW, problem: { kind: 'header-mismatch', header: 'Mcp-Method' } },
  ],
  [
    'no method header',
    [['MCP-Protocol-Version', NEW]],
    modern('tools/list'),
    { problem: { kind: 'header-mismatch', header: 'Mcp-Method' } },
  ],
  [
    'header and _meta differ',
    [['MCP-Protocol-Version', OLD]],
    modern('tools/list'),
    {
      era: 'modern',
      named: NEW,
      contradicted: true,
      problem: { kind: 'header-mismatch', header: 'MCP-Protocol-Version' },
    },
  ],
  [
    '_meta without a header',
    [],
    modern('tools/list'),
    { named: NEW, contradicted: true, problem: { kind: 'header-mismatch' } },
  ],
  [
    'a modern header without _meta',
    [['MCP-Protocol-Version', NEW]],
    call('tools/list'),
    { named: NEW, contradicted: true, problem: { kind: 'meta-missing', member: V } },
  ],
  [
    'discover without anything',
    [],
    call('server/discover'),
    { era: 'modern', contradicted: true, problem: { kind: 'meta-missing', member: V } },
  ],
  [
    'a version that is no text',
    [['MCP-Protocol-Version', NEW]],
    call('tools/list', { _meta: { [V]: 1 } }),
    { problem: { kind: 'meta-missing', member: V } },
  ],
  [
    'no client capabilities',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/list'],
    ],
    call('tools/list', { _meta: { [V]: NEW } }),
    { named: NEW, problem: { kind: 'meta-missing', member: C } },
  ],
  [
    'null client capabilities',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/list'],
    ],
    call('tools/list', { _meta: { [V]: NEW, [C]: null } }),
    { problem: { kind: 'meta-missing', member: C } },
  ],
  [
    'a null capability',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/list'],
    ],
    call('tools/list', { _meta: { [V]: NEW, [C]: { sampling: null } } }),
    { problem: { kind: 'meta-missing' } },
  ],
  [
    'a legacy date in _meta needs no capabilities',
    [['MCP-Protocol-Version', '2025-06-18']],
    call('tools/list', { _meta: { [V]: '2025-06-18' } }),
    { era: 'modern', named: '2025-06-18' },
  ],
  [
    'a notification under a modern header',
    [['MCP-Protocol-Version', NEW]],
    { jsonrpc: '2.0', method: 'notifications/cancelled' },
    { era: 'modern', named: NEW, id: null },
  ],
  [
    'a notification under another method header',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/call'],
    ],
    { jsonrpc: '2.0', method: 'notifications/cancelled' },
    { named: NEW, problem: { kind: 'header-mismatch', header: 'Mcp-Method' } },
  ],
  [
    'the same with a version of its own',
    [
      ['MCP-Protocol-Version', NEW],
      ['Mcp-Method', 'tools/call'],
    ],
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: { [V]: NEW } } },
    { named: NEW, problem: { kind: 'header-mismatch', header: 'Mcp-Method' } },
  ],
  ...([null, true, {}, []] as const).flatMap((id): Row[] => [
    [
      `a request whose id is ${JSON.stringify(id)} is no notification`,
      [['MCP-Protocol-Version', NEW]],
      call('tools/call', {}, id),
      { named: NEW, contradicted: true, problem: { kind: 'meta-missing', member: V } },
    ],
    [
      `the same in the right form: ${JSON.stringify(id)}`,
      [
        ['MCP-Protocol-Version', NEW],
        ['Mcp-Method', 'tools/list'],
      ],
      call('tools/list', { _meta: { [V]: NEW, [C]: {} } }, id),
      { named: NEW, problem: { kind: 'invalid-request' } },
    ],
  ]),
  [
    'a batch of a revision without batches',
    [['MCP-Protocol-Version', '2025-06-18']],
    [call('tools/list')],
    { era: 'legacy', named: '2025-06-18', problem: { kind: 'invalid-request' } },
  ],
  ['a silent batch', [], [call('tools/list')], { era: 'legacy', assumed: '2025-03-26' }],
  [
    '_meta from a prototype is none',
    [],
    call('tools/list', Object.create({ _meta: { [V]: NEW } }) as Json),
    { era: 'legacy' },
  ],
  [
    'a body that is no object',
    [['MCP-Protocol-Version', OLD]],
    'hello',
    { era: 'legacy', named: OLD, id: null },
  ],
];

describe('what an MCP message names', () => {
  it.each(rows)('%s', (_name, headers, body, expected) => {
    const reading = readMcp(new Headers(headers), body);
    expect(reading).toMatchObject(expected);
    if ('problem' in expected || 'contradicted' in expected) return;
    expect(reading.problem).toBeUndefined();
    expect(reading.contradicted).toBeUndefined();
    if (!('named' in expected)) expect(reading.named).toBeUndefined();
  });
  it('never offers a modern revision in a handshake', () => {
    expect(legacyRevisions(['2025-06-18', NEW, '2025-11-25', '2027-01-01', 'draft'])).toEqual([
      '2025-06-18',
      '2025-11-25',
    ]);
  });
});

describe('what an MCP server offers', () => {
  const offers: [string, Json, string[]][] = [
    ['an initialize result', { protocolVersion: OLD, capabilities: {} }, [OLD]],
    ['an initialize answer', { jsonrpc: '2.0', id: 1, result: { protocolVersion: OLD } }, [OLD]],
    ['a discover result', { supportedVersions: [NEW, OLD], capabilities: {} }, [NEW, OLD]],
    [
      'a refusal with a list',
      { jsonrpc: '2.0', id: 1, error: { code: -32022, message: '', data: { supported: [OLD] } } },
      [OLD],
    ],
    ['a refusal without one', { error: { code: -32000, message: '' }, result: { protocolVersion: OLD } }, []],
    ['something else', 'hello', []],
    ['an empty object', {}, []],
    ['a list of no texts', { supportedVersions: [1, null] }, []],
  ];
  it.each(offers)('%s', (_name, answer, expected) => expect(readMcpOffers(answer)).toEqual(expected));

  const question = {
    protocol: 'mcp',
    offered: ['2025-06-18', OLD],
    preferred: OLD,
    floor: '2025-06-18',
    named: OLD,
  } as const;
  const judged: [string, string[], boolean, object][] = [
    ['the same', [OLD], false, { outcome: 'accepted', version: OLD }],
    [
      'lower, authenticated',
      ['2025-06-18'],
      true,
      { outcome: 'accepted', version: '2025-06-18', requested: OLD },
    ],
    ['lower, unauthenticated', ['2025-06-18'], false, { outcome: 'refused', reason: 'unauthenticated' }],
    ['outside what we offered', ['1999-01-01'], true, { outcome: 'refused', reason: 'below-floor' }],
    ['never offered', ['2025-08-01'], true, { outcome: 'refused', reason: 'unsupported' }],
    ['below the floor', ['2024-11-05'], true, { outcome: 'refused', reason: 'below-floor' }],
    ['a draft beside the same', ['DRAFT-2026-v1', OLD], false, { outcome: 'accepted', version: OLD }],
    ['drafts alone', ['DRAFT-2026-v1', 'draft'], true, { outcome: 'refused', malformed: true }],
    ['malformed', ['latest'], true, { outcome: 'refused', malformed: true }],
    ['nothing', [], true, { outcome: 'refused', reason: 'unsupported' }],
  ];
  it.each(judged)('judges an answer: %s', (_name, answered, authenticated, expected) => {
    expect(judgeAnswer({ ...question, authenticated }, answered)).toMatchObject(expected);
  });
});
