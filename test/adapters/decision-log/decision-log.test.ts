// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import {
  createDecisionLog,
  createLoggerSink,
  type DecisionEvent,
  type DecisionSink,
  openFileSink,
  toDecisionSource,
} from '../../../src/adapters/decision-log/index.js';
import { digestBytes } from '../../../src/core/digest.js';
import type { PolicyInput, PolicyVerdict } from '../../../src/core/policy.js';
import { temporaryFolder } from '../evidence-sqlite/temporary.js';
import { source } from './support.js';

const file = temporaryFolder();

function collect(): DecisionSink & { readonly events: DecisionEvent[] } {
  const events: DecisionEvent[] = [];
  const counters = (): ReturnType<DecisionSink['counters']> => ({
    accepted: events.length,
    delivered: events.length,
    buffered: 0,
    dropped: 0,
  });
  return {
    name: 'list',
    events,
    counters,
    write: async (event) => void events.push(event),
    close: async () => {},
  };
}

describe('createDecisionLog', () => {
  it("writes OPA's event", async () => {
    const sink = collect();
    const log = createDecisionLog({ labels: { id: 'node-1', version: '1' }, sinks: [sink] });
    const rest = { metrics: { timer_rego_query_eval_ns: 9 }, traceId: 't', spanId: 's' };
    await log.record(source(1, rest));
    expect(sink.events).toEqual([
      {
        labels: { id: 'node-1', version: '1' },
        decision_id: 'decision.1',
        trace_id: 't',
        span_id: 's',
        bundles: { parley: { revision: 'r7' } },
        path: 'parley/decide',
        input: source(1).input,
        result: source(1).result,
        requested_by: 'client',
        timestamp: '2026-03-01T10:00:00.000Z',
        metrics: { timer_rego_query_eval_ns: 9 },
      },
    ]);
    expect(Object.keys(sink.events[0] ?? {})).not.toContain('error');
  });

  it('drops by rule before it masks, masks before any sink, and counts', async () => {
    const sinks = [collect(), collect()] as const;
    const log = createDecisionLog({
      labels: {},
      sinks,
      mask: ['/input/requester/attributes/token', '/input/requester/ref'],
      drop: [{ all: [{ path: '/input/requester/ref', equals: 'other' }] }],
    });
    await log.record(source(1));
    await log.record(source(2, { input: { requester: { ref: 'other' } } }));
    for (const { events } of sinks) {
      expect(events.map((event) => event.decision_id)).toEqual(['decision.1']);
      expect(JSON.stringify(events)).not.toContain('secret');
      expect(events[0]?.erased).toEqual(['/input/requester/attributes/token', '/input/requester/ref']);
    }
    const each = { name: 'list', accepted: 1, delivered: 1, buffered: 0, dropped: 0 };
    expect(log.counters()).toEqual({ accepted: 1, excluded: 1, dropped: 0, sinks: [each, each] });
    await log.close();
  });

  it('refuses to log nowhere', () => {
    expect(() => createDecisionLog({ labels: {}, sinks: [] })).toThrow(
      expect.objectContaining({ code: 'EVIDENCED_DECISION_LOG_INVALID' }),
    );
  });

  it('fails where one sink fails', async () => {
    const broken: DecisionSink = { ...collect(), write: () => Promise.reject(new Error('no')) };
    const log = createDecisionLog({ labels: {}, sinks: [collect(), broken] });
    await expect(log.record(source(1))).rejects.toThrow('no');
    expect(log.counters().accepted).toBe(0);
  });
});

