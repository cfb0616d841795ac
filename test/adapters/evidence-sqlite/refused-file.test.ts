// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import { loadLibrary } from '../../../src/adapters/sqlite/load-library.js';
import { draft } from '../../evidenced/support/drafts.js';
import { tamper, temporaryFolder } from './temporary.js';

const file = temporaryFolder();
const code = (expected: string): object => expect.objectContaining({ code: expected });

describe('a file that is no evidence log', () => {
  async function sqlFile(name: string, sql: string): Promise<string> {
    const driver = (await loadLibrary()).open(file(name), { readOnly: false });
    driver.exec(sql);
    driver.close();
    return file(name);
  }

  it.each([
    ['text', 'this is no database, but it is long enough to be taken for one at first sight. '.repeat(20)],
    ['one byte', 'x'],
    ['a header and nothing else', 'SQLite format 3\u0000'.padEnd(100, 'x')],
  ])('is refused and left as it was: %s', async (name, text) => {
    const path = file(`no-${name}`);
    writeFileSync(path, text);
    await expect(openSqliteEvidence(path)).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
    await expect(verifySqliteEvidence(path)).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused and left as it was: a database of something else', async () => {
    const path = await sqlFile('else.db', 'CREATE TABLE users (id)');
    const before = readFileSync(path);
    await expect(openSqliteEvidence(path)).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused: a log in another format', async () => {
    await (await openSqliteEvidence(file('old.db'))).close();
    await tamper(file('old.db'), `UPDATE meta SET value = 'parley.evidence.v0'`);
    await expect(openSqliteEvidence(file('old.db'))).rejects.toEqual(code('EVIDENCED_FORMAT_UNSUPPORTED'));
    await expect(verifySqliteEvidence(file('old.db'))).rejects.toEqual(code('EVIDENCED_FORMAT_UNSUPPORTED'));
  });

  it('is refused: a log without its format', async () => {
    await (await openSqliteEvidence(file('none.db'))).close();
    await tamper(file('none.db'), 'DELETE FROM meta');
    await expect(openSqliteEvidence(file('none.db'))).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
  });

  it('is refused: a view in the place of the entries', async () => {
    await (await openSqliteEvidence(file('view.db'))).close();
    await tamper(
      file('view.db'),
      'ALTER TABLE entries RENAME TO others',
      'CREATE VIEW entries AS SELECT * FROM others',
    );
    await expect(verifySqliteEvidence(file('view.db'))).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
  });

  it.each(['', ':memory:', '.', 'no/such/folder/x.db'])('is refused: the path `%s`', async (path) => {
    await expect(openSqliteEvidence(path === '.' ? file('') : path)).rejects.toEqual(
      code('CORE_FILE_UNREADABLE'),
    );
  });

  it('is taken for a new log where it is an empty file', async () => {
    writeFileSync(file('zero.db'), '');
    await expect(verifySqliteEvidence(file('zero.db'))).rejects.toEqual(code('EVIDENCED_FILE_INVALID'));
    await (await openSqliteEvidence(file('zero.db'))).close();
    expect((await verifySqliteEvidence(file('zero.db'))).ok).toBe(true);
  });

  it('gets no more entries where its tail was cut', async () => {
    const store = await openSqliteEvidence(file('cut.db'));
    await store.append([draft(1), draft(2)]);
    await store.close();
    await tamper(file('cut.db'), 'DELETE FROM entries WHERE seq = 2');
    await expect(openSqliteEvidence(file('cut.db'))).rejects.toEqual(code('EVIDENCED_LOG_BROKEN'));
  });
});
