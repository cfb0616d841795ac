// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStrict } from '../../src/core/json-strict/parse-strict.js';
import { detectDocument } from '../../src/tsmm/detect-document.js';
import { ALL_RULES } from '../../src/tsmm/rules/all-rules.js';
import { validateDocument } from '../../src/tsmm/validate-document.js';
import { ours } from '../schemas/support.js';

interface Vector {
  readonly file: string;
  readonly kind: string;
  readonly expected: 'valid' | 'invalid';
  readonly rule?: string;
  readonly clause: string;
  readonly about: string;
}

const { vectors } = JSON.parse(readFileSync('validation/index.json', 'utf8')) as {
  readonly vectors: readonly Vector[];
};
const invalid = vectors.filter((vector) => vector.expected === 'invalid');

/** Vectors that cannot break their rule without breaking another. */
const ALSO: ReadonlyMap<string, readonly string[]> = new Map([
  ['invalid/schema-required-missing-and-accepted.json', ['TSMM-CN-02']],
  ['invalid/dr-05-found-revoked.json', ['TSMM-DR-03']],
]);

const read = (file: string) => parseStrict(readFileSync(join('validation', file)));

describe('the conformance vectors', () => {
  it.each(vectors)('$file: $about', ({ file, kind, expected, rule }) => {
    const { findings, ...verdict } = validateDocument(read(file));
    expect(verdict).toEqual({ kind, valid: expected === 'valid' });
    const errors = findings.filter((finding) => finding.severity === 'error').map((finding) => finding.rule);
    expect([...new Set(errors)]).toEqual(
      rule === undefined ? [] : [rule, ...(ALSO.get(file) ?? [])].sort(last),
    );
  });

  it('are all in the index, and the index names no others', () => {
    const files = ['valid', 'invalid'].flatMap((folder) =>
      readdirSync(join('validation', folder)).map((name) => `${folder}/${name}`),
    );
    expect(vectors.map((vector) => vector.file).sort()).toEqual(files.sort());
  });

  it('have more to refuse than to accept', () => {
    expect(invalid.length).toBeGreaterThan(vectors.length - invalid.length);
  });

  it('break every rule at least once, each of them by a document of the right shape', () => {
    expect([...new Set(invalid.map((vector) => vector.rule))].sort()).toEqual(
      ['schema', ...ALL_RULES.map((rule) => rule.id)].sort(),
    );
    for (const { file, kind, rule } of invalid.filter((vector) => vector.kind !== 'negotiation-answer')) {
      const name = ['host-event', 'run-event'].includes(kind) ? kind : `tsmm-${kind}`;
      expect(ours(name)(read(file)), file).toBe(rule !== 'schema');
    }
  });
});

// Findings of the schema come before those of the rules, and these by id.
function last(a: string, b: string): number {
  return (a === 'schema' ? -1 : 0) - (b === 'schema' ? -1 : 0) || (a < b ? -1 : 1);
}

const UPSTREAM = join(process.cwd(), '..', 'shared', 'upstream', 'tsmm', 'test_vectors');

describe.skipIf(!existsSync(UPSTREAM))('the upstream vectors (needs ../shared/upstream)', () => {
  it.each([
    ['valid/capability-negotiation-valid.json', 'capability-negotiation', []],
    [
      'invalid/capability-negotiation-required-extension-missing.json',
      'capability-negotiation',
      ['schema', 'TSMM-CN-03', 'TSMM-CN-10'],
    ],
    ['valid/decision-receipt-valid.json', 'decision-receipt', []],
    ['invalid/decision-receipt-missing-policy.json', 'decision-receipt', ['schema']],
  ])('%s', (file, kind, rules) => {
    const { findings, ...verdict } = validateDocument(parseStrict(readFileSync(join(UPSTREAM, file))));
    expect(verdict).toEqual({ kind, valid: rules.length === 0 });
    expect([...new Set(findings.map((finding) => finding.rule))]).toEqual(rules);
  });

  it.each([
    ['valid/discovery-governance-valid.json', 'discovery-governance'],
    ['invalid/discovery-governance-missing-integrity.json', 'discovery-governance'],
    ['valid/task-evidence-lifecycle-valid.json', 'task-evidence-lifecycle'],
    ['invalid/task-evidence-lifecycle-missing-receipt.json', 'task-evidence-lifecycle'],
    ['valid/runtime-governance-envelope-valid.json', 'runtime-governance-envelope'],
  ])('%s is recognized', (file, kind) => {
    expect(detectDocument(parseStrict(readFileSync(join(UPSTREAM, file))))).toBe(kind);
  });
});
