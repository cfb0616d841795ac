// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { chooseInterface } from '../../src/openwop/choose-interface.js';
import { refuseA2aContentType, refuseA2aExtensions, refuseA2aVersion } from '../../src/openwop/refuse-a2a.js';
import { refuseMcpCapabilities, refuseMcpProblem, refuseMcpVersion } from '../../src/openwop/refuse-mcp.js';
import type { VersionRefused } from '../../src/openwop/types.js';
import { refuseInterop } from '../../src/openwop/wire.js';

const refusal: VersionRefused = {
  outcome: 'refused',
  requested: '0.3',
  reason: 'below-floor',
  supported: ['1.0'],
};
const mcp: VersionRefused = {
  outcome: 'refused',
  requested: '2025-06-18',
  reason: 'below-floor',
  supported: ['2026-07-28'],
};
const NEW = '2026-07-28';

describe('A2A refusals', () => {
  it('VersionNotSupportedError, 1.0', () => {
    expect(refuseA2aVersion({ id: 7 }, refusal)).toEqual({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: {
        jsonrpc: '2.0',
        id: 7,
        error: {
          code: -32009,
          message: 'A2A version not supported',
          data: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'VERSION_NOT_SUPPORTED',
              domain: 'a2a-protocol.org',
              metadata: { protocol: 'a2a', requested: '0.3', supported: '1.0', reason: 'below-floor' },
            },
            {
              '@type': 'type.googleapis.com/google.protobuf.Struct',
              value: {
                error: 'interop_version_unsupported',
                details: { protocol: 'a2a', requested: '0.3', supported: ['1.0'], reason: 'below-floor' },
              },
            },
          ],
        },
      },
    });
  });
  it('VersionNotSupportedError, 0.3', () => {
    expect(refuseA2aVersion({ id: 'x', version: '0.3' }, refusal).body).toEqual({
      jsonrpc: '2.0',
      id: 'x',
      error: {
        code: -32009,
        message: 'A2A version not supported',
        data: {
          error: 'VERSION_NOT_SUPPORTED',
          protocol: 'a2a',
          requested: '0.3',
          supported: ['1.0'],
          reason: 'below-floor',
        },
      },
    });
  });
  it('tells malformed from unsupported', () => {
    const { body } = refuseA2aVersion(
      { id: 1 },
      { ...refusal, requested: 'v1', malformed: true, reason: 'unsupported' },
    );
    expect(body).toMatchObject({
      error: { code: -32009, data: [{ metadata: { reason: 'malformed' } }, {}] },
    });
  });
  it('ExtensionSupportRequiredError in each binding and version', () => {
    const missing = ['urn:a'];
    expect(refuseA2aExtensions({ id: 1 }, missing)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: -32008,
          data: [{ reason: 'EXTENSION_SUPPORT_REQUIRED', metadata: { extensions: 'urn:a' } }],
        },
      },
    });
    expect(refuseA2aExtensions({ id: 1, version: '0.3' }, missing)).toMatchObject({
      body: { error: { code: -32008, data: { extensions: ['urn:a'] } } },
    });
    expect(refuseA2aExtensions({ id: 1, binding: 'HTTP+JSON' }, missing)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'FAILED_PRECONDITION',
          details: [{ reason: 'EXTENSION_SUPPORT_REQUIRED' }],
        },
      },
    });
    expect(refuseA2aExtensions({ id: 1, binding: 'HTTP+JSON', version: '0.3' }, missing)).toMatchObject({
      body: { code: -32008 },
    });
  });
  it('ContentTypeNotSupportedError', () => {
    expect(refuseA2aContentType({ id: 1 }, 'image/png', ['text/plain'])).toMatchObject({
      status: 400,
      body: { error: { code: -32005, data: [{ reason: 'CONTENT_TYPE_NOT_SUPPORTED' }] } },
    });
    expect(refuseA2aContentType({ id: 1, binding: 'HTTP+JSON' }, 'text', ['text/plain'])).toMatchObject({
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
  });
});

