// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadDefaultPolicy } from '../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { PolicyInput, PolicyVerdict } from '../../src/core/policy.js';
import { RUNS } from '../support/runs.js';
import { changed } from './changed.js';

interface Case {
  readonly ask: JsonObject;
  readonly under: JsonObject;
  readonly want: readonly [treatment: string, code: string, gap?: string];
}
interface Cases {
  readonly request: JsonObject;
  readonly policy: JsonObject;
  readonly cases: Readonly<Record<string, Readonly<Record<string, Case>>>>;
}

// The cases of the Rego tests (policies/export-cases.sh), here on the module that ships.
const { request, policy, cases }: Cases = JSON.parse(readFileSync('test/policies/cases.json', 'utf8'));
const CASES = Object.entries(cases).flatMap(([concern, named]) =>
  Object.entries(named).map(([name, entry]) => [concern, name, entry] as const),
);
const DOCS = readFileSync('docs/policy.md', 'utf8');

// One policy whose data is replaced as a whole: a new one for every case would cost more than all the cases.
const shared = await loadDefaultPolicy();
async function verdictOf(input: JsonObject, data: JsonObject): Promise<PolicyVerdict> {
  shared.data.set(['policy_data'], data);
  return shared.decide(input as unknown as PolicyInput);
}

describe('each case of the Rego tests, on the module', () => {
  it.each(CASES)('%s: %s', async (concern, _, { ask, under, want }) => {
    const [treatment, named, gap] = want;
    const code = named === 'found' ? 'grant.requester' : named;
    // Other concerns are asked about a skill that everybody may see, or its being hidden would come first.
    const shown = concern === 'disclosure' ? {} : { '/settings/disclosure': 'public' };
    const verdict = await verdictOf(changed(request, ask), changed(policy, { ...shown, ...under }));
    expect(verdict.status).not.toBe('fault');
    if (concern === 'disclosure') {
      expect([verdict.discovery.visible, verdict.discovery.reasons[0]?.code]).toEqual([
        treatment === 'allow',
        code,
      ]);
      return;
    }
    expect(verdict.authorization.decision).toBe(treatment);
    if (treatment === 'allow') return;
    const reason = verdict.authorization.reasons.find((entry) => entry.code === code);
    expect(reason?.code).toBe(code);
    expect(reason?.gap).toBe(gap);
  });
});

describe('every reason code', () => {
  const sources = readdirSync('policies/parley', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rego') && !name.endsWith('_test.rego'))
    .map((name) => readFileSync(`policies/parley/${name}`, 'utf8'));
  const codes = new Set(
    sources.flatMap((text) => [
      ...[...text.matchAll(/"code": "([a-z.-]+)"/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/finding\(\s*"([a-z.-]+)"/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/verdict_of\(\w+, "([a-z.-]+)"\)/g)].map((match) => match[1] ?? ''),
    ]),
  );
  // Unreachable by design: each stands where a part of the pack would have no value at all.
  const STANDINS = new Set(['policy.undecided', 'grant.held']);

  it('is documented', () => {
    expect(codes.size).toBeGreaterThan(40);
    for (const code of codes)
      if (code !== 'grant.held') expect([code, DOCS.includes(`\`${code}\``)]).toEqual([code, true]);
  });

  it('is reached by a case', () => {
    const reached = new Set(CASES.map(([, , entry]) => entry.want[1]).concat('grant.requester'));
    const elsewhere = new Set(['registry.undecided', 'disclosure.undeclared', 'protocol.none-accepted']);
    for (const code of codes)
      expect([code, reached.has(code) || STANDINS.has(code) || elsewhere.has(code)]).toEqual([code, true]);
  });
});

describe('the pack, whatever it is asked and told', () => {
  const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }).filter(isSafe);
  const pointers = (document: JsonObject): string[] => [...walk(document, '')];
  const broken = (document: JsonObject) =>
    fc
      .dictionary(fc.constantFrom(...pointers(document)), json, { maxKeys: 3 })
      .map((changes) => changed(document, changes as JsonObject));

  it('never stops with conflicting rules, and never loses its answer', async () => {
    await fc.assert(
      fc.asyncProperty(broken(request), broken(policy), async (input, data) => {
        const verdict = await verdictOf(input, data);
        // A request that is no request is refused before policy; a grant of nonsense gives an answer of nonsense.
        const allowed = [
          'AUTHORIZED_POLICY_INPUT',
          'AUTHORIZED_POLICY_RESULT',
          'AUTHORIZED_POLICY_OBLIGATION',
        ];
        if (verdict.status === 'fault') expect(allowed).toContain(verdict.fault);
        expect(verdict.authorization.reasons.length).toBeGreaterThan(0);
        expect(verdict.discovery.reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('allows nothing without a grant, whatever else the data says', async () => {
    const ungranted = { ...policy, grants: { requesters: {}, roles: {}, tenants: {}, workspaces: {} } };
    const loaded = await loadDefaultPolicy({ data: { policy_data: ungranted } });
    await fc.assert(
      fc.asyncProperty(broken(request), async (input) => {
        const verdict = await loaded.decide(input as unknown as PolicyInput);
        expect(verdict.authorization.decision).toBe('deny');
      }),
      { numRuns: RUNS },
    );
  });

  it('allows no card with an invalid signature', async () => {
    const signatures = { verified: 'allow', unsigned: 'allow', untrusted: 'allow', invalid: 'allow' };
    const open = changed(policy, { '/settings/signatures': signatures });
    const loaded = await loadDefaultPolicy({ data: { policy_data: open } });
    await fc.assert(
      fc.asyncProperty(broken(request), async (input) => {
        const invalid = changed(input, {
          '/card': { ...(request['card'] as JsonObject), signature: 'invalid' },
        });
        const verdict = await loaded.decide(invalid as unknown as PolicyInput);
        expect(verdict.authorization.decision).toBe('deny');
      }),
      { numRuns: RUNS },
    );
  });
});

function* walk(value: unknown, at: string): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    yield `${at}/${name}`;
    yield* walk(inner, `${at}/${name}`);
  }
}

function isSafe(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.every(isSafe);
  return typeof value !== 'object' || value === null || Object.values(value).every(isSafe);
}
