// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createDecisionEvent,
  type DecisionEvent,
  type HttpSink,
  type HttpSinkOptions,
  openHttpSink,
  type Timer,
} from '../../../src/adapters/decision-log/index.js';
import { temporaryFolder } from '../evidence-sqlite/temporary.js';
import { type LogService, source, startService } from './support.js';

const file = temporaryFolder();
let number = 0;
const open = new Set<{ close(): Promise<void> }>();

afterEach(async () => {
  for (const each of open) await each.close();
  open.clear();
});

async function service(...answer: Parameters<typeof startService>): Promise<LogService> {
  const started = await startService(...answer);
  open.add(started);
  return started;
}

async function sinkOf(options: Omit<HttpSinkOptions, 'spool'> & { spool?: string }): Promise<HttpSink> {
  number += 1;
  const sink = await openHttpSink({ spool: file(`spool-${number}.db`), timer: atOnce, ...options });
  open.add(sink);
  return sink;
}

const atOnce: Timer = (_milliseconds, action) => {
  const handle = setImmediate(action);
  return () => clearImmediate(handle);
};

/** A timer that a test moves by hand. */
function handTimer(): {
  readonly timer: Timer;
  readonly delays: number[];
  fire(): void;
  waiting(): Promise<void>;
} {
  const delays: number[] = [];
  let action: (() => void) | undefined;
  let told: (() => void) | undefined;
  return {
    delays,
    timer: (milliseconds, next) => {
      delays.push(milliseconds);
      action = next;
      told?.();
      return () => {
        action = undefined;
      };
    },
    fire() {
      const now = action;
      action = undefined;
      now?.();
    },
    async waiting() {
      if (action === undefined) await new Promise<void>((resolve) => (told = resolve));
    },
  };
}

function event(of: number, rest: Parameters<typeof source>[1] = {}): DecisionEvent {
  return createDecisionEvent(source(of, rest), { id: 'node-1' });
}

const numbers = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index);
const idsOf = (list: readonly number[]): string[] => list.map((each) => `decision.${each}`);

