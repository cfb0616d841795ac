// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/core/digest.js';
import type { GovernanceError } from '../../src/core/errors.js';
import { ZERO_HASH } from '../../src/evidenced/entry-hash.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EntryDraft, EntryKind } from '../../src/evidenced/types.js';
import { verifyEvidence } from '../../src/evidenced/verify-evidence.js';
import { blobOf, draft } from './support/drafts.js';

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as GovernanceError).code;
  }
}

describe('createMemoryEvidence', () => {
  it('starts empty', () => {
    const store = createMemoryEvidence();
    expect(store.durable).toBe(false);
    expect(store.head()).toEqual({ seq: 0, hash: ZERO_HASH });
    expect([...store.entries()]).toEqual([]);
  });

  it('answers an append at once, with the place of the entries', () => {
    const store = createMemoryEvidence();
    const one = store.append([draft(1), draft(2)]);
    const two = store.append([draft(3)]);
    expect([one.first, one.head.seq, two.first, two.head.seq]).toEqual([1, 2, 3, 3]);
    expect([...store.entries()].map(({ hash }) => hash)[1]).toBe(one.head.hash);
    expect(store.head()).toEqual(two.head);
  });

  it('finds entries by number, negotiation and id, the newest of an id first', () => {
    const store = createMemoryEvidence();
    store.append([draft(1), draft(2), draft(3, { id: 'ev.1', negotiationId: 'neg.1' })]);
    expect([...store.entries(2)].map(({ seq }) => seq)).toEqual([2, 3]);
    expect(store.ofNegotiation('neg.1').map(({ seq }) => seq)).toEqual([1, 3]);
    expect(store.ofNegotiation('__proto__')).toEqual([]);
    expect(store.find('ev.1')?.seq).toBe(3);
    expect(store.find('constructor')).toBeUndefined();
  });

  it('keeps a blob once, apart from the bytes that were passed and that are handed out', () => {
    const store = createMemoryEvidence();
    const blob = blobOf('card');
    store.append([draft(1)], [blob, blob]);
    blob.bytes[0] = 0;
    const out = store.blob(blob.digest);
    expect(new TextDecoder().decode(out)).toBe('card');
    out?.fill(0);
    expect(verifyEvidence(store).ok).toBe(true);
    expect([...store.entries()][0]?.blobs).toEqual([blob.digest]);
  });

  it('hands out entries that cannot be changed', () => {
    const store = createMemoryEvidence();
    store.append([draft(1)]);
    const [entry] = [...store.entries()];
    expect(() => Object.assign(entry as object, { body: '{}' })).toThrow(TypeError);
    expect(() => Object.assign(store.head(), { seq: 9 })).toThrow(TypeError);
  });

  const bad: readonly (readonly [string, Partial<EntryDraft>])[] = [
    ['an empty id', { id: '' }],
    ['an id with a space', { id: 'a b' }],
    ['an id with a slash', { id: 'a/b' }],
    ['an id with a line break at its end', { id: 'a\n' }],
    ['a kind in upper case', { kind: 'Policy' as EntryKind }],
    ['an empty kind', { kind: '' as EntryKind }],
    ['a local time', { at: '2026-03-01T10:00:00+01:00' }],
    ['no time', { at: '' }],
    ['an empty body', { body: '' }],
    ['a body with a lone surrogate', { body: '"\ud800"' }],
    ['a body with a NUL', { body: '"\u0000"' }],
    ['a negotiation with a lone surrogate', { negotiationId: '\udfff' }],
    ['an empty negotiation', { negotiationId: '' }],
  ];

  it.each(bad)('refuses %s and keeps nothing of the append', (_name, rest) => {
    const store = createMemoryEvidence();
    const blob = blobOf('card');
    expect(codeOf(() => store.append([draft(1), draft(2, rest)], [blob]))).toBe('EVIDENCED_ENTRY_INVALID');
    expect(store.head().seq).toBe(0);
    expect(store.blob(blob.digest)).toBeUndefined();
  });

  it('refuses an append without entries', () => {
    expect(codeOf(() => createMemoryEvidence().append([]))).toBe('EVIDENCED_ENTRY_INVALID');
  });

  it('refuses a blob under another digest and keeps nothing of the append', () => {
    const store = createMemoryEvidence();
    const lie = { digest: blobOf('a').digest, bytes: blobOf('b').bytes };
    expect(codeOf(() => store.append([draft(1)], [lie]))).toBe('EVIDENCED_BLOB_MISMATCH');
    expect(store.head().seq).toBe(0);
  });

  it('refuses an append after close and still reads', () => {
    const store = createMemoryEvidence();
    store.append([draft(1)]);
    store.close();
    expect(codeOf(() => store.append([draft(2)]))).toBe('EVIDENCED_CLOSED');
    expect([...store.entries()].length).toBe(1);
  });

  it('finds no blob of an unknown digest', () => {
    expect(createMemoryEvidence().blob('sha256:x' as Digest)).toBeUndefined();
  });
});
