// SPDX-License-Identifier: Apache-2.0
import { digestBytes, parseDigest } from '../core/digest.js';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.js';
import { entryHash, ZERO_HASH } from './entry-hash.js';
import type { EvidenceEntry, EvidenceHead } from './types.js';

/** One thing that does not hold, at a sequence number. */
export interface EvidenceFinding {
  readonly seq: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** The verdict on a log. `findings` lists the first thousand; `omitted` counts those after them. */
export interface EvidenceVerdict {
  readonly ok: boolean;
  /** How many entries were read. */
  readonly checked: number;
  /** The last entry that was read. */
  readonly last: EvidenceHead;
  readonly findings: readonly EvidenceFinding[];
  readonly omitted: number;
}

/** What is checked beyond the chain itself. */
export interface VerifyOptions {
  /** A head hash noted outside the log earlier: some entry must have it (64 zeros: the empty beginning). */
  readonly expectedHead?: string | undefined;
  /** Where to find blobs; without it blobs are not checked. */
  readonly blob?: ((digest: string) => Uint8Array | undefined) | undefined;
}

/** An entry as read back; a kind or a digest that was tampered with may be any text. */
export type StoredEntry = Omit<EvidenceEntry, 'kind' | 'blobs'> & {
  readonly kind: string;
  readonly blobs?: readonly string[];
};

/**
 * Check a log: every entry has its hash, follows the one before, none is missing, repeated or moved, and the last
 * one is the head. Findings name the sequence number. A head of `undefined` means that the anchor itself is gone.
 */
export function verifyChain(
  entries: Iterable<StoredEntry>,
  head: EvidenceHead | undefined,
  options: VerifyOptions = {},
): EvidenceVerdict {
  const walk = new ChainWalk(options);
  for (const entry of entries) walk.take(entry);
  return walk.end(head);
}

/** {@link verifyChain} entry by entry, for a reader that may fail on the way. */
export class ChainWalk {
  readonly #options: VerifyOptions;
  readonly #findings: EvidenceFinding[] = [];
  readonly #blobs = new Map<string, ErrorCode | undefined>();
  #omitted = 0;
  #checked = 0;
  #expected = 1;
  #last: EvidenceHead = { seq: 0, hash: ZERO_HASH };
  // An altered or missing entry says nothing of what should follow it: one cause, one finding.
  #trusted = true;
  #sawExpectedHead: boolean;

  constructor(options: VerifyOptions = {}) {
    this.#options = options;
    this.#sawExpectedHead = options.expectedHead === undefined || options.expectedHead === ZERO_HASH;
  }

  /** Check the next entry. */
  take(entry: StoredEntry): void {
    this.#checked += 1;
    const { seq } = entry;
    const outOfOrder = !(seq >= this.#expected);
    const gap = seq > this.#expected;
    if (gap) this.report(this.#expected, 'EVIDENCED_ENTRY_MISSING', range(this.#expected, seq - 1));
    const altered = entryHash(entry.prev, entry) !== entry.hash || !isFaithful(entry);
    if (outOfOrder) this.report(seq, 'EVIDENCED_ENTRY_OUT_OF_ORDER', `after ${this.#last.seq}`);
    else if (altered) this.report(seq, 'EVIDENCED_ENTRY_ALTERED');
    else if (this.#trusted && !gap && entry.prev !== this.#last.hash)
      this.report(seq, 'EVIDENCED_LINK_BROKEN');
    else if (entry.hash === this.#options.expectedHead) this.#sawExpectedHead = true;
    if (outOfOrder) return;
    // What an altered entry names is anybody's word.
    if (!altered) this.#checkBlobs(entry);
    this.#expected = seq + 1;
    this.#last = { seq, hash: entry.hash };
    this.#trusted = !altered;
  }

  /** Check the end of the log against its head, and give the verdict. */
  end(head: EvidenceHead | undefined): EvidenceVerdict {
    const last = this.#last;
    if (head === undefined) this.report(last.seq, 'EVIDENCED_HEAD_MISMATCH', 'the head is not in the log');
    else if (head.seq > last.seq)
      this.report(last.seq + 1, 'EVIDENCED_TAIL_CUT', range(last.seq + 1, head.seq));
    else if (head.seq < last.seq)
      this.report(head.seq + 1, 'EVIDENCED_HEAD_MISMATCH', `the head says ${head.seq}, the log ${last.seq}`);
    else if (this.#trusted && head.hash !== last.hash) this.report(last.seq, 'EVIDENCED_HEAD_MISMATCH');
    if (!this.#sawExpectedHead) this.report(last.seq, 'EVIDENCED_HEAD_UNKNOWN');
    const findings = [...this.#findings].sort((a, b) => a.seq - b.seq);
    const ok = findings.length === 0;
    return { ok, checked: this.#checked, last, findings, omitted: this.#omitted };
  }

  /** Add a finding of the reader's own. */
  report(seq: number, code: ErrorCode, detail = ''): void {
    if (this.#findings.length >= MOST) {
      this.#omitted += 1;
      return;
    }
    const { message } = ERROR_CODES[code];
    this.#findings.push({ seq, code, message: detail === '' ? message : `${message}: ${detail}` });
  }

  /** Where a reader that cannot go on stands: the seq it would have read next. */
  get next(): number {
    return this.#expected;
  }

  #checkBlobs(entry: StoredEntry): void {
    const { blob } = this.#options;
    if (blob === undefined) return;
    for (const digest of entry.blobs ?? []) {
      // Many entries name the same card and the same policy: each blob is read and hashed once.
      if (!this.#blobs.has(digest)) this.#blobs.set(digest, judgeBlob(digest, blob(digest)));
      const code = this.#blobs.get(digest);
      if (code !== undefined) this.report(entry.seq, code, digest.slice(0, 80));
    }
  }
}

const MOST = 1_000;

function judgeBlob(digest: string, bytes: Uint8Array | undefined): ErrorCode | undefined {
  if (bytes === undefined) return 'EVIDENCED_BLOB_MISSING';
  return digestBytes(bytes) === digest ? undefined : 'EVIDENCED_BLOB_ALTERED';
}

// A lone surrogate hashes like U+FFFD, and a digest with a line break like two digests; append takes neither.
function isFaithful(entry: StoredEntry): boolean {
  return (
    entry.body.isWellFormed() &&
    entry.prev.isWellFormed() &&
    entry.id.isWellFormed() &&
    entry.kind.isWellFormed() &&
    entry.at.isWellFormed() &&
    (entry.negotiationId ?? '').isWellFormed() &&
    (entry.blobs ?? []).every((digest) => parseDigest(digest) !== undefined)
  );
}

function range(from: number, to: number): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}
