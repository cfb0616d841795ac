// SPDX-License-Identifier: Apache-2.0
import { loadDefaultPolicy } from '../dist/adapters/opa-wasm/index.js';
import { createEngine } from '../dist/engine.js';
import type { EvidenceStore } from '../dist/evidenced/types.js';
import { exampleQuestion, exampleWithGrants } from './example.js';

/** One negotiation of the example. */
export type Negotiate = () => Promise<unknown>;

/** An engine of its own that writes to a store, as a call that negotiates the example once. */
export async function negotiator(evidence: EvidenceStore): Promise<Negotiate> {
  const question = await exampleQuestion();
  const policy = await loadDefaultPolicy({ data: await exampleWithGrants(1) });
  const engine = createEngine({ policy, evidence });
  return () => engine.negotiate(question);
}

/** Negotiations per second with so many callers, each starting the next when its own is answered. */
export async function rate(negotiate: Negotiate, inFlight: number, calls: number): Promise<number> {
  let left = calls;
  async function caller(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await negotiate();
    }
  }
  const start = process.hrtime.bigint();
  await Promise.all(Array.from({ length: inFlight }, caller));
  return calls / (Number(process.hrtime.bigint() - start) / 1e9);
}

/** Put so many entries into a log. */
export async function fill(store: EvidenceStore, entries: number): Promise<EvidenceStore> {
  const at = '2026-01-01T00:00:00.000Z';
  for (let from = 0; from < entries; from += 1_000) {
    const drafts = Array.from({ length: Math.min(1_000, entries - from) }, (_, index) => ({
      id: `filler.${from + index}`,
      kind: 'negotiation' as const,
      at,
      negotiationId: `filler.${from + index}`,
      body: JSON.stringify({ format: 'bench.filler/1', place: from + index, text: 'x'.repeat(500) }),
    }));
    await store.append(drafts);
  }
  return store;
}
