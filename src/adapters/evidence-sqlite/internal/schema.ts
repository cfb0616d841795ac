// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../../core/errors.js';
import type { Driver } from '../../sqlite/driver.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';

/** The format this version writes; also the tag line of every entry's hash. */
export const FORMAT = 'parley.evidence.v1';

// The triggers guard against accidents; against intent there is the chain.
const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE entries (
  seq INTEGER PRIMARY KEY, prev TEXT NOT NULL, hash TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
  at TEXT NOT NULL, negotiation_id TEXT, blobs TEXT, body TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_id ON entries (id);
CREATE INDEX entries_by_negotiation ON entries (negotiation_id) WHERE negotiation_id IS NOT NULL;
CREATE TABLE blobs (digest TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
${['entries', 'blobs', 'meta'].map((table) => refuse(table, 'UPDATE')).join('')}
${['entries', 'blobs', 'meta', 'head'].map((table) => refuse(table, 'DELETE')).join('')}
INSERT INTO head VALUES (1, 0, '${'0'.repeat(64)}');
INSERT INTO meta VALUES ('format', '${FORMAT}');
`;

function refuse(table: string, verb: string): string {
  return `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, 'the evidence log is append-only'); END;\n`;
}

/** Make the tables in an empty database; one that has tables already is left alone. All or nothing. */
export function createSchema(driver: Driver): void {
  driver.exec('BEGIN IMMEDIATE');
  try {
    if (isEmpty(driver)) driver.exec(SCHEMA);
    driver.exec('COMMIT');
  } catch (error) {
    driver.exec('ROLLBACK');
    throw error;
  }
}

/** Whether nothing has been written to the database yet. */
export function isEmpty(driver: Driver): boolean {
  return read(driver, 'SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

/**
 * Refuse a database that is not an evidence log of this format.
 * @throws EvidencedError EVIDENCED_FILE_INVALID, EVIDENCED_FORMAT_UNSUPPORTED
 */
export function checkSchema(driver: Driver): void {
  const tables = read(
    driver,
    `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'entries', 'blobs', 'head')`,
  );
  if (tables?.['n'] !== 4) throw fault('EVIDENCED_FILE_INVALID', { detail: 'its tables are others' });
  const format = read(driver, `SELECT value FROM meta WHERE key = 'format'`)?.['value'];
  if (format === undefined) throw fault('EVIDENCED_FILE_INVALID', { detail: 'it names no format' });
  if (format !== FORMAT) throw fault('EVIDENCED_FORMAT_UNSUPPORTED', { detail: quote(format) });
}

function read(driver: Driver, sql: string): ReturnType<ReturnType<Driver['prepare']>['get']> {
  try {
    return driver.prepare(sql).get();
  } catch (cause) {
    const code = sqliteCode(cause);
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT' || code === 'SQLITE_ERROR')
      throw fault('EVIDENCED_FILE_INVALID', { cause, detail: code });
    throw cause;
  }
}
