// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { digestBytes } from '../../../src/core/digest.js';
import type { BlobDraft, EntryDraft, EntryKind } from '../../../src/evidenced/types.js';

/** A small entry, told apart by its number. */
export function draft(number: number, rest: Partial<EntryDraft> = {}): EntryDraft {
  return {
    id: `ev.${number}`,
    kind: 'negotiation',
    at: '2026-03-01T10:00:00.000Z',
    negotiationId: `neg.${number}`,
    body: `{"n":${number}}`,
    ...rest,
  };
}

/** A blob of a text. */
export function blobOf(text: string): BlobDraft {
  const bytes = new TextEncoder().encode(text);
  return { digest: digestBytes(bytes), bytes };
}

const KINDS: readonly EntryKind[] = ['negotiation', 'negotiation.decided', 'decision-receipt', 'policy'];

/** Drafts of any content that `append` takes. */
export const anyDraft: fc.Arbitrary<EntryDraft> = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9._:-]{1,12}$/),
    kind: fc.constantFrom(...KINDS),
    at: fc.constantFrom('2026-03-01T10:00:00.000Z', '2026-03-01T10:00:01Z'),
    negotiationId: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { nil: undefined }),
    body: fc.json({ maxDepth: 1 }).filter((text) => text.isWellFormed() && !text.includes('\u0000')),
  })
  .filter(({ negotiationId: id = 'x' }) => id.isWellFormed() && !id.includes('\u0000'))
  .map(({ negotiationId, ...rest }) => (negotiationId === undefined ? rest : { ...rest, negotiationId }));
