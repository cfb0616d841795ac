// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEvidence } from '../dist/adapters/evidence-sqlite/index.js';
import { createMemoryEvidence } from '../dist/evidenced/memory.js';
import { type Row, round } from './row.js';
import { negotiator, rate } from './throughput.js';

/** Budget 2: negotiations with durable evidence against the same in memory. */
export interface EvidenceBench {
  readonly inFlight: number;
  /** Negotiations per second of the best round. */
  readonly memoryPerSecond: number;
  readonly durablePerSecond: number;
  /** Durable against memory; the budget is at least 0.5. */
  readonly ratio: number;
  /** The same with one caller only: what a sync of the disk costs when nobody shares it. */
  readonly aloneMemoryPerSecond: number;
  readonly aloneDurablePerSecond: number;
  /** Negotiations per second in a log of many entries against an empty one; the budget is growth of nothing. */
  readonly entriesAtTheEnd: number;
  readonly lateAgainstEarly: number;
}

const IN_FLIGHT = 64;

/** Row 2: negotiations with durable evidence against the same in memory, as many in flight. */
export async function durableEvidence(): Promise<Row> {
  const found = await benchEvidence();
  return {
    row: 2,
    what: `negotiate() with evidence in SQLite, synced to the disk, against evidence in memory, ${found.inFlight} in flight`,
    budget: 'at least half the throughput',
    measured:
      `${found.ratio.toFixed(2)} of it (${Math.round(found.durablePerSecond)} a second against ` +
      `${Math.round(found.memoryPerSecond)}); one caller alone ${Math.round(found.aloneDurablePerSecond)} against ` +
      `${Math.round(found.aloneMemoryPerSecond)}`,
    holds: found.ratio >= 0.5,
    figures: {
      ratio: round(found.ratio),
      durablePerSecond: round(found.durablePerSecond),
      memoryPerSecond: round(found.memoryPerSecond),
      aloneDurablePerSecond: round(found.aloneDurablePerSecond),
      aloneMemoryPerSecond: round(found.aloneMemoryPerSecond),
      entriesAtTheEnd: found.entriesAtTheEnd,
      lateAgainstEarly: round(found.lateAgainstEarly),
    },
  };
}

/** Measure budget 2, rounds of memory and disk in turn. */
export async function benchEvidence(rounds: number = 10, calls: number = 64 * 20): Promise<EvidenceBench> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const durable = await openSqliteEvidence(join(folder, 'evidence.sqlite'));
  const memory = createMemoryEvidence();
  try {
    const onDisk = await negotiator(durable);
    const inMemory = await negotiator(memory);
    const best = { memory: 0, durable: 0, aloneMemory: 0, aloneDurable: 0 };
    const disk: number[] = [];
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const memoryRate = await rate(inMemory, IN_FLIGHT, calls);
      const durableRate = await rate(onDisk, IN_FLIGHT, calls);
      const aloneMemory = await rate(inMemory, 1, 200);
      const aloneDurable = await rate(onDisk, 1, 200);
      if (round === 0) continue;
      disk.push(durableRate);
      best.memory = Math.max(best.memory, memoryRate);
      best.durable = Math.max(best.durable, durableRate);
      best.aloneMemory = Math.max(best.aloneMemory, aloneMemory);
      best.aloneDurable = Math.max(best.aloneDurable, aloneDurable);
    }
    const third = Math.max(1, Math.floor(disk.length / 3));
    return {
      inFlight: IN_FLIGHT,
      memoryPerSecond: best.memory,
      durablePerSecond: best.durable,
      ratio: best.durable / best.memory,
      aloneMemoryPerSecond: best.aloneMemory,
      aloneDurablePerSecond: best.aloneDurable,
      entriesAtTheEnd: durable.head().seq,
      lateAgainstEarly: Math.max(...disk.slice(-third)) / Math.max(...disk.slice(0, third)),
    };
  } finally {
    await durable.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
