// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryHash, type HashedEntry, ZERO_HASH } from '../../src/evidenced/entry-hash.js';
import { RUNS } from '../support/runs.js';

const ENTRY: HashedEntry = { seq: 1, id: 'ev.1', kind: 'policy', at: '2026-03-01T10:00:00Z', body: '{}' };

describe('entryHash', { timeout: 900_000 }, () => {
  it('hashes the documented bytes', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const bytes =
      `parley.evidence.v1\n1:1,64:${ZERO_HASH},4:ev.1,6:policy,20:2026-03-01T10:00:00Z,` +
      `5:n\u00e9g1,71:${digest},2:{},`;
    const entry = { ...ENTRY, negotiationId: 'n\u00e9g1', blobs: [digest] };
    expect(entryHash(ZERO_HASH, entry)).toBe(createHash('sha256').update(bytes, 'utf8').digest('hex'));
  });

  it('never changes its answer for one entry', () => {
    expect(entryHash(ZERO_HASH, ENTRY)).toBe(
      'a8ec11489ea36d60cbacdb285ad01e5e0025ed318cec61ad9c6f8e5763c2b0f6',
    );
  });

  it('tells an absent negotiation from every present one', () => {
    const absent = entryHash(ZERO_HASH, ENTRY);
    for (const negotiationId of ['', '-', '-,', 'undefined'])
      expect(entryHash(ZERO_HASH, { ...ENTRY, negotiationId })).not.toBe(absent);
  });

  it('reads no blobs and an empty list of blobs alike', () => {
    expect(entryHash(ZERO_HASH, { ...ENTRY, blobs: [] })).toBe(entryHash(ZERO_HASH, ENTRY));
  });

  it('gives two different entries two hashes, however text moves between members', () => {
    const text = fc.string({ unit: fc.constantFrom('1', ':', ',', '-', '\n', 'a'), maxLength: 4 });
    const entry = fc.record({
      seq: fc.integer({ min: 1, max: 11 }),
      prev: text,
      id: text,
      kind: text,
      at: text,
      negotiationId: text,
      body: text,
    });
    fc.assert(
      fc.property(entry, entry, (one, two) => {
        const same = JSON.stringify(one) === JSON.stringify(two);
        expect(entryHash(one.prev, one) === entryHash(two.prev, two)).toBe(same);
      }),
      { numRuns: RUNS },
    );
  });
});
