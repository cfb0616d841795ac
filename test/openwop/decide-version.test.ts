// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { decideVersion } from '../../src/openwop/decide-version.js';
import type { VersionQuestion } from '../../src/openwop/types.js';

const A2A: VersionQuestion = {
  protocol: 'a2a',
  offered: ['0.3', '1.0'],
  preferred: '1.0',
  floor: '0.3',
  authenticated: true,
};
const MCP: VersionQuestion = {
  protocol: 'mcp',
  offered: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
  preferred: '2025-11-25',
  floor: '2025-06-18',
  authenticated: true,
};

const ok = (version: string, requested?: string) => ({
  outcome: 'accepted',
  version,
  ...(requested === undefined ? {} : { requested }),
  reason: 'ok',
});

describe('decideVersion accepts', () => {
  const rows: [string, VersionQuestion, unknown][] = [
    ['nothing named: preferred', A2A, ok('1.0')],
    ['nothing named: preferred, unauthenticated', { ...A2A, authenticated: false }, ok('1.0')],
    ['named', { ...A2A, named: '1.0' }, ok('1.0', '1.0')],
    ['named, patch ignored', { ...A2A, named: '1.0.1' }, ok('1.0', '1.0.1')],
    ['named, old, authenticated', { ...A2A, named: '0.3.0' }, ok('0.3', '0.3.0')],
    ['written as offered', { ...A2A, offered: ['1.0.2'], named: '1.0' }, ok('1.0.2', '1.0')],
    ['numbers, not text', { ...A2A, offered: ['1.9', '1.10'], preferred: '1.10' }, ok('1.10')],
    ['peer offers less: a downgrade', { ...A2A, named: '1.0', peer: ['0.3.0'] }, ok('0.3', '1.0')],
    ['peer offers less, nothing named', { ...A2A, peer: ['0.3'] }, ok('0.3')],
    [
      'nothing named, no downgrade where a higher one is common',
      { ...A2A, offered: ['0.3', '1.0', '1.1'], peer: ['0.3', '1.1'], authenticated: false },
      ok('1.1'),
    ],
    ['assumed', { ...A2A, assumed: '0.3' }, ok('0.3')],
    ['assumed is not named', { ...A2A, named: '1.0', assumed: '0.3' }, ok('1.0', '1.0')],
    [
      'initialize counters an unknown revision',
      { ...MCP, named: '2099-01-01' },
      ok('2025-11-25', '2099-01-01'),
    ],
    [
      'answer of a server, lower',
      { ...MCP, named: '2025-11-25', peer: ['2025-06-18'] },
      ok('2025-06-18', '2025-11-25'),
    ],
    [
      'answer of a server, higher, and we offer it',
      { ...MCP, named: '2025-06-18', peer: ['2025-11-25'], authenticated: false },
      ok('2025-11-25', '2025-06-18'),
    ],
  ];
  it.each(rows)('%s', (_name, question, expected) => {
    expect(decideVersion(question)).toEqual(expected);
  });
});

