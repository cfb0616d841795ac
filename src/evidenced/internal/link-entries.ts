// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../core/digest.js';
import { entryHash } from '../entry-hash.js';
import type { EntryDraft, EvidenceEntry, EvidenceHead } from '../types.js';

/** Make drafts into the entries that follow a head; the first of them names the blobs. */
export function linkEntries(
  head: EvidenceHead,
  drafts: readonly EntryDraft[],
  blobs: readonly Digest[],
): readonly EvidenceEntry[] {
  let { seq, hash } = head;
  let named = blobs;
  const out: EvidenceEntry[] = [];
  for (const { id, kind, at, negotiationId, body } of drafts) {
    seq += 1;
    const prev = hash;
    const parts = {
      seq,
      prev,
      id,
      kind,
      at,
      ...(negotiationId === undefined ? undefined : { negotiationId }),
      ...(named.length === 0 ? undefined : { blobs: named }),
      body,
    };
    hash = entryHash(prev, parts);
    out.push(Object.freeze({ ...parts, hash }));
    named = [];
  }
  return out;
}
