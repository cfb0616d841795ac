// SPDX-License-Identifier: Apache-2.0

/** Primary result codes (sqlite.org/rescode.html) that the adapters tell apart. */
const PRIMARY: ReadonlyMap<number, string> = new Map([
  [1, 'SQLITE_ERROR'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
]);

/**
 * The primary result code of an error of either library, such as `SQLITE_FULL`; `undefined` for any other error.
 * better-sqlite3 names the extended code, node:sqlite numbers it.
 */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === 'number') return PRIMARY.get(errcode & 0xff) ?? 'SQLITE_OTHER';
  if (typeof code !== 'string') return undefined;
  return /^SQLITE_[A-Z]+/.exec(code)?.[0];
}
