// SPDX-License-Identifier: Apache-2.0
import type { Driver, SqliteLibrary, SqlStatement } from '../../../src/adapters/sqlite/driver.js';
import { loadLibrary } from '../../../src/adapters/sqlite/load-library.js';

/** A library with a hand on the connection that it opens. */
export interface Held {
  readonly library: SqliteLibrary;
  exec(sql: string): void;
  /** Make the next statement that starts so fail, where it names `parameter`. */
  failNext(start: string, error: Error, parameter?: string): void;
}

/** The library of this process with a hand on the connection that it opens. */
export async function held(): Promise<Held> {
  const real = await loadLibrary();
  let driver: Driver | undefined;
  let failure: { readonly start: string; readonly error: Error; readonly parameter?: string } | undefined;
  function pass(sql: string, parameters: readonly unknown[] = []): void {
    if (failure === undefined || !sql.startsWith(failure.start)) return;
    if (failure.parameter !== undefined && !parameters.includes(failure.parameter)) return;
    const { error, parameter } = failure;
    if (parameter === undefined) failure = undefined;
    throw error;
  }
  return {
    exec: (sql) => driver?.exec(sql),
    failNext(start, error, parameter) {
      failure = parameter === undefined ? { start, error } : { start, error, parameter };
    },
    library: {
      name: real.name,
      open(path, options) {
        const own = real.open(path, options);
        driver = own;
        return {
          close: () => own.close(),
          exec: (sql) => {
            pass(sql);
            return own.exec(sql);
          },
          prepare(sql): SqlStatement {
            const statement = own.prepare(sql);
            return {
              get: (...values) => statement.get(...values),
              all: (...values) => statement.all(...values),
              run: (...values) => {
                pass(sql, values);
                return statement.run(...values);
              },
            };
          },
        };
      },
    },
  };
}

/** The library of this process, counting the commits of what it opens. */
export async function counting(): Promise<{ readonly library: SqliteLibrary; commits(): number }> {
  const real = await loadLibrary();
  let commits = 0;
  const open: SqliteLibrary['open'] = (path, options) => {
    const own = real.open(path, options);
    return {
      close: () => own.close(),
      prepare: (sql) => own.prepare(sql),
      exec: (sql) => {
        if (sql === 'COMMIT') commits += 1;
        return own.exec(sql);
      },
    };
  };
  return { library: { name: real.name, open }, commits: () => commits };
}
