// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../../core/digest.js';
import type { EntryKind, EvidenceEntry } from '../../../evidenced/types.js';
import type { SqlRow, SqlValue } from '../../sqlite/driver.js';

/** The columns of an entry, in the order in which {@link toColumns} gives them. */
export const COLUMNS = 'seq, prev, hash, id, kind, at, negotiation_id, blobs, body';

/** An entry as values for {@link COLUMNS}. */
export function toColumns(entry: EvidenceEntry): readonly SqlValue[] {
  const { seq, prev, hash, id, kind, at, negotiationId = null, blobs, body } = entry;
  return [seq, prev, hash, id, kind, at, negotiationId, blobs === undefined ? null : blobs.join('\n'), body];
}

/** An entry of a row with {@link COLUMNS}. What the row holds is trusted here; verification reads it otherwise. */
export function toEntry(row: SqlRow): EvidenceEntry {
  const { negotiation_id: negotiationId, blobs } = row;
  return {
    seq: Number(row['seq']),
    prev: String(row['prev']),
    hash: String(row['hash']),
    id: String(row['id']),
    kind: String(row['kind']) as EntryKind,
    at: String(row['at']),
    ...(typeof negotiationId === 'string' ? { negotiationId } : undefined),
    ...(typeof blobs === 'string' ? { blobs: blobs.split('\n') as Digest[] } : undefined),
    body: String(row['body']),
  };
}
