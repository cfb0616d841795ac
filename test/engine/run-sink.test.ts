// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createIds } from '../../src/engine/identity.js';
import type { RunSink } from '../../src/openwop/port.js';
import { recordsOf } from '../server/support.js';
import { asRequest, example, exampleEngine } from '../support/example.js';

async function negotiate(runs: RunSink | undefined) {
  const { card, request } = example();
  const engine = await exampleEngine({
    ids: createIds(),
    limits: { runSinkMs: 20 },
    ...(runs === undefined ? {} : { runs }),
  });
  const answer = await engine.negotiate({
    card: JSON.stringify(card),
    request: asRequest({ ...request, run: 'run-1' }),
  });
  return { answer, kept: recordsOf(engine.evidence) };
}

describe('the record of a negotiation inside a run', () => {
  it('is kept with the sequence that the orchestrator gave it', async () => {
    const { answer, kept } = await negotiate({ append: async () => 7 });
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.record).toMatchObject({ runId: 'run-1', sequence: 7 });
    expect(kept.map(({ record }) => record)).toEqual([answer.record]);
  });

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
    ['hangs', { append: () => new Promise<number>(() => {}) }, 'OPENWOP_SINK_TIMEOUT'],
    ['gives no sequence', { append: () => -1 }, 'OPENWOP_SINK_FAILED'],
  ];
  it.each(sinks)(
    'a sink that %s refuses, and the refusal is kept outside the run',
    async (_name, sink, code) => {
      const { answer, kept } = await negotiate(sink);
      expect(answer.outcome).toBe('rejected');
      expect(answer.authorized).toBeUndefined();
      expect(answer.layers.flatMap(({ codes }) => codes)).toContain(code);
      expect(answer.record).not.toHaveProperty('runId');
      expect(answer.record.payload).toMatchObject({ outcome: 'refused', requested: '1.0' });
      expect(answer.record.payload).not.toHaveProperty('version');
      expect(kept.map(({ record }) => record)).toEqual([answer.record]);
    },
  );

  it('is refused where the orchestrator gives one sequence twice', async () => {
    const { card, request } = example();
    const engine = await exampleEngine({ ids: createIds(), runs: { append: () => 7 } });
    const ask = () =>
      engine.negotiate({ card: JSON.stringify(card), request: asRequest({ ...request, run: 'run-1' }) });
    const outcomes = (await Promise.all([ask(), ask()])).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['accepted-with-constraints', 'rejected']);
    expect((await ask()).layers.flatMap(({ codes }) => codes)).toContain('OPENWOP_SINK_FAILED');
    expect([...engine.evidence.entries()].filter(({ id }) => id === 'run.run-1.7')).toHaveLength(1);
  });
});
