// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlace, parley } from '../support/cli.js';
import { at, type Draft, example, TRACEABILITY } from '../support/example.js';

const place = createPlace();
afterAll(() => place.remove());

const EXAMPLE = 'examples/contract-review';
const CARD = `${EXAMPLE}/card.json`;
const REQUEST = `${EXAMPLE}/request.json`;
const DATA = `${EXAMPLE}/data.json`;
const TIME = '2026-05-05T00:00:00Z';

interface Overrides {
  readonly card?: string;
  readonly request?: string;
  readonly data?: string;
  readonly more?: readonly string[];
}

function args({ card = CARD, request = REQUEST, data = DATA, more = [] }: Overrides = {}): string[] {
  const evidence = more.includes('--evidence') ? [] : ['--evidence', ':memory:'];
  return [
    'negotiate',
    '--card',
    card,
    '--request',
    request,
    '--data',
    data,
    '--now',
    TIME,
    ...evidence,
    ...more,
  ];
}

const changed = (name: string, file: 'card' | 'request' | 'data', change: (draft: Draft) => void): string => {
  const draft = example()[file];
  change(draft);
  return place.write(`${name}.json`, draft);
};

describe('parley negotiate', () => {
  it('prints six layers and the decision for a person', async () => {
    const { code, out, err } = await parley(...args());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    await expect(out).toMatchFileSnapshot('golden/negotiate-accepted.txt');
  });

  it('prints one JSON document with the fixed keys', async () => {
    const { code, out } = await parley(...args({ more: ['--format', 'json'] }));
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(Object.keys(answer)).toEqual([
      'outcome',
      'layers',
      'negotiation',
      'receipt',
      'record',
      'evidence',
    ]);
    expect(answer.layers.map(({ layer, status }: Record<string, string>) => `${layer} ${status}`)).toEqual([
      'advertised passed',
      'discoverable passed',
      'negotiated passed',
      'authorized passed',
      'executed not-reached',
      'evidenced passed',
    ]);
    for (const layer of answer.layers)
      expect(Object.keys(layer)).toEqual(['layer', 'status', 'codes', 'reasons']);
    expect(Object.keys(answer.evidence)).toEqual(['head', 'refs']);
    await expect(out).toMatchFileSnapshot('golden/negotiate-accepted.json');
  });

  it('answers 1 where traceability is not advertised', async () => {
    const card = changed('untraceable', 'card', (draft) => {
      at(draft, 'capabilities')['extensions'] = [];
    });
    const { code, out } = await parley(...args({ card, more: ['--format', 'json'] }));
    const { outcome, negotiation } = JSON.parse(out);
    expect({ code, outcome, missing: negotiation.requiredExtensionsMissing }).toEqual({
      code: 1,
      outcome: 'rejected',
      missing: [TRACEABILITY],
    });
  });

  it('answers 3 where review is required', async () => {
    const data = changed('review', 'data', (draft) => {
      at(draft, 'policy_data', 'settings')['review'] = true;
    });
    const { code, out } = await parley(...args({ data }));
    expect(code).toBe(3);
    expect(out).toContain('review-required');
  });

  it('grants nothing without data', async () => {
    const { code, out } = await parley(
      'negotiate',
      '--card',
      CARD,
      '--request',
      REQUEST,
      '--evidence',
      ':memory:',
      '--format',
      'json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out).outcome).toBe('rejected');
  });

  it('gives the same bytes twice, and evidence that verifies', async () => {
    const runs = [];
    for (const name of ['one', 'two']) {
      const path = place.path(`${name}.sqlite`);
      const { out } = await parley(...args({ more: ['--format', 'json', '--evidence', path] }));
      runs.push(out);
      expect((await parley('evidence', 'verify', path)).code).toBe(0);
    }
    expect(runs[1]).toBe(runs[0]);
  });

  it('resolves every reference in the evidence', async () => {
    const path = place.path('refs.sqlite');
    const { out } = await parley(...args({ more: ['--format', 'json', '--evidence', path] }));
    const answer = JSON.parse(out);
    const list = JSON.parse((await parley('evidence', 'list', path, '--format', 'json')).out);
    const ids = new Set((list.entries as { id: string }[]).map(({ id }) => id));
    expect(ids.has(answer.negotiation.policyDecisionRef)).toBe(true);
    for (const ref of answer.evidence.refs.filter((one: string) => !one.startsWith('sha256:')))
      expect({ ref, found: ids.has(ref) }).toEqual({ ref, found: true });
    expect(answer.evidence.refs).toEqual(answer.negotiation.evidenceRefs);
  });

  const unanswered: readonly (readonly [string, () => string[], string])[] = [
    ['no flags', () => ['negotiate'], 'CORE_USAGE'],
    ['a missing card', () => args({ card: place.path('none.json') }), 'CORE_FILE_UNREADABLE'],
    ['a missing request', () => args({ request: place.path('none.json') }), 'CORE_FILE_UNREADABLE'],
    ['missing data', () => args({ data: place.path('none.json') }), 'CORE_FILE_UNREADABLE'],
    ['a card that is not JSON', () => args({ card: 'README.md' }), 'ADVERTISED_JSON_MALFORMED at (document)'],
    [
      'a card that is not a card',
      () => args({ card: 'package.json' }),
      'ADVERTISED_NOT_A_CARD at (document)',
    ],
    ['a request that is not JSON', () => args({ request: 'README.md' }), 'ADVERTISED_JSON_MALFORMED'],
    [
      'a request with an unknown member',
      () =>
        args({
          request: changed('extra', 'request', (draft) => {
            draft['skills'] = 'x';
          }),
        }),
      'at /skills',
    ],
    [
      'a request without a skill',
      () =>
        args({
          request: changed('less', 'request', (draft) => {
            delete draft['skill'];
          }),
        }),
      'NEGOTIATED_REQUEST_',
    ],
    [
      'data that is a list',
      () => args({ data: place.write('list.json', '[]') }),
      'ADVERTISED_JSON_NOT_AN_OBJECT',
    ],
    ['a time that is none', () => [...args(), '--now', 'yesterday'], 'CORE_USAGE'],
    ['a policy that is none', () => args({ more: ['--policy', 'README.md'] }), 'AUTHORIZED_BUNDLE_'],
    [
      'a module that is none',
      () => args({ more: ['--policy', place.write('x.wasm', 'no')] }),
      'AUTHORIZED_POLICY_',
    ],
    [
      'a configuration with an unknown member',
      () => args({ more: ['--config', place.write('c.json', { trusts: {} })] }),
      'CORE_CONFIG_INVALID at /trusts',
    ],
    [
      'evidence in a folder that does not exist',
      () => args({ more: ['--evidence', place.path('no/where.sqlite')] }),
      'CORE_FILE_UNREADABLE',
    ],
    ['evidence that is another file', () => args({ more: ['--evidence', 'README.md'] }), 'EVIDENCED_'],
    ['an unknown flag', () => args({ more: ['--force'] }), 'CORE_USAGE'],
    ['an argument too many', () => args({ more: ['card.json'] }), 'CORE_USAGE'],
  ];
  for (const [name, line, expected] of unanswered)
    it(`answers nothing on ${name}: one line, a code, what to do`, async () => {
      const { code, out, err } = await parley(...line());
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.split('\n')).toHaveLength(2);
      expect(err).toContain(expected);
      expect(err).toContain('; ');
      expect(err).not.toMatch(/\bat .*\.(?:ts|js):\d/);
    });

  it('reads the golden answer as valid', async () => {
    const file = 'test/cli/golden/negotiate-accepted.json';
    expect(JSON.parse(readFileSync(file, 'utf8')).outcome).toBe('accepted-with-constraints');
    expect((await parley('validate', file)).code).toBe(0);
  });
});