describe('openHttpSink', () => {
  it('uploads as OPA does: gzipped JSON array, POST to /logs, bearer token', async () => {
    const logs = await service(() => 200);
    const sink = await sinkOf({ service: `${logs.url}/base/`, partition: 'a b', token: 'tok' });
    await sink.write(event(1));
    await sink.flushed();
    expect(logs.uploads).toMatchObject([
      {
        method: 'POST',
        url: '/base/logs/a%20b',
        headers: {
          authorization: 'Bearer tok',
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        events: [event(1)],
      },
    ]);
    expect(sink.counters()).toEqual({ accepted: 1, delivered: 1, buffered: 0, dropped: 0 });
  });

  it('asks for the token of the moment, and sends none where there is none', async () => {
    const logs = await service((_upload, index) => (index === 0 ? 401 : 204));
    const tokens = ['t1', 't2'];
    const sink = await sinkOf({ service: logs.url, token: () => tokens.shift() ?? '' });
    await sink.write(event(1));
    await sink.flushed();
    expect(logs.uploads.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    const without = await sinkOf({ service: logs.url });
    await without.write(event(2));
    await without.flushed();
    expect(logs.uploads.at(-1)?.headers.authorization).toBeUndefined();
    expect(logs.uploads.at(-1)?.url).toBe('/logs');
  });

  it('sends what comes meanwhile together, in order', async () => {
    let release: (() => void) | undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    const logs = await service(async (_upload, index) => {
      if (index === 0) await first;
      return 200;
    });
    const sink = await sinkOf({ service: logs.url });
    await sink.write(event(1));
    await Promise.all(numbers(20, 2).map((each) => sink.write(event(each))));
    release?.();
    await sink.flushed();
    expect(logs.uploads.map(({ events }) => events.length)).toEqual([1, 20]);
    expect(logs.ids()).toEqual(idsOf(numbers(21)));
  });

  it.each([301, 307, 400, 401, 403, 404, 429, 500, 503])(
    'tries again after %i, elsewhere never',
    async (status) => {
      const logs = await service((_upload, index) => (index < 2 ? status : 200));
      const sink = await sinkOf({ service: logs.url, token: 'tok' });
      await sink.write(event(1));
      await sink.flushed();
      expect(logs.uploads.map(({ url }) => url)).toEqual(['/logs', '/logs', '/logs']);
      expect(sink.counters()).toEqual({ accepted: 1, delivered: 1, buffered: 0, dropped: 0 });
    },
  );

  it('waits longer after each failure, up to a limit, and starts over after a success', async () => {
    const hand = handTimer();
    const logs = await service((_upload, index) => (index < 5 || index === 6 ? 503 : 200));
    const warnings: unknown[] = [];
    const sink = await sinkOf({
      service: logs.url,
      timer: hand.timer,
      random: () => 0.5,
      minDelay: 100,
      maxDelay: 1_000,
      logger: { warn: (fields) => warnings.push(fields) },
    });
    await sink.write(event(1));
    for (const _ of numbers(5)) {
      await hand.waiting();
      hand.fire();
    }
    await sink.flushed();
    await sink.write(event(2));
    await hand.waiting();
    hand.fire();
    await sink.flushed();
    expect(hand.delays).toEqual([75, 150, 300, 600, 750, 75]);
    expect(warnings).toHaveLength(6);
    expect(warnings[0]).toEqual({ answer: 'status 503', failures: 1, delay: 75 });
  });

  it('sends smaller requests to a service that finds them too large, and the single one until it is taken', async () => {
    let patience = 3;
    const logs = await service(({ events }) => {
      if (events.length > 2) return 413;
      if (events.some((each) => each.decision_id === 'decision.3')) patience -= 1;
      return patience === 2 || patience === 1 ? 413 : 200;
    });
    const sink = await sinkOf({ service: logs.url, timer: atOnce });
    await Promise.all(numbers(9).map((each) => sink.write(event(each))));
    await sink.flushed();
    expect(new Set(logs.ids())).toEqual(new Set(idsOf(numbers(9))));
    expect(sink.counters()).toEqual({ accepted: 9, delivered: 9, buffered: 0, dropped: 0 });
  });

  it('keeps requests to their size, one larger event among them', async () => {
    const logs = await service(() => 200);
    const path = file('sized.db');
    const size = JSON.stringify(event(1)).length;
    const dead = await sinkOf({ service: 'http://127.0.0.1:1', spool: path, timer: () => () => {} });
    for (const each of numbers(5)) await dead.write(event(each));
    await dead.write(event(6, { input: 'x'.repeat(5_000) }));
    await dead.write(event(7));
    await dead.close();
    const sink = await sinkOf({ service: logs.url, spool: path, mostPerRequest: 2 * size });
    await sink.flushed();
    expect(logs.uploads.map(({ events }) => events.length)).toEqual([2, 2, 1, 1, 1]);
    expect(logs.ids()).toEqual(idsOf(numbers(7)));
  });

  it('makes a writer wait where there is no room, and loses nothing', async () => {
    let release: (() => void) | undefined;
    const up = new Promise<void>((resolve) => (release = resolve));
    const logs = await service(async () => {
      await up;
      return 200;
    });
    const size = JSON.stringify(event(1)).length;
    const sink = await sinkOf({ service: logs.url, mostBuffered: 3 * size });
    const kept: number[] = [];
    const writes = numbers(8).map(async (each) => {
      await sink.write(event(each));
      kept.push(each);
    });
    await Promise.all(writes.slice(0, 3));
    await new Promise((resolve) => setImmediate(resolve));
    expect(kept).toEqual([1, 2, 3]);
    expect(sink.counters()).toEqual({ accepted: 3, delivered: 0, buffered: 3, dropped: 0 });
    release?.();
    await Promise.all(writes);
    await sink.flushed();
    expect(new Set(logs.ids())).toEqual(new Set(idsOf(numbers(8))));
    expect(sink.counters()).toEqual({ accepted: 8, delivered: 8, buffered: 0, dropped: 0 });
  });

  it('takes one event that is larger than the room, when there is nothing else', async () => {
    const logs = await service(() => 200);
    const sink = await sinkOf({ service: logs.url, mostBuffered: 10 });
    await sink.write(event(1));
    await sink.write(event(2));
    await sink.flushed();
    expect(logs.ids()).toEqual(idsOf([1, 2]));
  });

  it('keeps events over a restart while the service is down', async () => {
    const path = file('down.db');
    const down = await sinkOf({ service: 'http://127.0.0.1:1', spool: path, timer: () => () => {} });
    for (const each of numbers(3)) await down.write(event(each));
    expect(down.counters()).toEqual({ accepted: 3, delivered: 0, buffered: 3, dropped: 0 });
    await down.close();
    expect(down.counters()).toEqual({ accepted: 3, delivered: 0, buffered: 3, dropped: 0 });
    const logs = await service(() => 200);
    const up = await sinkOf({ service: logs.url, spool: path });
    await up.flushed();
    expect(logs.ids()).toEqual(idsOf(numbers(3)));
    expect(up.counters()).toEqual({ accepted: 3, delivered: 3, buffered: 0, dropped: 0 });
    await up.close();
    const idle = await sinkOf({ service: logs.url, spool: path });
    await idle.flushed();
    expect(logs.uploads).toHaveLength(1);
  });

  it('keeps an event once however often it is written', async () => {
    const sink = await sinkOf({ service: 'http://127.0.0.1:1', timer: () => () => {} });
    await Promise.all([sink.write(event(1)), sink.write(event(1))]);
    expect(sink.counters()).toEqual({ accepted: 1, delivered: 0, buffered: 1, dropped: 0 });
  });

  it('gives up a request that takes too long, and tries again', async () => {
    const logs = await service((_upload, index) => (index === 0 ? undefined : 200));
    const sink = await sinkOf({ service: logs.url, requestTimeout: 50 });
    await sink.write(event(1));
    await sink.flushed();
    expect(logs.uploads).toHaveLength(2);
  });

  it('closes in the middle of a request, and while a writer waits for room', async () => {
    const logs = await service(() => undefined);
    const sink = await sinkOf({ service: logs.url, mostBuffered: 10 });
    await sink.write(event(1));
    const waiting = expect(sink.write(event(2))).rejects.toMatchObject({ code: 'EVIDENCED_CLOSED' });
    await sink.close();
    await waiting;
    await expect(sink.write(event(3))).rejects.toMatchObject({ code: 'EVIDENCED_CLOSED' });
    expect(sink.counters()).toEqual({ accepted: 1, delivered: 0, buffered: 1, dropped: 0 });
  });

  it('lets one process at a time hold a buffer', async () => {
    const path = file('held.db');
    await sinkOf({ service: 'http://127.0.0.1:1', spool: path, timer: () => () => {} });
    await expect(sinkOf({ service: 'http://127.0.0.1:1', spool: path })).rejects.toMatchObject({
      code: 'EVIDENCED_LOCKED',
    });
  });

  it.each([
    ['no URL', { service: 'logs' }],
    ['another scheme', { service: 'file:///tmp/logs' }],
    ['credentials in the URL', { service: 'http://user:pass@127.0.0.1' }],
  ])('refuses %s', async (_name, options) => {
    await expect(sinkOf(options)).rejects.toMatchObject({ code: 'EVIDENCED_DECISION_LOG_INVALID' });
  });

  it('refuses a buffer that is something else', async () => {
    writeFileSync(file('text.db'), 'text '.repeat(500));
    const options = { service: 'http://127.0.0.1:1' };
    await expect(sinkOf({ ...options, spool: file('text.db') })).rejects.toMatchObject({
      code: 'EVIDENCED_DECISION_LOG_INVALID',
    });
    await expect(sinkOf({ ...options, spool: file('no/such/folder/x.db') })).rejects.toMatchObject({
      code: 'EVIDENCED_DECISION_LOG_FAILED',
    });
  });
});
