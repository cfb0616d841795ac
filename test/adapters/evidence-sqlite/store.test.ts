// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import type { Driver, SqliteLibrary, SqlStatement } from '../../../src/adapters/sqlite/driver.js';
import { loadBetterSqlite3, loadLibrary, loadNodeSqlite } from '../../../src/adapters/sqlite/load-library.js';
import type { Digest } from '../../../src/core/digest.js';
import { createMemoryEvidence, verifyEvidence, ZERO_HASH } from '../../../src/evidenced/index.js';
import type { EntryDraft } from '../../../src/evidenced/types.js';
import { blobOf, draft } from '../../evidenced/support/drafts.js';
import { tamper, temporaryFolder } from './temporary.js';

const file = temporaryFolder();
const code = (expected: string): object => expect.objectContaining({ code: expected });

describe('openSqliteEvidence', () => {
  it('makes an empty log', async () => {
    const store = await openSqliteEvidence(file('empty.db'));
    expect([store.durable, store.head(), [...store.entries()]]).toEqual([
      true,
      { seq: 0, hash: ZERO_HASH },
      [],
    ]);
    await store.close();
    expect((await verifySqliteEvidence(file('empty.db'))).checked).toBe(0);
  });

  it('keeps the same chain as the memory store, over a reopening', async () => {
    const memory = createMemoryEvidence();
    const blob = blobOf('card');
    const drafts = [draft(1), draft(2, { body: '"\u00e9\ud83d\ude00\ufeff\ufffd"' }), draft(3)];
    const lone: EntryDraft = { id: 'ev.4', kind: 'policy', at: '2026-03-01T10:00:00Z', body: '{}' };
    let store = await openSqliteEvidence(file('same.db'));
    expect(await store.append(drafts, [blob])).toEqual(memory.append(drafts, [blob]));
    await store.close();
    store = await openSqliteEvidence(file('same.db'));
    expect(await store.append([lone], [blob])).toEqual(memory.append([lone], [blob]));
    expect([...store.entries()]).toEqual([...memory.entries()]);
    expect(store.head()).toEqual(memory.head());
    expect(store.blob(blob.digest)).toEqual(memory.blob(blob.digest));
    expect(store.blob(blobOf('other').digest)).toBeUndefined();
    expect(verifyEvidence(store).ok).toBe(true);
    await store.close();
    expect(await verifySqliteEvidence(file('same.db'))).toMatchObject({ ok: true, checked: 4 });
  });

  it('finds entries by number, negotiation and id, the newest of an id first', async () => {
    const store = await openSqliteEvidence(file('find.db'));
    await store.append([draft(1), draft(2), draft(3, { id: 'ev.1', negotiationId: 'neg.1' })]);
    expect([...store.entries(2)].map(({ seq }) => seq)).toEqual([2, 3]);
    expect(store.ofNegotiation('neg.1').map(({ seq }) => seq)).toEqual([1, 3]);
    expect(store.ofNegotiation('neg.9')).toEqual([]);
    expect(store.find('ev.1')?.seq).toBe(3);
    expect(store.find('ev.9')).toBeUndefined();
    await store.close();
  });

  it('looks entries up by index, however long the log is', async () => {
    const store = await openSqliteEvidence(file('plan.db'));
    await store.close();
    const driver = (await loadLibrary()).open(file('plan.db'), { readOnly: true });
    const plans = [
      'SELECT * FROM entries WHERE negotiation_id = ? ORDER BY seq',
      'SELECT * FROM entries WHERE id = ? ORDER BY seq DESC LIMIT 1',
      'SELECT * FROM entries WHERE seq >= ? ORDER BY seq LIMIT 256',
    ].map((sql) =>
      driver
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all('x')
        .map(({ detail }) => String(detail)),
    );
    driver.close();
    for (const steps of plans) {
      expect(steps).toHaveLength(1);
      expect(steps[0]).toMatch(/^SEARCH entries USING/);
    }
  });

  it('reads more entries than a page while others are appended', async () => {
    const store = await openSqliteEvidence(file('pages.db'));
    await store.append(Array.from({ length: 600 }, (_, index) => draft(index + 1)));
    let seen = 0;
    for (const entry of store.entries()) {
      seen += 1;
      expect(entry.seq).toBe(seen);
      if (seen === 10) await store.append([draft(601)]);
    }
    expect(seen).toBe(601);
    await store.close();
  });

  it('puts appends in flight into one transaction, in the order of the calls', async () => {
    const counted = await counting();
    const store = await openSqliteEvidence(file('group.db'), { library: counted.library });
    const before = counted.commits();
    const calls = Array.from({ length: 64 }, (_, index) => store.append([draft(index), draft(index)]));
    const receipts = await Promise.all(calls);
    expect(counted.commits() - before).toBe(1);
    expect(receipts.map(({ first }) => first)).toEqual(receipts.map((_, index) => 2 * index + 1));
    expect(receipts.at(-1)?.head).toEqual(store.head());
    await store.close();
  });

  it('has committed before an append resolves', async () => {
    const store = await openSqliteEvidence(file('before.db'));
    const reader = await openSqliteEvidence(file('before.db'), { readOnly: true });
    const { head } = await store.append([draft(1)]);
    expect(reader.head()).toEqual(head);
    await reader.close();
    await store.close();
  });

  it('leaves one file when it is closed', async () => {
    const path = file('one.db');
    const store = await openSqliteEvidence(path);
    await store.append([draft(1)]);
    expect(existsSync(`${path}-wal`)).toBe(true);
    await store.close();
    await verifySqliteEvidence(path);
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  });

  it('writes what waits before it closes, and nothing afterwards', async () => {
    const store = await openSqliteEvidence(file('close.db'));
    const waiting = store.append([draft(1)]);
    const closing = store.close();
    await expect(store.append([draft(2)])).rejects.toEqual(code('EVIDENCED_CLOSED'));
    expect((await waiting).first).toBe(1);
    await closing;
    await store.close();
    expect(() => store.head()).toThrow(expect.objectContaining({ code: 'EVIDENCED_CLOSED' }));
    expect((await verifySqliteEvidence(file('close.db'))).checked).toBe(1);
  });

  it('is not touched by what the caller does with its array and bytes afterwards', async () => {
    const store = await openSqliteEvidence(file('copied.db'));
    const drafts = [draft(1)];
    const blob = blobOf('card');
    const waiting = store.append(drafts, [blob]);
    drafts.push(draft(2, { id: 'not an id' }));
    blob.bytes.fill(0);
    await waiting;
    expect(verifyEvidence(store)).toMatchObject({ ok: true, checked: 1 });
    await store.close();
  });

  it.each([
    ['an entry', [draft(1), draft(2, { id: 'a b' })], [], 'EVIDENCED_ENTRY_INVALID'],
    ['nothing', [], [], 'EVIDENCED_ENTRY_INVALID'],
    [
      'a blob',
      [draft(1)],
      [{ digest: blobOf('a').digest, bytes: blobOf('b').bytes }],
      'EVIDENCED_BLOB_MISMATCH',
    ],
  ])('refuses %s that cannot be kept, and only that append', async (name, drafts, blobs, expected) => {
    const store = await openSqliteEvidence(file(`refuse-${name}.db`));
    const good = store.append([draft(1)]);
    await expect(store.append(drafts, blobs)).rejects.toEqual(code(expected));
    await good;
    expect(store.head().seq).toBe(1);
    await store.close();
  });

  it('refuses to be changed through SQL by accident', async () => {
    const store = await openSqliteEvidence(file('triggers.db'));
    await store.append([draft(1)], [blobOf('card')]);
    await store.close();
    const driver = (await loadLibrary()).open(file('triggers.db'), { readOnly: false });
    for (const sql of [
      `UPDATE entries SET body = '{}'`,
      'DELETE FROM entries',
      `UPDATE blobs SET bytes = x'00'`,
      'DELETE FROM blobs',
      `UPDATE meta SET value = 'x'`,
      'DELETE FROM meta',
      'DELETE FROM head',
    ])
      expect(() => driver.exec(sql), sql).toThrow(/append-only/);
    driver.close();
  });

  it('refuses to append when it is opened to read only, and to create a file', async () => {
    await (await openSqliteEvidence(file('read.db'))).close();
    const store = await openSqliteEvidence(file('read.db'), { readOnly: true });
    await expect(store.append([draft(1)])).rejects.toEqual(code('EVIDENCED_WRITE_FAILED'));
    await store.close();
    const absent = file('absent.db');
    await expect(openSqliteEvidence(absent, { readOnly: true })).rejects.toEqual(
      code('CORE_FILE_UNREADABLE'),
    );
    expect(existsSync(absent)).toBe(false);
  });
});

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

