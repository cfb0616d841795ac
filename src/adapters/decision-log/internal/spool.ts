// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError, quote } from '../../../core/errors.js';
import type { Driver, SqlStatement } from '../../sqlite/driver.js';
import { GroupCommit } from '../../sqlite/group-commit.js';
import { loadLibrary } from '../../sqlite/load-library.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';

/** Events taken from the front of a spool. */
export interface SpoolBatch {
  readonly ids: readonly string[];
  readonly events: readonly string[];
  /** What {@link Spool.remove} is given once they are delivered. */
  readonly last: number;
}

interface Kept {
  readonly id: string;
  readonly event: string;
}

const SCHEMA = `CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, decision_id TEXT NOT NULL UNIQUE, event TEXT NOT NULL
) STRICT`;

/**
 * Events on disk in the order in which they came, each kept once by its decision id. One process at a time holds a
 * spool: two would send every event twice.
 */
export class Spool {
  readonly #driver: Driver;
  readonly #insert: SqlStatement;
  readonly #front: SqlStatement;
  readonly #delete: SqlStatement;
  readonly #count: SqlStatement;
  readonly #group: GroupCommit<Kept, boolean>;
  #bytes: number;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#insert = driver.prepare(
      'INSERT INTO events (decision_id, event) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING seq',
    );
    this.#front = driver.prepare('SELECT seq, decision_id, event FROM events ORDER BY seq LIMIT ?');
    this.#delete = driver.prepare('DELETE FROM events WHERE seq <= ?');
    this.#count = driver.prepare(
      'SELECT count(*) AS n, ifnull(sum(length(CAST(event AS BLOB))), 0) AS size FROM events',
    );
    this.#bytes = Number(this.#count.get()?.['size']);
    this.#group = new GroupCommit({
      commit: (events) => this.#commit(events),
      retryDelay: () => undefined,
      mayBeOneItem: (error) => sqliteCode(error) === 'SQLITE_TOOBIG',
    });
  }

  /** Keep an event; `false` where one of its decision id is kept already. */
  add(id: string, event: string): Promise<boolean> {
    return this.#group.add({ id, event });
  }

  #commit(events: readonly Kept[]): readonly boolean[] {
    let added = 0;
    const fresh = this.#transaction(() =>
      events.map(({ id, event }) => {
        const isNew = this.#insert.get(id, event) !== undefined;
        if (isNew) added += Buffer.byteLength(event);
        return isNew;
      }),
    );
    this.#bytes += added;
    return fresh;
  }

  /** The oldest events, at least one and up to so many or to so many bytes. */
  front(most: number, mostBytes: number): SpoolBatch | undefined {
    const rows = this.#front.all(most);
    const ids: string[] = [];
    const events: string[] = [];
    let size = 0;
    let last = 0;
    for (const row of rows) {
      const event = String(row['event']);
      size += Buffer.byteLength(event);
      if (events.length > 0 && size > mostBytes) break;
      ids.push(String(row['decision_id']));
      events.push(event);
      last = Number(row['seq']);
    }
    return events.length === 0 ? undefined : { ids, events, last };
  }

  /** Forget delivered events; on disk when it returns, so a restart does not send them again. */
  remove({ events, last }: SpoolBatch): void {
    this.#transaction(() => this.#delete.run(last));
    this.#bytes -= events.reduce((sum, event) => sum + Buffer.byteLength(event), 0);
  }

  /** How many events are on disk, counted there. */
  count(): number {
    return Number(this.#count.get()?.['n']);
  }

  /** Bytes of the events on disk. */
  get size(): number {
    return this.#bytes;
  }

  /** Resolves when no event is being written. */
  drained(): Promise<void> {
    return this.#group.drained();
  }

  close(): void {
    this.#driver.close();
  }

  #transaction<Result>(action: () => Result): Result {
    this.#driver.exec('BEGIN IMMEDIATE');
    try {
      const result = action();
      this.#driver.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        this.#driver.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself, as it does when the disk is full.
      }
      throw error;
    }
  }
}

/**
 * Open the spool in a file, and make it where it is absent.
 * @throws EvidencedError EVIDENCED_SQLITE_UNAVAILABLE, EVIDENCED_DECISION_LOG_FAILED, EVIDENCED_LOCKED
 */
export async function openSpool(path: string): Promise<Spool> {
  const library = await loadLibrary();
  let driver: Driver | undefined;
  try {
    driver = library.open(path, { readOnly: false });
    // EXCLUSIVE keeps every other process out until this one ends, however it ends.
    driver.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE');
    const table = driver.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1`).get();
    if (table !== undefined && table['name'] !== 'events')
      throw fault('EVIDENCED_DECISION_LOG_INVALID', { detail: `${quote(path)} is no event buffer` });
    driver.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON');
    if (table === undefined) driver.exec(SCHEMA);
    return new Spool(driver);
  } catch (error) {
    driver?.close();
    throw spoolFault(path, error);
  }
}

/** The fault of a spool that cannot be opened or written. */
export function spoolFault(path: string, cause: unknown): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const code = sqliteCode(cause) ?? 'unknown';
  if (code === 'SQLITE_BUSY') return fault('EVIDENCED_LOCKED', { cause, detail: quote(path) });
  if (code === 'SQLITE_NOTADB')
    return fault('EVIDENCED_DECISION_LOG_INVALID', { cause, detail: `${quote(path)} is no event buffer` });
  return fault('EVIDENCED_DECISION_LOG_FAILED', { cause, detail: `${quote(path)} (${code})` });
}
