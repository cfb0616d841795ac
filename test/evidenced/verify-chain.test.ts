// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryHash, ZERO_HASH } from '../../src/evidenced/entry-hash.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EntryDraft, EvidenceEntry, EvidenceHead } from '../../src/evidenced/types.js';
import { type EvidenceVerdict, type StoredEntry, verifyChain } from '../../src/evidenced/verify-chain.js';
import { RUNS } from '../support/runs.js';
import { anyDraft, blobOf, draft } from './support/drafts.js';

interface Log {
  readonly entries: readonly StoredEntry[];
  readonly head: EvidenceHead;
}

function logOf(drafts: readonly EntryDraft[]): Log {
  const store = createMemoryEvidence();
  for (const one of drafts) store.append([one]);
  return { entries: [...store.entries()], head: store.head() };
}

function found(verdict: EvidenceVerdict): readonly string[] {
  return verdict.findings.map(({ seq, code }) => `${seq} ${code}`);
}

function rehash(entry: StoredEntry): StoredEntry {
  return { ...entry, hash: entryHash(entry.prev, entry) };
}

const five = logOf([1, 2, 3, 4, 5].map((number) => draft(number)));
const [e1, e2, e3, e4, e5] = five.entries as [
  StoredEntry,
  StoredEntry,
  StoredEntry,
  StoredEntry,
  StoredEntry,
];

