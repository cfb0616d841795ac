// SPDX-License-Identifier: Apache-2.0
import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import { loadBetterSqlite3, loadLibrary, loadNodeSqlite } from '../../../src/adapters/sqlite/load-library.js';
import type { Digest } from '../../../src/core/digest.js';
import { createMemoryEvidence, verifyEvidence, ZERO_HASH } from '../../../src/evidenced/index.js';
import type { EntryDraft } from '../../../src/evidenced/types.js';
import { blobOf, draft } from '../../evidenced/support/drafts.js';
import { counting } from './hooked-library.js';
import { temporaryFolder } from './temporary.js';

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
