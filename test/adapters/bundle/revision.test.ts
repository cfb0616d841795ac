// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRevisions, readBundleFiles, refuseRollback } from '../../../src/adapters/bundle/index.js';
import { RUNS } from '../../support/runs.js';
import { codeOf, plain } from './support.js';

describe('the order of revisions', () => {
  it.each([
    ['', '1'],
    ['9', '10'],
    ['099', '100'],
    ['18446744073709551615', '18446744073709551616'],
    ['1.2.3', '1.2.10'],
    ['v1.9.0', 'v1.10.0'],
    ['1.0.0-rc.2', '1.0.0-rc.10'],
    ['1.0.0-alpha', '1.0.0-alpha.1'],
    ['1.0.0-1', '1.0.0-alpha'],
    ['1.0.0-rc.1', '1.0.0'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T03:04:05+01:00'],
    ['2026-01-02.1', '2026-01-02.2'],
    ['policies-9', 'policies-10'],
  ])('%j is older than %j', (older, newer) => {
    expect(compareRevisions(older, newer)).toBeLessThan(0);
    expect(compareRevisions(newer, older)).toBeGreaterThan(0);
  });

  it.each([
    ['deadbeef', 'cafebabe'],
    ['main', '1'],
    ['a-1', 'b-2'],
    ['1.0', '1.0.0'],
  ])('%j and %j have none', (a, b) => {
    expect(compareRevisions(a, b)).toBeUndefined();
  });

  it('is antisymmetric and reflexive', () => {
    const revision = fc.oneof(
      fc.string(),
      fc.stringMatching(/^v?\d\.\d\.\d(-[a0-9.]{1,3})?$/),
      fc.nat().map(String),
    );
    fc.assert(
      fc.property(revision, revision, (a, b) => {
        const [forth, back] = [compareRevisions(a, b), compareRevisions(b, a)];
        expect(compareRevisions(a, a)).toBe(0);
        expect(forth === undefined).toBe(back === undefined);
        if (forth !== undefined && back !== undefined) expect(Math.sign(forth) + Math.sign(back)).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('rollback protection', () => {
  const day = 86_400_000;

  it.each([
    ['a lower revision', { revision: '6' }, { revision: '7' }, 'AUTHORIZED_BUNDLE_ROLLBACK'],
    ['a lost revision', { revision: '' }, { revision: '7' }, 'AUTHORIZED_BUNDLE_ROLLBACK'],
    [
      'a lower revision signed later',
      { revision: '6', issuedAt: 2 * day },
      { revision: '7', issuedAt: day },
      'AUTHORIZED_BUNDLE_ROLLBACK',
    ],
    [
      'the same revision signed earlier',
      { revision: 'x', issuedAt: day },
      { revision: 'x', issuedAt: 2 * day },
      'AUTHORIZED_BUNDLE_ROLLBACK',
    ],
    [
      'a hash signed earlier',
      { revision: 'abc', issuedAt: day },
      { revision: 'def', issuedAt: 2 * day },
      'AUTHORIZED_BUNDLE_ROLLBACK',
    ],
    [
      'hashes without times',
      { revision: 'abc' },
      { revision: 'def' },
      'AUTHORIZED_BUNDLE_REVISION_UNORDERED',
    ],
    [
      'a hash with one time',
      { revision: 'abc', issuedAt: day },
      { revision: 'def' },
      'AUTHORIZED_BUNDLE_REVISION_UNORDERED',
    ],
  ])('refuses %s', async (_name, next, last, code) => {
    expect(await codeOf(() => refuseRollback(next, last))).toBe(code);
  });

  it.each([
    ['the same revision', { revision: '7' }, { revision: '7' }],
    ['a higher revision', { revision: '8', issuedAt: day }, { revision: '7', issuedAt: 2 * day }],
    ['a hash signed later', { revision: 'abc', issuedAt: 2 * day }, { revision: 'def', issuedAt: day }],
  ])('accepts %s', (_name, next, last) => {
    expect(refuseRollback(next, last)).toBeUndefined();
  });

  it('holds when a bundle is read, unless allowed', async () => {
    const lastSeen = { revision: '8' };
    expect(await codeOf(() => readBundleFiles(plain(), { lastSeen }))).toBe('AUTHORIZED_BUNDLE_ROLLBACK');
    expect((await readBundleFiles(plain(), { lastSeen, allowRollback: true })).revision).toBe('7');
  });
});