describe('toDecisionSource', () => {
  const input = { requester: { ref: 'client' } } as unknown as PolicyInput;
  const digest = digestBytes('');
  const verdict: PolicyVerdict = {
    status: 'decided',
    discovery: { visible: true, reasons: [] },
    authorization: { decision: 'allow', reasons: [], constraints: [], obligations: [], scope: 's' },
    policy: { digest, dataDigest: digest, revision: 'r7' },
    inputDigest: digest,
  };
  const context = { decisionId: 'd.1', timestamp: '2026-03-01T10:00:00Z' };

  it('describes an evaluation', () => {
    expect(toDecisionSource({ input, verdict }, context)).toEqual({
      decisionId: 'd.1',
      timestamp: '2026-03-01T10:00:00Z',
      path: 'parley/decide',
      input,
      result: { discovery: verdict.discovery, authorization: verdict.authorization },
      bundles: { parley: 'r7' },
      requestedBy: 'client',
    });
  });

  it('has no result of a fault', () => {
    const faulty: PolicyVerdict = { ...verdict, status: 'fault', fault: 'AUTHORIZED_POLICY_TRAP' };
    const described = toDecisionSource({ input, verdict: faulty }, { ...context, bundle: 'main' });
    expect(described.result).toBeUndefined();
    expect([described.error?.code, described.bundles]).toEqual(['AUTHORIZED_POLICY_TRAP', { main: 'r7' }]);
  });
});

describe('createLoggerSink', () => {
  it('logs through pino as OPA does on its console', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const sink = createLoggerSink(pino({ base: null, timestamp: false }, stream));
    const log = createDecisionLog({ labels: { id: 'n' }, sinks: [sink] });
    await log.record(source(1));
    const line = JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
    expect(line).toMatchObject({
      type: 'openpolicyagent.org/decision_logs',
      msg: 'Decision Log',
      decision_id: 'decision.1',
    });
    expect(sink.counters()).toEqual({ accepted: 1, delivered: 1, buffered: 0, dropped: 0 });
    await log.close();
  });
});

describe('openFileSink', () => {
  function lines(path: string): unknown[] {
    return readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  it('appends one line per event, over a reopening', async () => {
    const path = file('log.ndjson');
    for (const numbers of [[1, 2, 3], [4]]) {
      const log = createDecisionLog({ labels: {}, sinks: [openFileSink(path)] });
      await Promise.all(numbers.map((number) => log.record(source(number))));
      expect(lines(path)).toHaveLength(Math.max(...numbers));
      await log.close();
      await log.close();
    }
    expect(lines(path)).toMatchObject([1, 2, 3, 4].map((number) => ({ decision_id: `decision.${number}` })));
  });

  it('keeps an event off the half line that a crash left', async () => {
    const path = file('half.ndjson');
    writeFileSync(path, '{"decision_id":"a"}\n{"decision');
    const sink = openFileSink(path);
    await createDecisionLog({ labels: {}, sinks: [sink] }).record(source(1));
    await sink.close();
    const last = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(last).toHaveLength(3);
    expect(JSON.parse(last[2] ?? '')).toMatchObject({ decision_id: 'decision.1' });
    appendFileSync(path, '');
  });

  it('refuses after close, and a path that cannot be written', async () => {
    const sink = openFileSink(file('closed.ndjson'));
    await sink.close();
    const log = createDecisionLog({ labels: {}, sinks: [sink] });
    await expect(log.record(source(1))).rejects.toMatchObject({ code: 'EVIDENCED_CLOSED' });
    expect(() => openFileSink(file('no/such/folder.ndjson'))).toThrow(
      expect.objectContaining({ code: 'EVIDENCED_DECISION_LOG_FAILED' }),
    );
  });

  it.skipIf(!existsSync('/dev/full'))(
    'says that a full disk kept nothing (skipped without /dev/full)',
    async () => {
      const sink = openFileSink('/dev/full');
      const log = createDecisionLog({ labels: {}, sinks: [sink] });
      await expect(log.record(source(1))).rejects.toMatchObject({ code: 'EVIDENCED_DECISION_LOG_FAILED' });
      expect(log.counters()).toMatchObject({ accepted: 0, dropped: 0 });
      await sink.close();
    },
  );
});
