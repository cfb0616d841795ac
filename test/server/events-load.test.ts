// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openSqliteEvidence } from '../../src/adapters/evidence-sqlite/index.js';
import { loadBetterSqlite3, loadNodeSqlite } from '../../src/adapters/sqlite/load-library.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import type { Caller } from '../../src/openwop/port.js';
import { type EventServer, eventServers } from './event-server.js';
import { ALICE, type Bench, createBench, NOBODY } from './support.js';

const BOB: Caller = { authenticated: true, tenant: 'globex' };
const IN_FLIGHT = 64;
const folder = mkdtempSync(join(tmpdir(), 'parley-events-'));
const stores: EvidenceStore[] = [];
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const library = (await loadBetterSqlite3()) ?? (await loadNodeSqlite());
const kinds: [string, boolean, () => Promise<EvidenceStore>][] = [
  ['in memory', true, async () => createMemoryEvidence()],
  [
    'in SQLite, synced to the disk (skipped where no SQLite can be loaded)',
    library !== undefined,
    () => {
      files += 1;
      return openSqliteEvidence(join(folder, `${files}.sqlite`));
    },
  ],
];

/** The ids of a tenant's events, as the log has them. */
function logged(bench: Bench, tenant: string | undefined): readonly string[] {
  return bench
    .records()
    .filter(({ audience }) => audience?.tenant === tenant)
    .map(({ record }) => record.eventId);
}

/** Decide so many exchanges of each caller, always `IN_FLIGHT` at one time. */
async function write({ decide }: EventServer, callers: readonly Caller[], each: number): Promise<void> {
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < each * callers.length) {
      const caller = callers[next % callers.length] ?? NOBODY;
      next += 1;
      await decide(caller);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
}

// Declared first, hence done last: no server reads a store that is closed.
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
const serve = eventServers();

async function start(
  open: () => Promise<EvidenceStore>,
  limits: Record<string, number> = {},
): Promise<EventServer> {
  const store = await open();
  stores.push(store);
  return serve(limits, createBench({ store }));
}

for (const [name, available, openStore] of kinds) {
  describe.skipIf(!available)(`evidence ${name}`, () => {
    it('gives 500 subscribers every event of their tenant exactly once, in order, at full speed', async () => {
      const each = 100;
      const host = await start(openStore);
      const subscribers = await Promise.all(
        Array.from({ length: 500 }, (_, i) => host.listen(i % 2 === 0 ? 'alice' : 'bob')),
      );
      await write(host, [ALICE, BOB, NOBODY], each);
      const acme = logged(host.bench, 'acme');
      const globex = logged(host.bench, 'globex');
      expect([acme.length, globex.length]).toEqual([each, each]);
      // One more, behind all others: whoever hears it has heard what was sent before, and would have heard a repetition.
      const [lastOfAcme, lastOfGlobex] = [await host.decide(ALICE), await host.decide(BOB)];
      const all = [
        [...acme, lastOfAcme.record.eventId],
        [...globex, lastOfGlobex.record.eventId],
      ];
      await Promise.all(
        subscribers.map((client, i) => client.until(() => client.frames.at(-1)?.id === all[i % 2]?.at(-1))),
      );
      let heard = 0;
      for (const [i, client] of subscribers.entries()) {
        expect(client.frames.map((frame) => frame.id)).toEqual(all[i % 2]);
        heard += client.frames.length;
      }
      expect(heard).toBe(500 * (each + 1));
    }, 30_000);
  });
}

const best = kinds.findLast(([, available]) => available)?.[2] ?? (async () => createMemoryEvidence());

it('drops a slow reader with the reason, which then resumes without loss', async () => {
  const host = await start(best, { slowReaderMs: 1_000 });
  const { server, listen, bench } = host;
  const slow = await listen('alice');
  slow.pause();
  const dropped = 'parley_subscribers_dropped_total{reason="slow-reader"} 1';
  const told = async () => (await (await fetch(`${server.url}/metrics`)).text()).includes(dropped);
  // until the buffers of both sockets are full, and longer
  do await write(host, [ALICE, BOB], 500);
  while (!(await told()));
  slow.resume();
  await slow.ended;
  expect(slow.comments.at(-1)).toBe('closed, slow-reader; resume with Last-Event-ID');
  const heard = slow.frames.map((frame) => frame.id);
  await write(host, [ALICE], 100);
  const total = logged(bench, 'acme').length;
  expect(heard.length).toBeLessThan(total);
  // a busy machine may drop it again: what counts is that it never misses one
  while (heard.length < total) {
    const again = await listen('alice', { 'last-event-id': heard.at(-1) ?? '' });
    await Promise.race([again.until(() => heard.length + again.frames.length >= total), again.ended]);
    heard.push(...again.frames.map((frame) => frame.id));
    again.close();
  }
  expect(heard).toEqual(logged(bench, 'acme'));
}, 60_000);
