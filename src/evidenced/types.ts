// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../core/digest.js';

/** What an entry is about. */
export type EntryKind =
  | 'negotiation'
  | 'negotiation.decided'
  | 'decision-receipt'
  | 'authorization-checkpoint'
  | 'execution.started'
  | 'execution.completed'
  | 'execution.failed'
  | 'execution.violated'
  | 'card.seen'
  | 'policy';

/** An entry to append. `body` is one JSON document as text; its bytes are kept and hashed as they are. */
export interface EntryDraft {
  /** `[A-Za-z0-9._:-]+`; what `evidenceRefs` name. */
  readonly id: string;
  readonly kind: EntryKind;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The negotiation that the entry belongs to, where it belongs to one. */
  readonly negotiationId?: string;
  readonly body: string;
}

/** Bytes kept once under their digest: cards as emitted, policy modules, policy data. */
export interface BlobDraft {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

/** An entry of the log. Entry `seq` (from 1) holds the hash of entry `seq - 1`; see docs/evidence.md. */
export interface EvidenceEntry extends EntryDraft {
  readonly seq: number;
  /** Hash of the entry before; 64 zeros before the first. */
  readonly prev: string;
  /** SHA-256, 64 lower-case hex digits. */
  readonly hash: string;
  /** Digests of the blobs that were appended with this entry, where there were any: part of what is hashed. */
  readonly blobs?: readonly Digest[];
}

/** The end of the log: the anchor that finds a cut tail. Seq 0 and 64 zeros for an empty log. */
export interface EvidenceHead {
  readonly seq: number;
  readonly hash: string;
}

/** What an append gives back: the entries' place and the new head. */
export interface AppendReceipt {
  readonly head: EvidenceHead;
  /** Seq of the first appended entry; the others follow. */
  readonly first: number;
}

/**
 * An append-only, hash-chained store. `append` is all or nothing and resolves only when the entries would survive
 * a crash of the process (and, for a durable store, of the machine).
 */
export interface EvidenceStore {
  readonly durable: boolean;
  /**
   * Blobs are named by the first of the entries; one that the store has already is kept once.
   * @throws EvidencedError EVIDENCED_ENTRY_INVALID, EVIDENCED_BLOB_MISMATCH, EVIDENCED_WRITE_FAILED,
   *   EVIDENCED_LOCKED, EVIDENCED_CLOSED
   */
  append(
    entries: readonly EntryDraft[],
    blobs?: readonly BlobDraft[],
  ): Promise<AppendReceipt> | AppendReceipt;
  head(): EvidenceHead;
  /** Entries in order, from a seq on. */
  entries(from?: number): Iterable<EvidenceEntry>;
  /** The entries of one negotiation, in order. */
  ofNegotiation(negotiationId: string): readonly EvidenceEntry[];
  /** The newest entry of an id. */
  find(id: string): EvidenceEntry | undefined;
  blob(digest: Digest): Uint8Array | undefined;
  close(): Promise<void> | void;
}