describe('a write that fails', () => {
  it('leaves nothing when the disk is full, and goes on when there is room again', async () => {
    const path = file('full.db');
    const own = await held();
    const store = await openSqliteEvidence(path, { library: own.library });
    await store.append([draft(1)]);
    own.exec(`PRAGMA max_page_count = 20`);
    const big = draft(2, { body: `"${'x'.repeat(200_000)}"` });
    const [one, two] = await Promise.allSettled([store.append([draft(3), big]), store.append([big])]);
    expect([one, two].map((each) => each.status)).toEqual(['rejected', 'rejected']);
    expect(one).toMatchObject({ reason: code('EVIDENCED_WRITE_FAILED') });
    expect(store.head().seq).toBe(1);
    own.exec(`PRAGMA max_page_count = 100000`);
    expect((await store.append([big])).first).toBe(2);
    await store.close();
    expect(await verifySqliteEvidence(path)).toMatchObject({ ok: true, checked: 2 });
  });

  it('waits for a lock of another process, and gives up in time', async () => {
    const path = file('locked.db');
    const store = await openSqliteEvidence(path, { lockTimeout: 100 });
    const other = (await loadLibrary()).open(path, { readOnly: false });
    other.exec('BEGIN IMMEDIATE');
    await expect(store.append([draft(1)])).rejects.toEqual(code('EVIDENCED_LOCKED'));
    const waiting = store.append([draft(2)]);
    other.exec('COMMIT');
    expect((await waiting).first).toBe(1);
    other.close();
    await store.close();
    expect(await verifySqliteEvidence(path)).toMatchObject({ ok: true, checked: 1 });
  });

  it.each(['SQLITE_IOERR_FSYNC', 'SQLITE_FULL', 'SQLITE_READONLY'])(
    'answers %s at the commit with a refusal, whole appends only',
    async (name) => {
      const path = file(`${name}.db`);
      const own = await held();
      const store = await openSqliteEvidence(path, { library: own.library });
      own.failNext('COMMIT', Object.assign(new Error('disk'), { code: name }));
      const settled = await Promise.allSettled([store.append([draft(1)]), store.append([draft(2)])]);
      expect(settled).toMatchObject([
        { reason: code('EVIDENCED_WRITE_FAILED') },
        { reason: code('EVIDENCED_WRITE_FAILED') },
      ]);
      expect((await store.append([draft(3)])).first).toBe(1);
      await store.close();
      expect(await verifySqliteEvidence(path)).toMatchObject({ ok: true, checked: 1 });
    },
  );

  it('does not take a blob for stored whose transaction failed', async () => {
    const path = file('blob-again.db');
    const own = await held();
    const store = await openSqliteEvidence(path, { library: own.library });
    const blob = blobOf('card');
    own.failNext('COMMIT', Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }));
    await expect(store.append([draft(1)], [blob])).rejects.toEqual(code('EVIDENCED_WRITE_FAILED'));
    await store.append([draft(1)], [blob]);
    await store.close();
    expect((await verifySqliteEvidence(path)).ok).toBe(true);
  });

  it('lets one append that is too big fail alone', async () => {
    const own = await held();
    const store = await openSqliteEvidence(file('big.db'), { library: own.library });
    own.failNext('INSERT', Object.assign(new Error('too big'), { code: 'SQLITE_TOOBIG' }), 'ev.7');
    const settled = await Promise.allSettled([6, 7, 8].map((number) => store.append([draft(number)])));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([...store.entries()].map(({ id }) => id)).toEqual(['ev.6', 'ev.8']);
    await store.close();
  });

  it('does not write over a row that stands past the head', async () => {
    const path = file('past.db');
    const store = await openSqliteEvidence(path);
    await store.append([draft(1)]);
    await tamper(
      path,
      `INSERT INTO entries SELECT 2, prev, hash, id, kind, at, NULL, NULL, body FROM entries`,
    );
    await expect(store.append([draft(2)])).rejects.toEqual(code('EVIDENCED_LOG_BROKEN'));
    await store.close();
  });

  it('names the lost head', async () => {
    const path = file('headless.db');
    const store = await openSqliteEvidence(path);
    await tamper(path, 'DELETE FROM head');
    await expect(store.append([draft(1)])).rejects.toEqual(code('EVIDENCED_LOG_BROKEN'));
    expect(() => store.head()).toThrow(expect.objectContaining({ code: 'EVIDENCED_LOG_BROKEN' }));
    await store.close();
  });
});

