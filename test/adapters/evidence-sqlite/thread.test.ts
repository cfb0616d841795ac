// SPDX-License-Identifier: Apache-2.0
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Adapter from '../../../src/adapters/evidence-sqlite/index.js';
import { loadLibrary } from '../../../src/adapters/sqlite/load-library.js';
import type { EvidenceStore } from '../../../src/evidenced/types.js';
import { blobOf, draft } from '../../evidenced/support/drafts.js';
import { bundleChild, type ChildProgram } from '../support/bundle-child.js';
import { tamper, temporaryFolder } from './temporary.js';

const source = new URL('../../../src/adapters/evidence-sqlite/', import.meta.url);
const file = temporaryFolder();
let program: ChildProgram;
let adapter: typeof Adapter;

beforeAll(async () => {
  const worker = new URL('internal/commit-worker.ts', source);
  program = await bundleChild(new URL('index.ts', source), worker);
  adapter = (await import(pathToFileURL(program.path).href)) as typeof Adapter;
});

afterAll(() => program.remove());

/** Append in numbers until a thread has taken over, and give the number of entries. */
async function warm(store: EvidenceStore): Promise<number> {
  for (let round = 0; round < 60; round += 1)
    await Promise.all(Array.from({ length: 16 }, (_, index) => store.append([draft(index)])));
  return 60 * 16;
}

describe('commits in a thread of their own', () => {
  it('make the same chain, blobs included', async () => {
    const path = file('chain.db');
    const store = await adapter.openSqliteEvidence(path);
    const count = await warm(store);
    const blob = blobOf('card');
    const many = Array.from({ length: 64 }, (_, index) => store.append([draft(index), draft(index)], [blob]));
    const receipts = await Promise.all(many);
    expect(receipts.map(({ first }) => first)).toEqual(receipts.map((_, index) => count + 1 + 2 * index));
    expect(store.head()).toEqual(receipts.at(-1)?.head);
    expect(store.blob(blob.digest)).toEqual(blob.bytes);
    await store.close();
    expect(await adapter.verifySqliteEvidence(path)).toMatchObject({ ok: true, checked: count + 128 });
  });

  it('refuse what cannot be written, by its code, and go on afterwards', async () => {
    const path = file('refuse.db');
    const store = await adapter.openSqliteEvidence(path, { lockTimeout: 50 });
    const count = await warm(store);
    const other = (await loadLibrary()).open(path, { readOnly: false });
    other.exec('BEGIN IMMEDIATE');
    await expect(store.append([draft(1)])).rejects.toMatchObject({ code: 'EVIDENCED_LOCKED' });
    other.exec('COMMIT');
    other.close();
    expect((await store.append([draft(2)])).first).toBe(count + 1);
    await tamper(path, 'DELETE FROM head');
    await expect(store.append([draft(3)])).rejects.toMatchObject({ code: 'EVIDENCED_LOG_BROKEN' });
    await store.close();
  });

  it('write what waits before the store closes', async () => {
    const path = file('close.db');
    const store = await adapter.openSqliteEvidence(path);
    const first = Array.from({ length: 16 }, (_, index) => store.append([draft(index)]));
    await store.close();
    expect(await Promise.all(first)).toHaveLength(16);
    const again = await adapter.openSqliteEvidence(path);
    await warm(again);
    const last = Array.from({ length: 16 }, (_, index) => again.append([draft(index)]));
    await again.close();
    expect((await Promise.all(last)).at(-1)?.head.seq).toBe(16 + 960 + 16);
    expect((await adapter.verifySqliteEvidence(path)).ok).toBe(true);
  });
});
