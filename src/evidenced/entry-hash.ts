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
 * What is hashed of an entry up to the text of its body: the tag line, then seq, prev, id, kind, at, negotiationId and
 * blobs as netstrings, and the length of the body in bytes of UTF-8. The body and a comma follow.
 */
export function hashedHead(prev: string, entry: HashedEntry, bodyBytes: number): string {
  const { negotiationId, blobs } = entry;
  const about = negotiationId === undefined ? '-,' : field(negotiationId);
  const named = blobs === undefined || blobs.length === 0 ? '-,' : field(blobs.join('\n'));
  const start = `${TAG}${field(String(entry.seq))}${field(prev)}${field(entry.id)}${field(entry.kind)}`;
  return `${start}${field(entry.at)}${about}${named}${bodyBytes}:`;
}

/**
 * The hash of an entry that follows an entry with hash `prev`: SHA-256, as 64 lower-case hex digits, of the tag
 * line `parley.evidence.v1` and, each as a netstring, seq, prev, id, kind, at, negotiationId, blobs and body; a
 * member that is absent is `-,`. docs/evidence.md has the format and a worked example.
 */
export function entryHash(prev: string, entry: HashedEntry): string {
  // One call without a hash object (measured: 2.0 against 2.2 µs for 2 kB).
  return hash('sha256', `${hashedHead(prev, entry, Buffer.byteLength(entry.body))}${entry.body},`, 'hex');
}
