// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../evidence-sqlite/temporary.js';
import { bundleChild, type ChildProgram } from '../support/bundle-child.js';
import { startChild } from '../support/child.js';
import { startService } from './support.js';

const file = temporaryFolder();
let program: ChildProgram;

beforeAll(async () => {
  program = await bundleChild(new URL('./upload-child.ts', import.meta.url));
});

afterAll(() => program.remove());

function named(lines: readonly string[], word: string): string[] {
  return lines
    .filter((line) => /^\w+ decision\.\d+$/.test(line) && line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1));
}

describe('a process that is killed while it uploads decisions', () => {
  it.each([0, 1, 3, 8])('loses none and repeats none past its id, killed at request %i', async (at) => {
    let reached: (() => void) | undefined;
    const kill = new Promise<void>((resolve) => (reached = resolve));
    let killed = false;
    const logs = await startService((_upload, index) => {
      if (killed) return 200;
      // Every fifth request fails; the last one is received and never answered.
      if (index === at) reached?.();
      if (index >= at) return undefined;
      return index % 5 === 4 ? 503 : 200;
    });
    const spool = file(`killed-${at}.db`);
    const first = startChild(program.path, [logs.url, spool, '100000']);
    await kill;
    await first.until((line) => line === 'kept decision.40');
    const lines = await first.kill();
    killed = true;
    const before = logs.uploads.length;

    const second = startChild(program.path, [logs.url, spool, '0']);
    expect(await second.ended()).toBe(0);
    const seen = logs.ids();
    const kept = named(lines, 'kept');
    expect(kept.length).toBeGreaterThanOrEqual(40);
    expect(kept.filter((id) => !seen.includes(id))).toEqual([]);
    const again = new Set(
      logs.uploads.slice(before).flatMap(({ events }) => events.map((each) => each.decision_id)),
    );
    expect(named(lines, 'delivered').filter((id) => again.has(id))).toEqual([]);
    const last = second.lines.find((line) => line.startsWith('counters '))?.slice('counters '.length) ?? '{}';
    expect(JSON.parse(last)).toMatchObject({ dropped: 0, sinks: [{ buffered: 0, dropped: 0 }] });
    await logs.close();
  });
});