describe('verifyChain', () => {
  it('finds nothing in an untouched log', () => {
    expect(verifyChain(five.entries, five.head)).toEqual({
      ok: true,
      checked: 5,
      last: five.head,
      findings: [],
      omitted: 0,
    });
  });

  it('finds nothing in an empty log', () => {
    expect(verifyChain([], { seq: 0, hash: ZERO_HASH }).ok).toBe(true);
  });

  it.each([
    ['a row deleted', [e1, e2, e4, e5], ['3 EVIDENCED_ENTRY_MISSING']],
    ['the first row deleted', [e2, e3, e4, e5], ['1 EVIDENCED_ENTRY_MISSING']],
    ['the last row deleted', [e1, e2, e3, e4], ['5 EVIDENCED_TAIL_CUT']],
    ['the tail cut', [e1, e2], ['3 EVIDENCED_TAIL_CUT']],
    ['everything deleted', [], ['1 EVIDENCED_TAIL_CUT']],
    ['a row repeated', [e1, e2, e2, e3, e4, e5], ['2 EVIDENCED_ENTRY_OUT_OF_ORDER']],
    ['a row altered', [e1, e2, { ...e3, body: '{"n":0}' }, e4, e5], ['3 EVIDENCED_ENTRY_ALTERED']],
    ['a hash altered', [e1, e2, { ...e3, hash: ZERO_HASH }, e4, e5], ['3 EVIDENCED_ENTRY_ALTERED']],
    [
      'a row replaced with its own hash',
      [e1, e2, rehash({ ...e3, body: '{"n":0}' }), e4, e5],
      ['4 EVIDENCED_LINK_BROKEN'],
    ],
    [
      'the last row replaced with its own hash',
      [e1, e2, e3, e4, rehash({ ...e5, body: '{"n":0}' })],
      ['5 EVIDENCED_HEAD_MISMATCH'],
    ],
    [
      'two rows swapped under their numbers',
      [e1, { ...e4, seq: 2 }, e3, { ...e2, seq: 4 }, e5],
      ['2 EVIDENCED_ENTRY_ALTERED', '4 EVIDENCED_ENTRY_ALTERED'],
    ],
    [
      'two rows swapped with their numbers',
      [e1, e3, e2, e4, e5],
      ['2 EVIDENCED_ENTRY_MISSING', '2 EVIDENCED_ENTRY_OUT_OF_ORDER'],
    ],
    [
      'a row inserted after the head',
      [e1, e2, e3, e4, e5, rehash({ ...e5, seq: 6, prev: e5.hash })],
      ['6 EVIDENCED_HEAD_MISMATCH'],
    ],
    ['a row before the first', [{ ...e1, seq: 0 }, e1, e2, e3, e4, e5], ['0 EVIDENCED_ENTRY_OUT_OF_ORDER']],
    [
      'a lone surrogate for another',
      [e1, e2, rehash({ ...e3, body: '"\ud800"' }), e4, e5],
      ['3 EVIDENCED_ENTRY_ALTERED'],
    ],
  ] as const)('finds %s', (_name, entries, expected) => {
    const verdict = verifyChain(entries, five.head);
    expect(found(verdict)).toEqual(expected);
    expect(verdict.ok).toBe(false);
  });

  it.each([
    ['gone', undefined, ['5 EVIDENCED_HEAD_MISMATCH']],
    ['moved back', { seq: 4, hash: e4.hash }, ['5 EVIDENCED_HEAD_MISMATCH']],
    ['given another hash', { seq: 5, hash: e4.hash }, ['5 EVIDENCED_HEAD_MISMATCH']],
    ['moved on', { seq: 6, hash: e5.hash }, ['6 EVIDENCED_TAIL_CUT']],
  ])('finds a head that is %s', (_name, head, expected) => {
    expect(found(verifyChain(five.entries, head))).toEqual(expected);
  });

  it('finds a whole rewritten log only against a head noted outside', () => {
    const other = logOf([1, 2, 9, 4, 5].map((number) => draft(number)));
    expect(verifyChain(other.entries, other.head).ok).toBe(true);
    const verdict = verifyChain(other.entries, other.head, { expectedHead: five.head.hash });
    expect(found(verdict)).toEqual(['5 EVIDENCED_HEAD_UNKNOWN']);
  });

  it.each([ZERO_HASH, e1.hash, e3.hash, e5.hash])('takes any earlier head as anchor: %s', (expectedHead) => {
    expect(verifyChain(five.entries, five.head, { expectedHead }).ok).toBe(true);
  });

  it('does not take the hash of an altered entry as anchor', () => {
    const entries = [e1, e2, { ...e3, body: '0' }, e4, e5];
    const verdict = verifyChain(entries, five.head, { expectedHead: e3.hash });
    expect(found(verdict)).toEqual(['3 EVIDENCED_ENTRY_ALTERED', '5 EVIDENCED_HEAD_UNKNOWN']);
  });

  it('counts the findings past the first thousand', () => {
    const entries = Array.from({ length: 1_500 }, (_, index) => ({ ...e1, seq: index + 1, prev: 'x' }));
    const verdict = verifyChain(entries, { seq: 1_500, hash: e1.hash });
    expect(verdict.findings.length).toBe(1_000);
    expect(verdict.omitted).toBe(500);
  });
});

describe('verifyChain over blobs', () => {
  const card = blobOf('{"name":"card"}');
  const policy = blobOf('policy');
  const store = createMemoryEvidence();
  store.append([draft(1), draft(2)], [card, policy]);
  store.append([draft(3)], [card]);
  const entries = [...store.entries()];
  const head = store.head();

  it.each([
    ['all there', new Map([card, policy].map((blob) => [blob.digest, blob.bytes])), []],
    [
      'one removed',
      new Map([[policy.digest, policy.bytes]]),
      ['1 EVIDENCED_BLOB_MISSING', '3 EVIDENCED_BLOB_MISSING'],
    ],
    [
      'one altered',
      new Map([
        [card.digest, card.bytes],
        [policy.digest, new TextEncoder().encode('Policy')],
      ]),
      ['1 EVIDENCED_BLOB_ALTERED'],
    ],
  ])('says what is wrong: %s', (_name, blobs: ReadonlyMap<string, Uint8Array>, expected) => {
    expect(found(verifyChain(entries, head, { blob: (digest) => blobs.get(digest) }))).toEqual(expected);
  });

  it('finds a digest removed from an entry', () => {
    const changed = { ...(entries[0] as StoredEntry), blobs: [card.digest] };
    expect(found(verifyChain(entries.with(0, changed as EvidenceEntry), head))).toEqual([
      '1 EVIDENCED_ENTRY_ALTERED',
    ]);
  });
});

