// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import { validateNegotiationDecided } from '../../src/openwop/validate-record.js';

const NOW = '2026-10-11T12:00:00.000Z';

async function parley(line: string): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const io: CliIo = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    env: {},
    now: () => Date.parse(NOW),
    readStdin: async () => new Uint8Array(),
  };
  const code = await run(['negotiate-version', ...line.split(' ').filter((arg) => arg !== '')], io);
  return { code, out, err };
}

const A2A = '--protocol a2a --offered 0.3,1.0 --preferred 1.0 --floor 0.3';
const MCP =
  '--protocol mcp --offered 2025-06-18,2025-11-25,2026-07-28 --preferred 2026-07-28 --floor 2025-06-18';

describe('parley negotiate-version', () => {
  it('prints the payload, golden', async () => {
    const { code, out, err } = await parley(
      `${A2A} --named 1.0 --peer 0.3 --peer-origin https://PEER.example:443/a?b`,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`{
  "protocol": "a2a",
  "outcome": "accepted",
  "requested": "1.0",
  "version": "0.3",
  "floor": "0.3",
  "peerDigest": "${digest('https://peer.example')}",
  "reason": "ok",
  "at": "${NOW}"
}
`);
  });

  it('prints one line with --format json', async () => {
    const { code, out } = await parley(`${A2A} --format json --now 2026-01-02T03:04:05+01:00`);
    expect(code).toBe(0);
    expect(out).toBe(
      '{"protocol":"a2a","outcome":"accepted","version":"1.0","floor":"0.3","reason":"ok","at":"2026-01-02T02:04:05.000Z"}\n',
    );
  });

  const answers: [string, string, number, object][] = [
    ['nothing named', A2A, 0, { version: '1.0', reason: 'ok' }],
    ['unsupported', `${A2A} --named 2.0`, 1, { requested: '2.0', reason: 'unsupported' }],
    ['below the floor', `${A2A} --named 0.2`, 1, { requested: '0.2', reason: 'below-floor' }],
    [
      'unauthenticated',
      `${A2A} --named 0.3 --unauthenticated`,
      1,
      { requested: '0.3', reason: 'unauthenticated' },
    ],
    [
      'mcp, a handshake answered lower',
      `${MCP} --named 2026-07-28 --peer 2025-11-25`,
      0,
      { requested: '2026-07-28', version: '2025-11-25' },
    ],
    [
      'mcp, the same unauthenticated',
      `${MCP} --named 2026-07-28 --peer 2025-11-25 --unauthenticated`,
      1,
      { reason: 'unauthenticated' },
    ],
    [
      'mcp, below the floor',
      `${MCP} --named 2024-11-05`,
      1,
      { requested: '2024-11-05', reason: 'below-floor' },
    ],
  ];
  it.each(answers)('%s', async (_name, line, code, members) => {
    const answer = await parley(line);
    expect(answer.code).toBe(code);
    const payload = validateNegotiationDecided(JSON.parse(answer.out));
    expect(payload).toMatchObject({ ...members, outcome: code === 0 ? 'accepted' : 'refused' });
    expect(Object.hasOwn(payload, 'version')).toBe(code === 0);
    expect(Object.hasOwn(payload, 'requested')).toBe(line.includes('--named'));
  });

  const malformed: [string, string, string][] = [
    ['named', `${A2A} --named v1.0`, 'OPENWOP_VERSION_MALFORMED at /named'],
    ['peer', `${A2A} --peer 1.0,`, 'OPENWOP_VERSION_MALFORMED at /peer/1'],
    [
      'offered',
      '--protocol a2a --offered 1 --preferred 1.0 --floor 1.0',
      'OPENWOP_VERSION_MALFORMED at /offered/0',
    ],
    [
      'preferred',
      '--protocol a2a --offered 1.0 --preferred x --floor 1.0',
      'OPENWOP_VERSION_MALFORMED at /preferred',
    ],
    [
      'floor',
      '--protocol mcp --offered 2025-06-18 --preferred 2025-06-18 --floor 2025-02-30',
      'OPENWOP_VERSION_MALFORMED at /floor',
    ],
    ['a2a version for mcp', `${MCP} --named 1.0`, 'OPENWOP_VERSION_MALFORMED at /named'],
    ['origin', `${A2A} --peer-origin nowhere`, 'OPENWOP_ORIGIN_MALFORMED'],
    ['now', `${A2A} --now yesterday`, 'CORE_USAGE'],
    ['protocol', '--protocol http --offered 1.0 --preferred 1.0 --floor 1.0', 'CORE_USAGE'],
    ['missing flag', '--protocol a2a --offered 1.0 --preferred 1.0', 'CORE_USAGE'],
    ['unknown flag', `${A2A} --lenient`, 'CORE_USAGE'],
  ];
  it.each(malformed)('is no answer: %s', async (_name, line, start) => {
    const { code, out, err } = await parley(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.startsWith(start)).toBe(true);
    expect(err.trimEnd()).not.toContain('\n');
  });
});

function digest(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}
