// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../core/digest.js';
import { fault } from '../core/errors.js';
import { ZERO_HASH } from './entry-hash.js';
import { checkBlob } from './internal/check-blob.js';
import { checkDraft } from './internal/check-draft.js';
import { EntryArena } from './internal/entry-arena.js';
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
  readonly #entries = new EntryArena();
  // Keyed by strings from outside, hence Maps; the values are places in the log, from 0.
  readonly #byId = new Map<string, number>();
  readonly #byNegotiation = new Map<string, number[]>();
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
    let named: readonly Digest[] | undefined = blobs.length === 0 ? undefined : uniqueDigests(blobs);
    for (const draft of drafts) {
      this.#keep(draft, named);
      named = undefined;
    }
    for (const [digest, bytes] of fresh) this.#blobs.set(digest, bytes);
    return { head: this.#head, first };
  }

  #keep(draft: EntryDraft, blobs: readonly Digest[] | undefined): void {
    const { id, kind, at, negotiationId, body } = draft;
    const place = this.#entries.length;
    const seq = place + 1;
    const about = negotiationId === undefined ? undefined : { negotiationId };
    const named = blobs === undefined ? undefined : { blobs };
    const hash = this.#entries.add(this.#head.hash, { seq, id, kind, at, body, ...about, ...named });
    this.#byId.set(id, place);
    if (negotiationId !== undefined) {
      const places = this.#byNegotiation.get(negotiationId);
      if (places === undefined) this.#byNegotiation.set(negotiationId, [place]);
      else places.push(place);
    }
    this.#head = Object.freeze({ seq, hash });
  }

  head(): EvidenceHead {
    return this.#head;
  }

  *entries(from = 1): Iterable<EvidenceEntry> {
    for (let place = Math.max(from, 1) - 1; place < this.#entries.length; place += 1) {
      const entry = this.#entries.get(place);
      if (entry !== undefined) yield entry;
    }
  }

  ofNegotiation(negotiationId: string): readonly EvidenceEntry[] {
    const places = this.#byNegotiation.get(negotiationId) ?? [];
    return places.map((place) => this.#entries.get(place)).filter((entry) => entry !== undefined);
  }

  find(id: string): EvidenceEntry | undefined {
    const place = this.#byId.get(id);
    return place === undefined ? undefined : this.#entries.get(place);
  }

  blob(digest: Digest): Uint8Array | undefined {
    const bytes = this.#blobs.get(digest);
    return bytes === undefined ? undefined : Uint8Array.from(bytes);
  }

  close(): void {
    this.#closed = true;
  }
}

function uniqueDigests(blobs: readonly BlobDraft[]): readonly Digest[] {
  return Object.freeze([...new Set(blobs.map((blob) => blob.digest))]);
}
