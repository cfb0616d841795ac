// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fault } from '../../src/core/errors.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { digestPeer } from '../../src/openwop/peer-digest.js';
import type { RunSink } from '../../src/openwop/port.js';
import { isRunEvent } from '../../src/openwop/types.js';
import { validateRecord } from '../../src/openwop/validate-record.js';
import { ALICE, AT, createBench, NOBODY } from '../server/support.js';

describe('the home of a record', () => {
  it('is a durable host event of the tenant and workspace where no run is named', async () => {
    const bench = createBench();
    const { decision, record } = await bench.port.negotiateVersion({
      protocol: 'a2a',
      caller: ALICE,
      named: '1.0',
    });
    expect(decision.outcome).toBe('accepted');
    expect(bench.records()).toEqual([{ record, audience: { tenant: 'acme' } }]);
    expect(record).toEqual({
      eventId: expect.stringMatching(/^[A-Za-z0-9._~-]{16,128}$/),
      type: 'negotiation.decided',
      timestamp: AT,
      delivery: 'durable',
      workspaceId: 'ws-1',
      payload: {
        protocol: 'a2a',
        outcome: 'accepted',
        requested: '1.0',
        version: '1.0',
        floor: '0.3',
        peerDigest: digestPeer('https://alice.example'),
        reason: 'ok',
        at: AT,
      },
    });
    expect(bench.evidence.find(record.eventId)?.kind).toBe('negotiation.decided');
  });

  it('is the log of the run where one is named, with the sequence of that log', async () => {
    const taken: unknown[] = [];
    const bench = createBench({
      runs: {
        append(event) {
          taken.push(event);
          return 41 + taken.length;
        },
      },
    });
    const caller = { ...ALICE, run: 'run-1' };
    const first = await bench.port.negotiateVersion({ protocol: 'a2a', caller, named: '9.9' });
    const second = await bench.port.negotiateVersion({ protocol: 'a2a', caller });
    expect(first.decision.outcome).toBe('refused');
    expect(first.record).toMatchObject({
      runId: 'run-1',
      sequence: 42,
      schemaVersion: 1,
      payload: { outcome: 'refused' },
    });
    expect(second.record).toMatchObject({ sequence: 43 });
    expect(bench.records().map((body) => body.record)).toEqual([first.record, second.record]);
    expect(taken[0]).not.toHaveProperty('sequence');
  });

  it('is the evidence as the log of the run where nobody keeps one: from 0, without gaps, each run for itself', async () => {
    const bench = createBench();
    for (const run of ['a', 'b', 'a', '__proto__', 'a', 'b']) {
      await bench.port.negotiateVersion({ protocol: 'mcp', caller: { ...ALICE, run } });
    }
    const places = bench
      .records()
      .map(({ record }) => (isRunEvent(record) ? [record.runId, record.sequence] : []));
    expect(places).toEqual([
      ['a', 0],
      ['b', 0],
      ['a', 1],
      ['__proto__', 0],
      ['a', 2],
      ['b', 1],
    ]);
  });

  it.each([
    ['nobody', NOBODY],
    ['nobody, whatever tenant is said', { ...NOBODY, tenant: 'acme' }],
    ['somebody without a tenant', { authenticated: true }],
    ['somebody authenticated by a word', { ...ALICE, authenticated: 'no' as unknown as boolean }],
  ])('has no audience for %s', async (_name, caller) => {
    const bench = createBench();
    await bench.port.negotiateVersion({ protocol: 'a2a', caller });
    expect(bench.records()).toMatchObject([{ audience: null }]);
  });

  it('does not lose a record over an origin that cannot be read', async () => {
    const bench = createBench();
    await bench.port.negotiateVersion({ protocol: 'a2a', caller: { ...ALICE, origin: 'nowhere' } });
    expect(bench.records()[0]?.record.payload).not.toHaveProperty('peerDigest');
  });
});

