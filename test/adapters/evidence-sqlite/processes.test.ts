// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import { bundleChild, type ChildProgram } from '../support/bundle-child.js';
import { startChild } from '../support/child.js';
import { temporaryFolder } from './temporary.js';

const child = new URL('./append-child.ts', import.meta.url);
const worker = new URL('../../../src/adapters/evidence-sqlite/internal/commit-worker.ts', import.meta.url);
const file = temporaryFolder();

function acknowledgements(lines: readonly string[]): readonly string[] {
  // The last line may be cut by the kill itself: every whole line is an acknowledgement.
  return lines.filter((line) => /^\d+ [abc]\.\d+$/.test(line));
}

describe.each([
  ['in the thread of the caller', [], []],
  ['in a thread of their own', [worker], ['thread']],
])('an evidence file and the processes that write it, commits %s', (mode, beside, thread) => {
  let program: ChildProgram;

  beforeAll(async () => {
    program = await bundleChild(child, ...beside);
  });

  afterAll(() => program.remove());

  it.each([1, 40, 900])(
    'loses nothing acknowledged when a process is killed after %i entries',
    async (count) => {
      const path = file(`killed-${count}-${mode}.db`);
      const running = startChild(program.path, [path, 'a', '1000000', '16']);
      let seen = 0;
      await running.until(() => {
        seen += 1;
        return seen >= count;
      });
      const lines = await running.kill();
      const acknowledged = acknowledgements(lines);
      expect(lines.filter((line) => line === 'thread')).toEqual(thread);
      expect(lines.length).toBeGreaterThanOrEqual(count);
      const verdict = await verifySqliteEvidence(path);
      expect(verdict.findings).toEqual([]);
      const store = await openSqliteEvidence(path);
      const kept = new Set([...store.entries()].map(({ seq, id }) => `${seq} ${id}`));
      expect(acknowledged.filter((line) => !kept.has(line))).toEqual([]);
      await store.append([{ id: 'after', kind: 'policy', at: '2026-03-01T10:00:00Z', body: '{}' }]);
      await store.close();
      expect((await verifySqliteEvidence(path)).ok).toBe(true);
    },
  );

  it('keeps one chain when three processes append at once', async () => {
    const path = file(`shared-${mode}.db`);
    const running = ['a', 'b', 'c'].map((name) => startChild(program.path, [path, name, '400', '12']));
    expect(await Promise.all(running.map((each) => each.ended()))).toEqual([0, 0, 0]);
    const verdict = await verifySqliteEvidence(path);
    expect([verdict.ok, verdict.checked]).toEqual([true, 1_200]);
    const store = await openSqliteEvidence(path, { readOnly: true });
    const kept = new Set([...store.entries()].map(({ seq, id }) => `${seq} ${id}`));
    await store.close();
    const acknowledged = running.flatMap(({ lines }) => acknowledgements(lines));
    expect(acknowledged).toHaveLength(1_200);
    expect(acknowledged.filter((line) => !kept.has(line))).toEqual([]);
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  });
});
