// SPDX-License-Identifier: Apache-2.0

/** A value of a column. */
export type SqlValue = null | number | string | Uint8Array;

/** A row, by column name. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A prepared statement; both SQLite libraries of Node give this shape. */
export interface SqlStatement {
  run(...parameters: readonly SqlValue[]): unknown;
  get(...parameters: readonly SqlValue[]): SqlRow | undefined;
  all(...parameters: readonly SqlValue[]): readonly SqlRow[];
}

/** One open database: the little that Parley uses of better-sqlite3 and of node:sqlite. */
export interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): SqlStatement;
  close(): unknown;
}

/** How a database is opened. */
export interface OpenOptions {
  /** Never write, never create. */
  readonly readOnly: boolean;
}

/** A loaded SQLite library. */
export interface SqliteLibrary {
  readonly name: 'better-sqlite3' | 'node:sqlite';
  open(path: string, options: OpenOptions): Driver;
}