describe('a sink that does not take the record refuses the exchange and keeps the refusal', () => {
  const sinks: [string, RunSink, string][] = [
    [
      'throws',
      {
        append: () => {
          throw new Error('down');
        },
      },
      'OPENWOP_SINK_FAILED',
    ],
    ['rejects', { append: () => Promise.reject(new Error('down')) }, 'OPENWOP_SINK_FAILED'],
    ['rejects with nothing', { append: () => Promise.reject(undefined) }, 'OPENWOP_SINK_FAILED'],
    ['hangs', { append: () => new Promise(() => {}) }, 'OPENWOP_SINK_TIMEOUT'],
    ['gives no sequence', { append: () => Number.NaN }, 'OPENWOP_SINK_FAILED'],
    ['gives a negative one', { append: () => -1 }, 'OPENWOP_SINK_FAILED'],
    ['gives half a one', { append: () => 0.5 }, 'OPENWOP_SINK_FAILED'],
    ['gives a text', { append: () => '7' as unknown as number }, 'OPENWOP_SINK_FAILED'],
    ['gives nothing', { append: () => undefined as unknown as number }, 'OPENWOP_SINK_FAILED'],
  ];
  it.each(sinks)('%s', async (_name, runs, code) => {
    const bench = createBench({ runs });
    const asked = bench.port.negotiateVersion({
      protocol: 'a2a',
      caller: { ...ALICE, run: 'run-1' },
      named: '1.0',
    });
    await expect(asked).rejects.toMatchObject({ code });
    const [kept, ...others] = bench.records();
    expect(others).toEqual([]);
    expect(kept?.audience).toEqual({ tenant: 'acme' });
    expect(validateRecord(kept?.record)).not.toHaveProperty('runId');
    expect(kept?.record.payload).toMatchObject({ outcome: 'refused', requested: '1.0' });
    expect(kept?.record.payload).not.toHaveProperty('version');
  });

  it('gives one sequence twice, at once or later', async () => {
    const bench = createBench({ runs: { append: () => 7 } });
    const ask = () =>
      bench.port.negotiateVersion({ protocol: 'a2a', caller: { ...ALICE, run: 'run-1' }, named: '1.0' });
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(ask()).rejects.toMatchObject({ code: 'OPENWOP_SINK_FAILED' });
    const records = bench.records().map(({ record }) => record);
    expect(records.filter(isRunEvent)).toMatchObject([{ sequence: 7 }]);
    expect(records.filter((record) => !isRunEvent(record))).toMatchObject([
      { payload: { outcome: 'refused' } },
      { payload: { outcome: 'refused' } },
    ]);
  });

  it('an evidence that cannot be written refuses too', async () => {
    const store = createMemoryEvidence();
    store.close();
    const bench = createBench({ store });
    await expect(bench.port.negotiateVersion({ protocol: 'a2a', caller: ALICE })).rejects.toMatchObject({
      code: 'EVIDENCED_CLOSED',
    });
  });

  it('nothing is answered before the evidence has it', async () => {
    const inner = createMemoryEvidence();
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store = Object.assign(Object.create(inner), {
      async append(...args: Parameters<typeof inner.append>) {
        await gate;
        return inner.append(...args);
      },
    });
    let answered = false;
    const asked = createBench({ store })
      .port.negotiateVersion({ protocol: 'a2a', caller: ALICE })
      .then(() => {
        answered = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    release();
    await asked;
    expect(inner.head().seq).toBe(1);
  });

  it('codes of the evidence pass through', async () => {
    const store = createMemoryEvidence();
    const broken = Object.assign(Object.create(store), {
      append: () => Promise.reject(fault('EVIDENCED_WRITE_FAILED')),
    });
    await expect(
      createBench({ store: broken }).port.negotiateVersion({ protocol: 'a2a', caller: ALICE }),
    ).rejects.toMatchObject({ code: 'EVIDENCED_WRITE_FAILED' });
  });
});
