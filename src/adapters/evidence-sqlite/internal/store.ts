// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../../core/digest.js';
import { fault, quote } from '../../../core/errors.js';
import { checkBlob } from '../../../evidenced/internal/check-blob.js';
import { checkDraft } from '../../../evidenced/internal/check-draft.js';
import type {
  AppendReceipt,
  BlobDraft,
  EntryDraft,
  EvidenceEntry,
  EvidenceHead,
  EvidenceStore,
} from '../../../evidenced/types.js';
import type { Driver, SqlStatement } from '../../sqlite/driver.js';
import { GroupCommit } from '../../sqlite/group-commit.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';
import { CommitThread } from './commit-thread.js';
import { isBusy, readFault, writeFault } from './faults.js';
import { COLUMNS, toEntry } from './rows.js';
import { type PendingAppend, Writer } from './writer.js';

/** How a store behaves. */
export interface StoreOptions {
  readonly path: string;
  readonly readOnly: boolean;
  /** Milliseconds for which a lock of another process is waited for. */
  readonly lockTimeout: number;
  /** Whether commits may move to a thread of their own. */
  readonly threaded: boolean;
}

// Rows per read. A statement left open between two of them would hold the connection against every append.
const PAGE = 256;
// Digests remembered as stored; a bound, because a registry sees any number of cards.
const REMEMBERED = 4_096;
const LONGEST_PAUSE = 50;
// Appends in one transaction from which on a thread is worth its start.
const MANY = 8;

/** The store over an open database whose schema was checked. */
export class SqliteStore implements EvidenceStore {
  readonly durable = true;
  readonly #driver: Driver;
  readonly #options: StoreOptions;
  readonly #writer: Writer;
  readonly #group: GroupCommit<PendingAppend, AppendReceipt>;
  readonly #thread: CommitThread | undefined;
  readonly #stored = new Set<Digest>();
  readonly #page: SqlStatement;
  readonly #ofNegotiation: SqlStatement;
  readonly #find: SqlStatement;
  readonly #blob: SqlStatement;
  #closed = false;

  constructor(driver: Driver, options: StoreOptions) {
    this.#driver = driver;
    this.#options = options;
    this.#writer = new Writer(driver);
    this.#thread = options.threaded ? new CommitThread(options.path, options.lockTimeout) : undefined;
    const select = `SELECT ${COLUMNS} FROM entries WHERE`;
    this.#page = driver.prepare(`${select} seq >= ? ORDER BY seq LIMIT ${PAGE}`);
    this.#ofNegotiation = driver.prepare(`${select} negotiation_id = ? ORDER BY seq`);
    this.#find = driver.prepare(`${select} id = ? ORDER BY seq DESC LIMIT 1`);
    this.#blob = driver.prepare('SELECT bytes FROM blobs WHERE digest = ?');
    this.#group = new GroupCommit({
      commit: (appends) => this.#commit(appends),
      retryDelay: (error, attempt) => this.#retryDelay(error, attempt),
      mayBeOneItem: (error) => sqliteCode(error) === 'SQLITE_TOOBIG',
    });
  }

  async append(drafts: readonly EntryDraft[], blobs: readonly BlobDraft[] = []): Promise<AppendReceipt> {
    if (this.#closed) throw fault('EVIDENCED_CLOSED');
    if (this.#options.readOnly) throw fault('EVIDENCED_WRITE_FAILED', { detail: 'opened to read only' });
    if (drafts.length === 0) throw fault('EVIDENCED_ENTRY_INVALID', { detail: 'no entries' });
    for (const draft of drafts) checkDraft(draft);
    const fresh: BlobDraft[] = [];
    const digests = new Set<Digest>();
    for (const blob of blobs) {
      if (!digests.has(blob.digest) && !this.#stored.has(blob.digest))
        fresh.push({ digest: blob.digest, bytes: checkBlob(blob) });
      digests.add(blob.digest);
    }
    // Copied: the caller's array may change before its turn comes.
    const pending = { drafts: [...drafts], digests: [...digests], fresh };
    try {
      return await this.#group.add(pending);
    } catch (error) {
      throw writeFault(error);
    }
  }

  async #commit(appends: readonly PendingAppend[]): Promise<readonly AppendReceipt[]> {
    const thread = appends.length < MANY ? this.#thread?.ready() : this.#thread?.started();
    const receipts = await (thread ?? this.#writer).commit(appends);
    for (const { fresh } of appends)
      for (const { digest } of fresh) {
        if (this.#stored.size >= REMEMBERED) this.#stored.clear();
        this.#stored.add(digest);
      }
    return receipts;
  }

  #retryDelay(error: unknown, attempt: number): number | undefined {
    // The thread waits by itself.
    if (!isBusy(error) || this.#thread?.ready() !== undefined) return undefined;
    return attempt * LONGEST_PAUSE < this.#options.lockTimeout ? LONGEST_PAUSE : undefined;
  }

  head(): EvidenceHead {
    return this.#read(() => this.#writer.head());
  }

  *entries(from = 1): Iterable<EvidenceEntry> {
    let next = from;
    for (;;) {
      const rows = this.#read(() => this.#page.all(next));
      for (const row of rows) {
        const entry = toEntry(row);
        // A damaged tree can give rows that the condition excludes, again and again.
        if (entry.seq < next) throw fault('EVIDENCED_FILE_DAMAGED', { detail: quote(this.#options.path) });
        next = entry.seq + 1;
        yield entry;
      }
      if (rows.length < PAGE) return;
    }
  }

  ofNegotiation(negotiationId: string): readonly EvidenceEntry[] {
    return this.#read(() => this.#ofNegotiation.all(negotiationId)).map(toEntry);
  }

  find(id: string): EvidenceEntry | undefined {
    const row = this.#read(() => this.#find.get(id));
    return row === undefined ? undefined : toEntry(row);
  }

  blob(digest: Digest): Uint8Array | undefined {
    const bytes = this.#read(() => this.#blob.get(digest))?.['bytes'];
    return bytes instanceof Uint8Array ? Uint8Array.from(bytes) : undefined;
  }

  /** Write what waits, then close the file. A log that nobody else holds open is one file afterwards. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#group.drained();
    await this.#thread?.close();
    if (!this.#options.readOnly) leaveWal(this.#driver);
    this.#driver.close();
  }

  #read<Result>(query: () => Result): Result {
    try {
      return query();
    } catch (error) {
      throw this.#closed ? fault('EVIDENCED_CLOSED', { cause: error }) : readFault(this.#options.path, error);
    }
  }
}

// Out of WAL mode the file can be read from a read-only medium, with no -wal and -shm beside it. Another process
// that has the file open keeps it in WAL mode, which is as it should be.
function leaveWal(driver: Driver): void {
  try {
    driver.exec('PRAGMA busy_timeout = 0');
    driver.exec('PRAGMA journal_mode = DELETE');
  } catch {
    // Held open elsewhere: the last one to close does it.
  }
}