describe('decideVersion refuses', () => {
  const rows: [string, VersionQuestion, string, string[]][] = [
    ['below the floor', { ...A2A, floor: '1.0', named: '0.3' }, 'below-floor', ['1.0']],
    ['below the floor, not offered either', { ...A2A, floor: '1.0', named: '0.2' }, 'below-floor', ['1.0']],
    ['below the floor, assumed', { ...A2A, floor: '1.0', assumed: '0.3' }, 'below-floor', ['1.0']],
    [
      'below the floor before unauthenticated',
      { ...A2A, floor: '1.0', named: '0.3', authenticated: false },
      'below-floor',
      ['1.0'],
    ],
    ['not offered', { ...A2A, named: '99.0' }, 'unsupported', ['0.3', '1.0']],
    ['another minor of a known major', { ...A2A, named: '1.7' }, 'unsupported', ['0.3', '1.0']],
    [
      'an offered one, by text only',
      { ...A2A, offered: ['1.10'], preferred: '1.10', named: '1.1' },
      'unsupported',
      ['1.10'],
    ],
    [
      'below preferred, unauthenticated',
      { ...A2A, named: '0.3', authenticated: false },
      'unauthenticated',
      ['1.0'],
    ],
    [
      'below preferred, authenticated by a word',
      { ...A2A, named: '0.3', authenticated: 'no' as unknown as boolean },
      'unauthenticated',
      ['1.0'],
    ],
    [
      'downgraded by the peer, unauthenticated',
      { ...A2A, named: '1.0', peer: ['0.3'], authenticated: false },
      'unauthenticated',
      [],
    ],
    [
      'lowered to preferred, unauthenticated',
      { ...A2A, offered: ['1.0', '1.1'], named: '1.1', peer: ['1.0'], authenticated: false },
      'unauthenticated',
      ['1.0'],
    ],
    ['peer below the floor only', { ...A2A, peer: ['0.1', '0.2'] }, 'below-floor', ['0.3', '1.0']],
    ['peer above what we offer', { ...A2A, peer: ['0.2', '2.0'] }, 'unsupported', ['0.3', '1.0']],
    ['peer offers nothing', { ...A2A, peer: [] }, 'unsupported', ['0.3', '1.0']],
    [
      'named above the peer by our offer, peer higher',
      { ...A2A, named: '0.3', peer: ['1.0'] },
      'unsupported',
      ['1.0'],
    ],
    [
      'mcp: an exact revision is not countered',
      { ...MCP, named: '2099-01-01', answer: 'exact' },
      'unsupported',
      MCP.offered.slice(2) as string[],
    ],
    [
      'mcp: below the floor is never countered',
      { ...MCP, named: '2024-11-05' },
      'below-floor',
      ['2025-06-18', '2025-11-25'],
    ],
    [
      'mcp: an answer outside the offer',
      { ...MCP, named: '2025-11-25', peer: ['2099-01-01'] },
      'unsupported',
      ['2025-06-18'],
    ],
    [
      'mcp: an answer below the floor',
      { ...MCP, named: '2025-11-25', peer: ['2024-11-05'] },
      'below-floor',
      ['2025-06-18'],
    ],
    [
      'mcp: a lower answer, unauthenticated',
      { ...MCP, named: '2025-11-25', peer: ['2025-06-18'], authenticated: false },
      'unauthenticated',
      [],
    ],
  ];
  it.each(rows)('%s', (_name, question, reason, supported) => {
    const decision = decideVersion(question);
    expect(decision).toEqual({
      outcome: 'refused',
      ...(question.named === undefined ? {} : { requested: question.named }),
      reason,
      supported,
    });
  });
});

describe('decideVersion tells malformed from unsupported', () => {
  const a2a = [
    '',
    '1',
    '1.',
    '.1',
    'v1.0',
    ' 1.0',
    '1.0 ',
    '1.0\n',
    '01.0',
    '1.00',
    '0.3.garbage',
    '1.0.',
    '1.0.0.0',
    '-1.0',
    '1.0, 0.3',
    '1٠.0',
  ];
  it.each(a2a)('a2a %j', (named) => {
    const decision = decideVersion({ ...A2A, named });
    expect(decision).toMatchObject({
      outcome: 'refused',
      reason: 'unsupported',
      malformed: true,
      requested: named,
    });
  });
  const mcp = [
    '',
    '1.0',
    '2025-6-18',
    '2025-02-30',
    '2025-13-01',
    '2025-00-10',
    '2025-06-18T00:00:00Z',
    ' 2025-06-18',
    'DRAFT-2025-v2',
    '2025-06-18, 2025-06-18',
    '2023-02-29',
  ];
  it.each(mcp)('mcp %j', (named) => {
    expect(decideVersion({ ...MCP, named })).toMatchObject({ outcome: 'refused', malformed: true });
  });
  it('takes a leap day that exists', () => {
    expect(decideVersion({ ...MCP, named: '2028-02-29' })).not.toHaveProperty('malformed');
  });
  it('finds a malformed peer offer', () => {
    expect(decideVersion({ ...A2A, peer: ['1.0', 'latest'] })).toMatchObject({ malformed: true });
  });
  it.each([
    ['/offered/1', { offered: ['1.0', 'v2'] }],
    ['/preferred', { preferred: '1' }],
    ['/floor', { floor: '' }],
  ])('throws on this side`s own %s', (pointer, own) => {
    expect(() => decideVersion({ ...A2A, ...own })).toThrow(
      expect.objectContaining({ code: 'OPENWOP_VERSION_MALFORMED', pointer }),
    );
  });
});
