// SPDX-License-Identifier: Apache-2.0
import type { EvidenceHead } from '../../evidenced/types.js';
import { ChainWalk, type EvidenceVerdict, type StoredEntry } from '../../evidenced/verify-chain.js';
import type { Driver, SqliteLibrary, SqlRow } from '../sqlite/driver.js';
import { loadLibrary } from '../sqlite/load-library.js';
import { sqliteCode } from '../sqlite/sqlite-code.js';
import { readFault } from './internal/faults.js';
import { checkSchema } from './internal/schema.js';
import { openFile } from './open.js';

/** Options of {@link verifySqliteEvidence}. */
export interface VerifyFileOptions {
  /** A head hash noted outside the file earlier; some entry must have it. */
  readonly expectedHead?: string;
  readonly library?: SqliteLibrary;
}

/**
 * Check an evidence file as it stands: its chain, its head, its blobs and the structure of the file. Reads the
 * bytes of every column, not the text that SQLite would make of them, and never writes. Other processes may append
 * meanwhile: one moment of the log is checked.
 * @throws GovernanceError EVIDENCED_SQLITE_UNAVAILABLE, EVIDENCED_FILE_INVALID, EVIDENCED_FORMAT_UNSUPPORTED,
 *   EVIDENCED_LOCKED, CORE_FILE_UNREADABLE
 */
export async function verifySqliteEvidence(
  path: string,
  options: VerifyFileOptions = {},
): Promise<EvidenceVerdict> {
  const driver = await openFile(options.library ?? (await loadLibrary()), path, true);
  try {
    driver.exec('BEGIN');
    checkSchema(driver);
    return walk(driver, options.expectedHead);
  } catch (error) {
    throw readFault(path, error);
  } finally {
    driver.close();
  }
}

function walk(driver: Driver, expectedHead: string | undefined): EvidenceVerdict {
  const select = driver.prepare('SELECT bytes FROM blobs WHERE digest = ?');
  const chain = new ChainWalk({
    expectedHead,
    blob: (digest) => {
      const bytes = select.get(digest)?.['bytes'];
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
  });
  let head: EvidenceHead | undefined;
  try {
    head = readHead(driver);
    for (const row of rows(driver)) chain.take(toStored(row));
    checkStructure(driver, chain);
  } catch (error) {
    if (!(error instanceof DamagedTree) && sqliteCode(error) !== 'SQLITE_CORRUPT') throw error;
    chain.report(chain.next, 'EVIDENCED_FILE_DAMAGED');
  }
  return chain.end(head);
}

const TEXT_COLUMNS = ['prev', 'hash', 'id', 'kind', 'at', 'negotiation_id', 'blobs', 'body'] as const;
const COLUMNS = `CAST(seq AS TEXT) AS number, ${TEXT_COLUMNS.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ')}`;
const PAGE = 256;

/** Every row by its number, those below 1 among them: somebody may have put some there. */
function* rows(driver: Driver): Iterable<SqlRow> {
  const first = driver.prepare(`SELECT ${COLUMNS} FROM entries ORDER BY seq LIMIT ${PAGE}`);
  const after = driver.prepare(
    `SELECT ${COLUMNS} FROM entries WHERE seq > CAST(? AS INTEGER) ORDER BY seq LIMIT ${PAGE}`,
  );
  let page = first.all();
  let last: bigint | undefined;
  while (page.length > 0) {
    yield* page;
    const number = BigInt(String(page.at(-1)?.['number']));
    // A damaged tree can give rows that the condition excludes, again and again.
    if (last !== undefined && number <= last) throw new DamagedTree();
    last = number;
    page = after.all(String(number));
  }
}

class DamagedTree extends Error {}

function toStored(row: SqlRow): StoredEntry {
  const [prev, hash, id, kind, at, negotiationId, blobs, body] = TEXT_COLUMNS.map((name) =>
    decode(row[name]),
  );
  return {
    seq: Number(row['number']),
    prev: prev ?? UNREADABLE,
    hash: hash ?? UNREADABLE,
    id: id ?? UNREADABLE,
    kind: kind ?? UNREADABLE,
    at: at ?? UNREADABLE,
    ...(negotiationId === undefined ? undefined : { negotiationId }),
    ...(blobs === undefined ? undefined : { blobs: blobs.split('\n') }),
    body: body ?? UNREADABLE,
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
// What no append writes, so an entry that holds it never has its hash.
const UNREADABLE = '\ud800';

// A lenient decoder maps different bytes to U+FFFD, which would hide that a byte was changed.
function decode(value: SqlRow[string] | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!(value instanceof Uint8Array)) return UNREADABLE;
  try {
    return utf8.decode(value);
  } catch {
    return UNREADABLE;
  }
}

function readHead(driver: Driver): EvidenceHead | undefined {
  const row = driver
    .prepare('SELECT CAST(seq AS TEXT) AS number, CAST(hash AS BLOB) AS hash FROM head WHERE one = 1')
    .get();
  if (row === undefined) return undefined;
  return { seq: Number(row['number']), hash: decode(row['hash']) ?? UNREADABLE };
}

// An index that leaves out a row hides an entry from every look-up, though the chain is whole.
function checkStructure(driver: Driver, chain: ChainWalk): void {
  for (const { integrity_check: problem } of driver.prepare('PRAGMA integrity_check(10)').all())
    if (problem !== 'ok') chain.report(chain.next, 'EVIDENCED_FILE_DAMAGED', String(problem).slice(0, 120));
}
