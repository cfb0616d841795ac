// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../core/digest.js';
import { fault } from '../core/errors.js';
import { ZERO_HASH } from './entry-hash.js';
import { checkBlob } from './internal/check-blob.js';
import { checkDraft } from './internal/check-draft.js';
import { linkEntries } from './internal/link-entries.js';
import type {
  AppendReceipt,
  BlobDraft,
  EntryDraft,
  EvidenceEntry,
  EvidenceHead,
  EvidenceStore,
} from './types.js';

/** A store whose `append` answers at once, without a promise. */
export interface MemoryEvidence extends EvidenceStore {
  readonly durable: false;
  append(entries: readonly EntryDraft[], blobs?: readonly BlobDraft[]): AppendReceipt;
  close(): void;
}

/**
 * An evidence store in memory: same chain, same checks, gone with the process. An append costs the same however
 * long the log is; nothing is ever removed, so a long-lived process should use a durable store.
 * @example const evidence = createMemoryEvidence();
 */
export function createMemoryEvidence(): MemoryEvidence {
  return new MemoryStore();
}

class MemoryStore implements MemoryEvidence {
  readonly durable = false;
  readonly #entries: EvidenceEntry[] = [];
  // Keyed by strings from outside, hence Maps.
  readonly #byId = new Map<string, EvidenceEntry>();
  readonly #byNegotiation = new Map<string, EvidenceEntry[]>();
  readonly #blobs = new Map<string, Uint8Array>();
  #head: EvidenceHead = Object.freeze({ seq: 0, hash: ZERO_HASH });
  #closed = false;

  append(drafts: readonly EntryDraft[], blobs: readonly BlobDraft[] = []): AppendReceipt {
    if (this.#closed) throw fault('EVIDENCED_CLOSED');
    if (drafts.length === 0) throw fault('EVIDENCED_ENTRY_INVALID', { detail: 'no entries' });
    for (const draft of drafts) checkDraft(draft);
    // All checks come before the first change: an append is all or nothing.
    const fresh = new Map<string, Uint8Array>();
    for (const blob of blobs)
      if (!this.#blobs.has(blob.digest) && !fresh.has(blob.digest)) fresh.set(blob.digest, checkBlob(blob));
    const first = this.#head.seq + 1;
    const digests = blobs.length === 0 ? NONE : uniqueDigests(blobs);
    for (const entry of linkEntries(this.#head, drafts, digests)) this.#keep(entry);
    for (const [digest, bytes] of fresh) this.#blobs.set(digest, bytes);
    return { head: this.#head, first };
  }

  #keep(entry: EvidenceEntry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
    if (entry.negotiationId !== undefined) {
      const list = this.#byNegotiation.get(entry.negotiationId);
      if (list === undefined) this.#byNegotiation.set(entry.negotiationId, [entry]);
      else list.push(entry);
    }
    this.#head = Object.freeze({ seq: entry.seq, hash: entry.hash });
  }

  head(): EvidenceHead {
    return this.#head;
  }

  *entries(from = 1): Iterable<EvidenceEntry> {
    for (let index = Math.max(from, 1) - 1; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined) yield entry;
    }
  }

  ofNegotiation(negotiationId: string): readonly EvidenceEntry[] {
    return [...(this.#byNegotiation.get(negotiationId) ?? [])];
  }

  find(id: string): EvidenceEntry | undefined {
    return this.#byId.get(id);
  }

  blob(digest: Digest): Uint8Array | undefined {
    const bytes = this.#blobs.get(digest);
    return bytes === undefined ? undefined : Uint8Array.from(bytes);
  }

  close(): void {
    this.#closed = true;
  }
}

const NONE: readonly Digest[] = [];

function uniqueDigests(blobs: readonly BlobDraft[]): readonly Digest[] {
  return Object.freeze([...new Set(blobs.map((blob) => blob.digest))]);
}