const both = [await loadBetterSqlite3(), await loadNodeSqlite()].filter((library) => library !== undefined);

describe.skipIf(both.length < 2)(
  'both SQLite libraries (skipped where this Node has only one of them)',
  () => {
    it.each(both)('$name writes and verifies what the other one wrote', async (library) => {
      const path = file('both.db');
      const store = await openSqliteEvidence(path, { library });
      await store.append([draft(1)], [blobOf('card')]);
      expect(verifyEvidence(store).ok).toBe(true);
      await store.close();
      for (const each of both) expect((await verifySqliteEvidence(path, { library: each })).ok).toBe(true);
    });
  },
);

it('keeps the size of a blob out of an append that repeats it', async () => {
  const path = file('repeat.db');
  const store = await openSqliteEvidence(path);
  const bytes = new Uint8Array(1_000_000);
  const big = { ...blobOf('x'), bytes, digest: blobDigest(bytes) };
  for (let number = 1; number <= 5; number += 1) await store.append([draft(number)], [big]);
  await store.close();
  expect(statSync(path).size).toBeLessThan(1_200_000);
});

function blobDigest(bytes: Uint8Array): Digest {
  return blobOf(new TextDecoder().decode(bytes)).digest;
}

interface Held {
  readonly library: SqliteLibrary;
  exec(sql: string): void;
  /** Make the next statement that starts so fail, where it names `parameter`. */
  failNext(start: string, error: Error, parameter?: string): void;
}

/** The library of this process with a hand on the connection that it opens. */
async function held(): Promise<Held> {
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

async function counting(): Promise<{ readonly library: SqliteLibrary; commits(): number }> {
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
