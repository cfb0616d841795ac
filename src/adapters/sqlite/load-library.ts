// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import type { Driver, SqliteLibrary } from './driver.js';

/** A way to get a library; `undefined` where this Node has it not. */
export type LibraryLoader = () => Promise<SqliteLibrary | undefined>;

type Constructor = new (path: string, options?: object) => Driver;

let loaded: Promise<SqliteLibrary> | undefined;

/**
 * The SQLite library of this process: better-sqlite3, or the one built into Node where that cannot be loaded
 * (absent, or built for another version of Node). Both write one file format.
 * @throws EvidencedError EVIDENCED_SQLITE_UNAVAILABLE
 */
export function loadLibrary(): Promise<SqliteLibrary> {
  loaded ??= firstLibrary([loadBetterSqlite3, loadNodeSqlite]);
  return loaded;
}

/**
 * The first library that loads.
 * @throws EvidencedError EVIDENCED_SQLITE_UNAVAILABLE
 */
export async function firstLibrary(loaders: readonly LibraryLoader[]): Promise<SqliteLibrary> {
  for (const load of loaders) {
    const library = await load();
    if (library !== undefined) return library;
  }
  throw fault('EVIDENCED_SQLITE_UNAVAILABLE', { detail: `Node ${process.versions.node}` });
}

/** better-sqlite3, an optional dependency. */
export async function loadBetterSqlite3(): Promise<SqliteLibrary | undefined> {
  try {
    // A name in a variable: types and bundlers need not know the package, which may be absent.
    const name: string = 'better-sqlite3';
    const { default: Database } = (await import(name)) as { readonly default: Constructor };
    // The native part loads with the first database, and fails there under another Node.
    new Database(':memory:').close();
    return {
      name: 'better-sqlite3',
      open: (path, { readOnly }) => new Database(path, { readonly: readOnly, fileMustExist: readOnly }),
    };
  } catch {
    return undefined;
  }
}

/** The library built into Node 22.13 and later. */
export async function loadNodeSqlite(): Promise<SqliteLibrary | undefined> {
  const builtin: unknown = process.getBuiltinModule?.('node:sqlite');
  if (builtin === undefined) return undefined;
  const { DatabaseSync } = builtin as { readonly DatabaseSync: Constructor };
  return { name: 'node:sqlite', open: (path, options) => new DatabaseSync(path, options) };
}
