// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { createEventHub } from '../../src/server/index.js';
import { createMetrics } from '../../src/server/metrics.js';
import { ALICE, createBench } from './support.js';

const LIMITS = { keepAliveMs: 20, slowReaderMs: 20, maxSubscribers: 10 };

/** A hub over an evidence whose reads fail for as long as it is said. */
function setUp() {
  const bench = createBench();
  let broken = false;
  const check = (): void => {
    if (broken) throw new Error('disk I/O error');
  };
  const store: EvidenceStore = {
    ...({} as EvidenceStore),
    head() {
      check();
      return bench.evidence.head();
    },
    *entries(from) {
      for (const entry of bench.evidence.entries(from)) {
        check();
        yield entry;
      }
    },
    find: (id) => bench.evidence.find(id),
  };
  const metrics = createMetrics();
  let told = (_message: string): void => {};
  const logger = { debug() {}, info() {}, warn() {}, error: (_: unknown, message: string) => told(message) };
  const hub = createEventHub({ store, limits: LIMITS, metrics, logger });
  const heard = (): Promise<string> =>
    new Promise((resolve) => {
      told = resolve;
    });
  const subscribe = (after?: string) => {
    const stream = hub.subscribe('acme', after);
    if (typeof stream === 'string') throw new Error(stream);
    return stream.getReader();
  };
  const fail = (yes: boolean): void => {
    broken = yes;
  };
  return { bench, hub, metrics, subscribe, heard, fail };
}

const text = (value: Uint8Array | undefined): string => new TextDecoder().decode(value);

it('outlives an evidence that cannot be read for a while: nobody misses an event', async () => {
  const { bench, hub, subscribe, heard, fail } = setUp();
  const reader = subscribe();
  await reader.read();
  const next = reader.read();
  const { record } = await bench.port.negotiateVersion({ protocol: 'a2a', caller: ALICE });
  fail(true);
  const message = heard();
  hub.poke();
  expect(await message).toContain('could not be read');
  fail(false);
  expect(text((await next).value)).toContain(record.eventId);
  hub.close();
});

it('breaks off a stream that it cannot go on with, and counts it out', async () => {
  const { bench, hub, metrics, subscribe, fail } = setUp();
  const { record } = await bench.port.negotiateVersion({ protocol: 'a2a', caller: ALICE });
  const missed = await bench.port.negotiateVersion({ protocol: 'a2a', caller: ALICE });
  const reader = subscribe(record.eventId);
  fail(true);
  await reader.read();
  await expect(reader.read()).rejects.toThrow();
  expect(metrics.render()).toContain('parley_subscribers 0');
  expect(metrics.render()).toContain('parley_subscribers_dropped_total{reason="evidence-unreadable"} 1');
  fail(false);
  const again = subscribe(record.eventId);
  await again.read();
  expect(text((await again.read()).value)).toContain(missed.record.eventId);
  hub.close();
});

it('can be closed while the evidence cannot be read', async () => {
  const { hub, subscribe, fail } = setUp();
  const reader = subscribe();
  await reader.read();
  const next = reader.read();
  fail(true);
  hub.close();
  expect(text((await next).value)).toContain('closed, shutdown');
});
