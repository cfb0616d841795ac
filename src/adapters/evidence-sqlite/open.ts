// SPDX-License-Identifier: Apache-2.0
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fault, quote } from '../../core/errors.js';
import { ZERO_HASH } from '../../evidenced/entry-hash.js';
import type { EvidenceStore } from '../../evidenced/types.js';
import type { Driver, SqliteLibrary } from '../sqlite/driver.js';
import { loadLibrary } from '../sqlite/load-library.js';
import { setDurable } from './internal/durable.js';
import { isBusy, readFault } from './internal/faults.js';
import { checkSchema, createSchema, isEmpty } from './internal/schema.js';
import { SqliteStore } from './internal/store.js';

/** Options of {@link openSqliteEvidence}. */
export interface SqliteEvidenceOptions {
  /** Only read; the file must exist and is not changed. */
  readonly readOnly?: boolean;
  /** Milliseconds for which a lock of another process is waited for; 5,000 by default. */
  readonly lockTimeout?: number;
  /** The SQLite to use; by default better-sqlite3, or else the one built into Node. */
  readonly library?: SqliteLibrary;
}

/**
 * Open an evidence log in an SQLite file, and create it where it is absent. Every append is synced to the disk
 * before it resolves; appends in flight at one time share a transaction. Processes may share a file.
 * @throws GovernanceError EVIDENCED_SQLITE_UNAVAILABLE, EVIDENCED_FILE_INVALID, EVIDENCED_FORMAT_UNSUPPORTED,
 *   EVIDENCED_LOG_BROKEN, EVIDENCED_LOCKED, EVIDENCED_FILE_DAMAGED, CORE_FILE_UNREADABLE
 * @example const evidence = await openSqliteEvidence('evidence.db');
 */
export async function openSqliteEvidence(
  path: string,
  options: SqliteEvidenceOptions = {},
): Promise<EvidenceStore> {
  const { readOnly = false, lockTimeout = 5_000 } = options;
  const library = options.library ?? (await loadLibrary());
  const driver = await openFile(library, path, readOnly);
  try {
    if (readOnly) checkSchema(driver);
    else await prepare(driver, lockTimeout);
    // A library that was passed in belongs to this thread.
    const threaded = !readOnly && options.library === undefined;
    return new SqliteStore(driver, { path, readOnly, lockTimeout, threaded });
  } catch (error) {
    driver.close();
    throw readFault(path, error);
  }
}

/**
 * Open the file itself.
 * @throws GovernanceError CORE_FILE_UNREADABLE, EVIDENCED_FILE_INVALID
 */
export async function openFile(library: SqliteLibrary, path: string, readOnly: boolean): Promise<Driver> {
  try {
    // An SQLite path may also be empty or `:memory:`; an evidence log is always a file.
    if (path === '' || path === ':memory:') throw Object.assign(new Error(), { code: 'not a file' });
    await checkFile(path, readOnly);
    const driver = library.open(path, { readOnly });
    // Short for a writer: waiting here stops the event loop, so the store tries again by timer.
    driver.exec(`PRAGMA busy_timeout = ${readOnly ? 2_000 : 20}`);
    return driver;
  } catch (error) {
    throw readFault(path, error);
  }
}

async function checkFile(path: string, readOnly: boolean): Promise<void> {
  const found = readOnly ? await stat(path) : await stat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isFile()) throw Object.assign(new Error(), { code: 'not a file' });
  // SQLite takes a file shorter than its smallest page for an empty one and would write over it.
  if (found.size > 0 && found.size < 512) throw fault('EVIDENCED_FILE_INVALID', { detail: quote(path) });
}

async function prepare(driver: Driver, lockTimeout: number): Promise<void> {
  // Nothing is changed, not even the journal mode, before the file is known to be ours or empty.
  if (!isEmpty(driver)) checkSchema(driver);
  await whileBusy(lockTimeout, () => {
    setDurable(driver);
    createSchema(driver);
  });
  checkSchema(driver);
  checkEnd(driver);
}

// Appending to a log that was cut would bury the cut under a chain that is whole from there on.
function checkEnd(driver: Driver): void {
  driver.exec('BEGIN');
  const head = driver.prepare('SELECT seq, hash FROM head WHERE one = 1').get();
  const last = driver.prepare('SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1').get();
  driver.exec('COMMIT');
  const { seq, hash } = last ?? { seq: 0, hash: ZERO_HASH };
  if (head?.['seq'] !== seq || head?.['hash'] !== hash) throw fault('EVIDENCED_LOG_BROKEN');
}

async function whileBusy(lockTimeout: number, action: () => void): Promise<void> {
  for (let waited = 0; ; waited += 20) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= lockTimeout) throw error;
      await pause(20);
    }
  }
}
