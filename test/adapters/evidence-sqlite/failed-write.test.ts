// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import { loadLibrary } from '../../../src/adapters/sqlite/load-library.js';
import { blobOf, draft } from '../../evidenced/support/drafts.js';
import { held } from './hooked-library.js';
import { tamper, temporaryFolder } from './temporary.js';

const file = temporaryFolder();
const code = (expected: string): object => expect.objectContaining({ code: expected });

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
