// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  firstLibrary,
  loadBetterSqlite3,
  loadLibrary,
  loadNodeSqlite,
} from '../../../src/adapters/sqlite/load-library.js';
import { sqliteCode } from '../../../src/adapters/sqlite/sqlite-code.js';

describe('firstLibrary', () => {
  const library = { name: 'node:sqlite', open: () => Promise.reject() } as never;

  it('takes the first that loads', async () => {
    expect(await firstLibrary([async () => undefined, async () => library])).toBe(library);
  });

  it('says what to do where none loads', async () => {
    await expect(firstLibrary([async () => undefined])).rejects.toMatchObject({
      code: 'EVIDENCED_SQLITE_UNAVAILABLE',
      action: expect.stringContaining('npm install better-sqlite3'),
    });
  });
});

describe('loadLibrary', () => {
  it('prefers better-sqlite3 and loads once', async () => {
    const [better, builtin] = [await loadBetterSqlite3(), await loadNodeSqlite()];
    expect((await loadLibrary()).name).toBe((better ?? builtin)?.name);
    expect(loadLibrary()).toBe(loadLibrary());
  });
});

describe('sqliteCode', () => {
  it.each<[string | undefined, unknown]>([
    ['SQLITE_IOERR', Object.assign(new Error(), { code: 'SQLITE_IOERR_FSYNC' })],
    ['SQLITE_FULL', Object.assign(new Error(), { code: 'SQLITE_FULL' })],
    ['SQLITE_BUSY', Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 5 })],
    ['SQLITE_BUSY', Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 517 })],
    ['SQLITE_OTHER', Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 99 })],
    [undefined, Object.assign(new Error(), { code: 'ENOENT' })],
    [undefined, new Error('SQLITE_BUSY')],
    [undefined, 'SQLITE_BUSY'],
    [undefined, undefined],
  ])('gives %s', (expected, error) => {
    expect(sqliteCode(error)).toBe(expected);
  });

  it('names the errors of the library of this Node', async () => {
    const driver = (await loadLibrary()).open(':memory:', { readOnly: false });
    const caught = (sql: string): unknown => {
      try {
        return driver.exec(sql);
      } catch (error) {
        return sqliteCode(error);
      }
    };
    driver.exec('CREATE TABLE t (a PRIMARY KEY); INSERT INTO t VALUES (1)');
    expect([caught('INSERT INTO t VALUES (1)'), caught('nonsense')]).toEqual([
      'SQLITE_CONSTRAINT',
      'SQLITE_ERROR',
    ]);
    driver.close();
  });
});