const MEMBERS = ['seq', 'prev', 'hash', 'id', 'kind', 'at', 'negotiationId', 'body'] as const;

/** Change one character of one member, or drop or add a whole optional member. */
function alter(
  entry: StoredEntry,
  member: (typeof MEMBERS)[number],
  at: number,
  character: string,
): StoredEntry {
  if (member === 'seq') return { ...entry, seq: entry.seq + 1 + at };
  const old = entry[member] ?? '';
  const index = at % (old.length + 1);
  const changed = `${old.slice(0, index)}${character}${old.slice(index + 1)}`;
  return changed === entry[member] ? { ...entry, [member]: `${old}.` } : { ...entry, [member]: changed };
}

// Long enough for the deep run.
describe('the laws of the chain', { timeout: 900_000 }, () => {
  const logs = fc.array(anyDraft, { minLength: 1, maxLength: 8 }).map(logOf);
  const pick = fc.nat({ max: 1_000 });

  function holds(law: (log: Log, at: number, other: number) => void): void {
    fc.assert(
      fc.property(logs, pick, pick, (log, a, b) => {
        law(log, a % log.entries.length, b % log.entries.length);
      }),
      { numRuns: RUNS },
    );
  }

  it('an untouched log verifies', () => {
    holds(({ entries, head }) => {
      expect(verifyChain(entries, head).ok).toBe(true);
    });
  });

  it('any changed character of any member of any entry is found at its number', () => {
    fc.assert(
      fc.property(
        logs,
        pick,
        fc.constantFrom(...MEMBERS),
        pick,
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
        ({ entries, head }, a, name, place, character) => {
          const target = entries[a % entries.length] as StoredEntry;
          const changed = entries.map((entry) =>
            entry === target ? alter(entry, name, place, character) : entry,
          );
          const verdict = verifyChain(changed, head);
          expect(verdict.findings.some(({ seq }) => seq === target.seq)).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('any deleted entry is found at its number', () => {
    holds(({ entries, head }, at) => {
      const verdict = verifyChain(entries.toSpliced(at, 1), head);
      expect(verdict.findings[0]?.seq).toBe(at + 1);
    });
  });

  it('any cut tail is found at its first number', () => {
    holds(({ entries, head }, at) => {
      expect(found(verifyChain(entries.slice(0, at), head))).toEqual([`${at + 1} EVIDENCED_TAIL_CUT`]);
    });
  });

  it('any repeated entry is found at its number, wherever it is put', () => {
    holds(({ entries, head }, at, to) => {
      const verdict = verifyChain(entries.toSpliced(to, 0, entries[at] as StoredEntry), head);
      expect(verdict.findings.some(({ seq }) => seq === at + 1 || seq === to + 1)).toBe(true);
    });
  });

  it('any two entries swapped are found at both numbers', () => {
    holds(({ entries, head }, a, b) => {
      if (a === b) return;
      const [one, two] = [entries[a] as StoredEntry, entries[b] as StoredEntry];
      const swapped = entries.with(a, { ...two, seq: one.seq }).with(b, { ...one, seq: two.seq });
      const seqs = verifyChain(swapped, head).findings.map(({ seq }) => seq);
      expect(seqs).toContain(one.seq);
      expect(seqs).toContain(two.seq);
      expect(verifyChain(entries.with(a, two).with(b, one), head).ok).toBe(false);
    });
  });

  it('an entry forged with a right hash is found unless everything after it is forged too', () => {
    holds(({ entries, head }, at) => {
      const old = entries[at] as StoredEntry;
      const forged = rehash({ ...old, body: `${old.body} ` });
      const seqs = verifyChain(entries.with(at, forged), head).findings.map(({ seq }) => seq);
      expect(seqs).toEqual([Math.min(at + 2, entries.length)]);
    });
  });
});
