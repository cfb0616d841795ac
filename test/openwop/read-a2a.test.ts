// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activateExtensions } from '../../src/openwop/activate-extensions.js';
import { extensionsHeader, readA2aExtensions, readA2aVersion } from '../../src/openwop/read-a2a.js';
import { RUNS } from '../support/runs.js';

const A = 'https://a2a-protocol.org/extensions/a/v1';
const A2 = 'https://a2a-protocol.org/extensions/a/v2';
const B = 'urn:b';

describe('the version that an A2A request names', () => {
  const rows: [string, [string, string][], string, object][] = [
    ['header', [['A2A-Version', '1.0']], '', { named: '1.0' }],
    ['header, any case', [['a2a-version', '0.3']], '', { named: '0.3' }],
    ['query', [], '?A2A-Version=1.0', { named: '1.0' }],
    ['query, any case', [], '?a2a-version=1.0', { named: '1.0' }],
    ['both and equal', [['A2A-Version', '1.0']], '?A2A-Version=1.0', { named: '1.0' }],
    [
      'both and different',
      [['A2A-Version', '1.0']],
      '?A2A-Version=0.3',
      { named: '1.0', contradicted: true },
    ],
    [
      'equal but for the patch',
      [['A2A-Version', '1.0']],
      '?A2A-Version=1.0.0',
      { named: '1.0', contradicted: true },
    ],
    [
      'header repeated',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Version', '1.0'],
      ],
      '',
      { named: '1.0, 1.0', contradicted: true },
    ],
    ['query repeated', [], '?A2A-Version=1.0&A2A-Version=1.0', { named: '1.0', contradicted: true }],
    [
      'query repeated in two cases',
      [],
      '?A2A-Version=1.0&a2a-version=0.3',
      { named: '1.0', contradicted: true },
    ],
    ['query repeated, once empty', [], '?A2A-Version=&A2A-Version=1.0', { named: '1.0', contradicted: true }],
    [
      'header repeated, once empty',
      [
        ['A2A-Version', ''],
        ['A2A-Version', '1.0'],
      ],
      '',
      { named: ', 1.0', contradicted: true },
    ],
    ['query repeated, empty each time: 0.3', [], '?A2A-Version=&A2A-Version=', { assumed: '0.3' }],
    ['absent: 0.3', [], '', { assumed: '0.3' }],
    ['empty header: 0.3', [['A2A-Version', '']], '', { assumed: '0.3' }],
    ['empty query: 0.3', [], '?A2A-Version=', { assumed: '0.3' }],
    ['empty header, query named', [['A2A-Version', '']], '?A2A-Version=1.0', { named: '1.0' }],
    ['anything else is kept as written', [['A2A-Version', 'v1.0']], '', { named: 'v1.0' }],
    ['another parameter', [], '?version=1.0', { assumed: '0.3' }],
  ];
  it.each(rows)('%s', (_name, headers, query, expected) => {
    expect(readA2aVersion(new Headers(headers), new URLSearchParams(query))).toEqual(expected);
  });
  it('stands for the preferred version in the openwop profile', () => {
    expect(readA2aVersion(new Headers(), [], 'openwop')).toEqual({});
  });
});

describe('the extensions that an A2A request asks for', () => {
  const rows: [string, [string, string][], string, string[]][] = [
    ['1.0', [['A2A-Extensions', `${A},${B}`]], '1.0', [A, B]],
    ['blanks and repeats', [['A2A-Extensions', ` ${A} ,, ${B} ,${A}`]], '1.0', [A, B]],
    [
      'several headers',
      [
        ['A2A-Extensions', A],
        ['A2A-Extensions', B],
      ],
      '1.0',
      [A, B],
    ],
    ['0.3', [['X-A2A-Extensions', A]], '0.3', [A]],
    ['the old name does not count in 1.0', [['X-A2A-Extensions', A]], '1.0', []],
    ['the new name does not count in 0.3', [['A2A-Extensions', A]], '0.3', []],
    [
      'both: only the one of the version',
      [
        ['A2A-Extensions', A],
        ['X-A2A-Extensions', B],
      ],
      '0.3.0',
      [B],
    ],
    ['the singular is no name', [['A2A-Extension', A]], '1.0', []],
    ['none', [], '1.0', []],
  ];
  it.each(rows)('%s', (_name, headers, version, expected) => {
    expect(readA2aExtensions(new Headers(headers), version)).toEqual(expected);
  });
  it.each([
    ['0.3', 'X-A2A-Extensions'],
    ['0.9.9', 'X-A2A-Extensions'],
    ['1.0', 'A2A-Extensions'],
    ['1.10', 'A2A-Extensions'],
  ])('%s uses %s', (version, name) => expect(extensionsHeader(version)).toBe(name));
});

describe('activating extensions', () => {
  const declared = [{ uri: A, required: true }, { uri: B }];
  const rows: [string, string[], string[], string[]][] = [
    ['all', [A, B], [A, B], []],
    ['none is active that was not asked for', [A], [A], []],
    ['required missing', [B], [B], [A]],
    ['another version is another extension', [A2], [], [A]],
    ['exact text', [A.toUpperCase(), `${A}/`], [], [A]],
    ['unknown', ['urn:c', A], [A], []],
  ];
  it.each(rows)('%s', (_name, requested, activated, missing) => {
    expect(activateExtensions(requested, declared)).toEqual({ requested, activated, missing });
  });
  it('takes the stricter of two declarations', () => {
    expect(
      activateExtensions(
        [],
        [
          { uri: A, required: false },
          { uri: A, required: true },
        ],
      ).missing,
    ).toEqual([A]);
  });
  it('never activates what was not requested or not declared, and misses every required one left out', () => {
    const uri = fc.constantFrom(A, A2, B, 'urn:c', '__proto__');
    const declaration = fc.record({ uri, required: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(uri), fc.array(declaration), (requested, list) => {
        const { activated, missing } = activateExtensions(requested, list);
        for (const active of activated) {
          expect(requested).toContain(active);
          expect(list.map((item) => item.uri)).toContain(active);
        }
        for (const item of list) {
          expect(missing.includes(item.uri)).toBe(
            !requested.includes(item.uri) && list.some((other) => other.uri === item.uri && other.required),
          );
        }
      }),
      { numRuns: RUNS },
    );
  });
});