describe('MCP refusals', () => {
  const rows: [string, ReturnType<typeof refuseMcpVersion>, number, object | undefined][] = [
    [
      'modern',
      refuseMcpVersion({ era: 'modern', id: 1 }, mcp),
      -32022,
      { supported: [NEW], requested: '2025-06-18' },
    ],
    [
      'legacy',
      refuseMcpVersion({ era: 'legacy', id: 1 }, mcp),
      -32000,
      { supported: [NEW], requested: '2025-06-18' },
    ],
    [
      'initialize',
      refuseMcpVersion({ era: 'initialize', id: 1 }, { ...mcp, supported: ['2025-11-25'] }),
      -32602,
      { supported: ['2025-11-25'] },
    ],
    [
      'initialize of a modern server',
      refuseMcpVersion({ era: 'initialize', id: 1 }, { ...mcp, requested: NEW, supported: [] }, [
        '2027-01-01',
        NEW,
      ]),
      -32022,
      { supported: ['2027-01-01'] },
    ],
    [
      'modern, malformed',
      refuseMcpVersion({ era: 'modern', id: 1 }, { ...mcp, malformed: true }),
      -32602,
      { reason: 'malformed' },
    ],
    [
      'legacy, malformed',
      refuseMcpVersion({ era: 'legacy', id: 1 }, { ...mcp, malformed: true }),
      -32600,
      { reason: 'malformed' },
    ],
    [
      'a problem wins',
      refuseMcpVersion(
        { era: 'modern', id: 1, problem: { kind: 'header-mismatch', header: 'Mcp-Method' } },
        mcp,
      ),
      -32020,
      { header: 'Mcp-Method' },
    ],
    [
      'missing _meta',
      refuseMcpProblem({ era: 'modern', id: 1 }, { kind: 'meta-missing', member: 'x' }),
      -32602,
      { member: 'x' },
    ],
    [
      'invalid request',
      refuseMcpProblem({ era: 'legacy', id: null }, { kind: 'invalid-request', detail: 'batch' }),
      -32600,
      undefined,
    ],
    [
      'missing capability',
      refuseMcpCapabilities(1, { sampling: {} }),
      -32021,
      { requiredCapabilities: { sampling: {} } },
    ],
  ];
  it.each(rows)('%s', (_name, answer, code, data) => {
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      jsonrpc: '2.0',
      error: data === undefined ? { code } : { code, data },
    });
  });
});

it('OpenWOP`s own boundary', () => {
  expect(refuseInterop('mcp', mcp)).toMatchObject({
    status: 400,
    body: {
      error: 'interop_version_unsupported',
      details: { protocol: 'mcp', requested: '2025-06-18', supported: [NEW], reason: 'below-floor' },
    },
  });
});

describe('choosing an interface', () => {
  const at = (
    protocolVersion: string,
    binding = 'JSONRPC',
    url = `https://x.example/${protocolVersion}`,
  ) => ({ url, binding, protocolVersion });
  const own = { offered: ['0.3', '1.0'], preferred: '1.0', floor: '0.3', authenticated: true };
  const rows: [string, ReturnType<typeof at>[], string[], object, string | undefined, string][] = [
    [
      'the first of two equal ones',
      [at('1.0', 'JSONRPC', 'a:1'), at('1.0', 'JSONRPC', 'a:2')],
      ['JSONRPC'],
      own,
      'a:1',
      'ok',
    ],
    [
      'card order, not binding order',
      [at('1.0', 'GRPC', 'a:1'), at('1.0', 'JSONRPC', 'a:2')],
      ['JSONRPC', 'GRPC'],
      own,
      'a:1',
      'ok',
    ],
    [
      'the decided version, not the first one',
      [at('0.3', 'JSONRPC', 'a:1'), at('1.0.0', 'JSONRPC', 'a:2')],
      ['JSONRPC'],
      own,
      'a:2',
      'ok',
    ],
    [
      'a downgrade where only the old is there',
      [at('0.3.0', 'JSONRPC', 'a:1')],
      ['JSONRPC'],
      { ...own, named: '1.0' },
      'a:1',
      'ok',
    ],
    [
      'never unauthenticated',
      [at('0.3.0')],
      ['JSONRPC'],
      { ...own, authenticated: false },
      undefined,
      'unauthenticated',
    ],
    ['a binding we do not speak', [at('1.0', 'GRPC')], ['JSONRPC'], own, undefined, 'unsupported'],
    ['an empty version offers nothing', [at(''), at('latest')], ['JSONRPC'], own, undefined, 'unsupported'],
    ['below the floor', [at('0.2')], ['JSONRPC'], own, undefined, 'below-floor'],
  ];
  it.each(rows)('%s', (_name, interfaces, bindings, question, url, reason) => {
    const { decision, chosen } = chooseInterface(interfaces, bindings, { ...own, ...question });
    expect(chosen?.url).toBe(url);
    expect(decision.reason).toBe(reason);
  });
});
