// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import { bundleChild, type ChildProgram } from '../support/bundle-child.js';
import { startChild } from '../support/child.js';

let program: ChildProgram;
let directory: string;

beforeAll(async () => {
  program = await bundleChild(new URL('./append-child.ts', import.meta.url));
  directory = mkdtempSync(join(tmpdir(), 'parley-evidence-'));
});

afterAll(() => {
  program.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe('an evidence file and the processes that write it', () => {
  it.each([1, 40, 300])(
    'loses nothing acknowledged when a process is killed after %i entries',
    async (count) => {
      const path = join(directory, `killed-${count}.db`);
      const child = startChild(program.path, [path, 'a', '1000000', '16']);
      let seen = 0;
      await child.until(() => {
        seen += 1;
        return seen >= count;
      });
      const acknowledged = await child.kill();
      expect(acknowledged.length).toBeGreaterThanOrEqual(count);
      const verdict = await verifySqliteEvidence(path);
      expect(verdict.findings).toEqual([]);
      const store = await openSqliteEvidence(path);
      const kept = new Map([...store.entries()].map(({ seq, id }) => [`${seq} ${id}`, seq]));
      // The last line may be cut by the kill itself: every whole line is an acknowledgement.
      expect(acknowledged.filter((line) => /^\d+ a\.\d+$/.test(line) && !kept.has(line))).toEqual([]);
      await store.append([{ id: 'after', kind: 'policy', at: '2026-03-01T10:00:00Z', body: '{}' }]);
      await store.close();
      expect((await verifySqliteEvidence(path)).ok).toBe(true);
    },
  );

  it('keeps one chain when three processes append at once', async () => {
    const path = join(directory, 'shared.db');
    const children = ['a', 'b', 'c'].map((name) => startChild(program.path, [path, name, '200', '8']));
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0]);
    const verdict = await verifySqliteEvidence(path);
    expect([verdict.ok, verdict.checked]).toEqual([true, 600]);
    const store = await openSqliteEvidence(path, { readOnly: true });
    const kept = new Set([...store.entries()].map(({ seq, id }) => `${seq} ${id}`));
    await store.close();
    expect(children.flatMap((child) => child.lines).filter((line) => !kept.has(line))).toEqual([]);
  });
});
