// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../../core/errors.js';
import { linkEntries } from '../../../evidenced/internal/link-entries.js';
import type { AppendReceipt, BlobDraft, EntryDraft, EvidenceHead } from '../../../evidenced/types.js';
import type { Driver, SqlStatement } from '../../sqlite/driver.js';
import { COLUMNS, toColumns } from './rows.js';

/** One append that waits for its transaction; its drafts and blobs are checked already. */
export interface PendingAppend {
  readonly drafts: readonly EntryDraft[];
  /** Every blob of the append, as its first entry names them. */
  readonly digests: readonly BlobDraft['digest'][];
  /** Those of them that this process has not seen in the file yet. */
  readonly fresh: readonly BlobDraft[];
}

/** Writes appends in transactions. */
export class Writer {
  readonly #driver: Driver;
  readonly #insertEntry: SqlStatement;
  readonly #insertBlob: SqlStatement;
  readonly #selectHead: SqlStatement;
  readonly #updateHead: SqlStatement;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#insertEntry = driver.prepare(`INSERT INTO entries (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#insertBlob = driver.prepare('INSERT OR IGNORE INTO blobs (digest, bytes) VALUES (?, ?)');
    this.#selectHead = driver.prepare('SELECT seq, hash FROM head WHERE one = 1');
    this.#updateHead = driver.prepare('UPDATE head SET seq = ?, hash = ? WHERE one = 1');
  }

  /** The head of the log, as the file has it now: another process may have moved it. */
  head(): EvidenceHead {
    const row = this.#selectHead.get();
    if (row === undefined) throw fault('EVIDENCED_LOG_BROKEN', { detail: 'the head is not in the log' });
    return { seq: Number(row['seq']), hash: String(row['hash']) };
  }

  /** Write all appends in one transaction, or nothing of them. */
  commit(appends: readonly PendingAppend[]): readonly AppendReceipt[] {
    // IMMEDIATE: the write lock comes before the head is read, so no other process can append in between.
    this.#driver.exec('BEGIN IMMEDIATE');
    try {
      const receipts: AppendReceipt[] = [];
      const before = this.head();
      let head = before;
      for (const append of appends) {
        const first = head.seq + 1;
        head = this.#append(head, append);
        receipts.push({ head, first });
      }
      if (head !== before) this.#updateHead.run(head.seq, head.hash);
      this.#driver.exec('COMMIT');
      return receipts;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #append(head: EvidenceHead, { drafts, digests, fresh }: PendingAppend): EvidenceHead {
    for (const { digest, bytes } of fresh) this.#insertBlob.run(digest, bytes);
    let last = head;
    for (const entry of linkEntries(head, drafts, digests)) {
      this.#insertEntry.run(...toColumns(entry));
      last = { seq: entry.seq, hash: entry.hash };
    }
    return last;
  }

  #rollBack(): void {
    try {
      this.#driver.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }
}
