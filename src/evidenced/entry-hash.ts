// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import type { EvidenceEntry } from './types.js';

/** The hash that stands before the first entry, and the head of an empty log. */
export const ZERO_HASH: string = '0'.repeat(64);

/** What of an entry is hashed: everything but `hash` itself; `prev` comes in on its own. */
export type HashedEntry = Omit<EvidenceEntry, 'prev' | 'hash' | 'kind' | 'blobs'> & {
  readonly kind: string;
  readonly blobs?: readonly string[];
};

const TAG = 'parley.evidence.v1\n';

// A netstring is injective: the length says where the value ends, whatever the value holds.
function field(text: string): string {
  return `${Buffer.byteLength(text)}:${text},`;
}

/**
 * The hash of an entry that follows an entry with hash `prev`: SHA-256, as 64 lower-case hex digits, of the tag
 * line `parley.evidence.v1` and, each as a netstring, seq, prev, id, kind, at, negotiationId, blobs and body; a
 * member that is absent is `-,`. docs/evidence.md has the format and a worked example.
 */
export function entryHash(prev: string, entry: HashedEntry): string {
  const { negotiationId, blobs } = entry;
  const named = blobs === undefined || blobs.length === 0 ? '-,' : field(blobs.join('\n'));
  // One call without a hash object (measured: 2.0 against 2.2 µs for 2 kB).
  return hash(
    'sha256',
    `${TAG}${field(String(entry.seq))}${field(prev)}${field(entry.id)}${field(entry.kind)}${field(entry.at)}${
      negotiationId === undefined ? '-,' : field(negotiationId)
    }${named}${field(entry.body)}`,
    'hex',
  );
}
