// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import { confirmExtensions } from '../../src/openwop/confirm-extensions.js';
import { detectEra, type EraVerdict, type McpEra } from '../../src/openwop/detect-era.js';

const A = 'urn:a';
const B = 'urn:b';

describe('the era of an MCP server', () => {
  const error = (code: number): Json => ({ jsonrpc: '2.0', id: 1, error: { code, message: '' } });
  const rows: [string, Json | undefined, McpEra | undefined, EraVerdict][] = [
    [
      'a discover result',
      { jsonrpc: '2.0', id: 1, result: { supportedVersions: ['2026-07-28'] } },
      undefined,
      'modern',
    ],
    ['an unsupported version', error(-32022), undefined, 'modern'],
    ['a header mismatch', error(-32020), 'legacy', 'modern'],
    ['a missing capability', error(-32021), undefined, 'modern'],
    ['method not found', error(-32601), undefined, 'legacy'],
    ['any other error', error(-32000), undefined, 'legacy'],
    ['the codes of a draft', error(-32004), undefined, 'legacy'],
    ['nothing at all', undefined, undefined, 'legacy'],
    ['an empty object', {}, undefined, 'legacy'],
    [
      'an initialize result',
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } },
      undefined,
      'legacy',
    ],
    ['a known old server', error(-32601), 'legacy', 'legacy'],
    ['an empty error of a known modern server', undefined, 'modern', 'refused'],
    ['method not found from a known modern server', error(-32601), 'modern', 'refused'],
    ['a known modern server', error(-32022), 'modern', 'modern'],
  ];
  it.each(rows)('%s', (_name, answer, pinned, verdict) => expect(detectEra(answer, pinned)).toBe(verdict));
});

describe('the extensions that an answer confirms', () => {
  const rows: [string, string[], string[], [string, string][], string, object][] = [
    [
      'echoed',
      [A, B],
      [A],
      [['A2A-Extensions', `${A}, ${B}`]],
      '1.0',
      { active: [A, B], missing: [], uncalled: [] },
    ],
    ['not echoed', [A], [A], [], '1.0', { active: [], missing: [A], uncalled: [] }],
    [
      'echoed under the other name',
      [A],
      [A],
      [['X-A2A-Extensions', A]],
      '1.0',
      { active: [], missing: [A], uncalled: [] },
    ],
    ['echoed in 0.3', [A], [A], [['X-A2A-Extensions', A]], '0.3', { active: [A], missing: [], uncalled: [] }],
    [
      'all that the agent supports',
      [A],
      [],
      [['A2A-Extensions', `${A},${B}`]],
      '1.0',
      { active: [A], missing: [], uncalled: [B] },
    ],
    [
      'needed but never asked for',
      [],
      [A],
      [['A2A-Extensions', A]],
      '1.0',
      { active: [], missing: [A], uncalled: [A] },
    ],
  ];
  it.each(rows)('%s', (_name, asked, needed, headers, version, expected) => {
    expect(confirmExtensions(asked, needed, new Headers(headers), version)).toEqual(expected);
  });
});
