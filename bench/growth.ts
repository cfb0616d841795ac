// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEvidence } from '../dist/adapters/evidence-sqlite/index.js';
import { loadDefaultPolicy } from '../dist/adapters/opa-wasm/index.js';
import { createMemoryEvidence } from '../dist/evidenced/memory.js';
import type { EvidenceStore } from '../dist/evidenced/types.js';
import { exampleInput, exampleWithGrants } from './example.js';
import { interleave } from './interleave.js';
import { type Row, round } from './row.js';
import { fill, negotiator, rate } from './throughput.js';

const GRANTS = [10, 1_000, 100_000] as const;
const ENTRIES = { short: 10, long: 100_000 };
/** What two measurements of one thing may differ by on a machine that does other work too. */
const SAME = 1.25;

/** Row 7: what a decision costs, by the number of grants in the data and by the length of the log. */
export async function growth(): Promise<Row> {
  const grants = await byGrants();
  const memory = await byLogInMemory();
  const durable = await byLogOnDisk();
  const ratios = {
    '1,000 grants against 10': (grants[1] ?? 0) / (grants[0] ?? 1),
    '100,000 grants against 10': (grants[2] ?? 0) / (grants[0] ?? 1),
    'a log of 100,000 entries against 10, in memory': memory,
    'a log of 100,000 entries against 10, durable, 64 in flight': durable,
  };
  return {
    row: 7,
    what: 'cost of a decision with more grants in the data, and of a negotiation with more entries in the log',
    budget: `independent of both: at most ${SAME}x of the small one`,
    measured: Object.entries(ratios)
      .map(([name, ratio]) => `${name} ${ratio.toFixed(2)}x`)
      .join('; '),
    holds: Object.values(ratios).every((ratio) => ratio <= SAME),
    figures: {
      ...Object.fromEntries(
        GRANTS.map((count, index) => [`decide, ${count} grants`, round(grants[index] ?? 0)]),
      ),
      ...Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [`${name}, ratio`, round(ratio)])),
    },
  };
}

/** Microseconds of `policy.decide`, for each number of grants. */
async function byGrants(): Promise<readonly number[]> {
  const input = await exampleInput();
  const subjects = [];
  for (const count of GRANTS) {
    const policy = await loadDefaultPolicy({ data: await exampleWithGrants(count) });
    subjects.push({ name: `${count}`, run: () => policy.decide(input) });
  }
  return (await interleave(subjects, { rounds: 60, calls: 200 })).map(({ best }) => best);
}

/** A negotiation in a long log against one in a short log, both in memory. */
async function byLogInMemory(): Promise<number> {
  const negotiate = await negotiator(await fill(createMemoryEvidence(), ENTRIES.long));
  const best = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  for (let round = 0; round <= 40; round += 1) {
    // A log that is short stays short only where each round has its own.
    const fresh = await negotiator(await fill(createMemoryEvidence(), ENTRIES.short));
    await rate(fresh, 1, 20);
    const [short, long] = [await rate(fresh, 1, 100), await rate(negotiate, 1, 100)];
    if (round === 0) continue;
    best.short = Math.min(best.short, 1 / short);
    best.long = Math.min(best.long, 1 / long);
  }
  return best.long / best.short;
}

/** The same with logs on disk, and 64 callers. */
async function byLogOnDisk(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const stores: EvidenceStore[] = [];
  const open = async (name: string, entries: number): Promise<() => Promise<unknown>> => {
    const store = await openSqliteEvidence(join(folder, name));
    stores.push(store);
    return negotiator(await fill(store, entries));
  };
  try {
    const negotiate = await open('long.sqlite', ENTRIES.long);
    const best = { short: 0, long: 0 };
    for (let round = 0; round <= 8; round += 1) {
      const fresh = await open(`short-${round}.sqlite`, ENTRIES.short);
      await rate(fresh, 64, 128);
      const [short, long] = [await rate(fresh, 64, 1_280), await rate(negotiate, 64, 1_280)];
      if (round === 0) continue;
      best.short = Math.max(best.short, short);
      best.long = Math.max(best.long, long);
    }
    return best.short / best.long;
  } finally {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
