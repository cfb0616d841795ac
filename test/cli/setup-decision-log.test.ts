// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { DecisionLogConfig } from '../../src/cli/setup/config-decision-log.js';
import type { CliRun } from '../support/cli.js';
import { brief, createSetup, negotiate, serveBytes } from './setup-support.js';

const place = createSetup();
afterAll(() => place.remove());

const POLICY = { data: resolve('examples/contract-review/data.json') };
let count = 0;

function run(decisionLog: DecisionLogConfig, ...more: readonly string[]): Promise<CliRun> {
  count += 1;
  const config = place.config(`log-${count}.json`, { policy: POLICY, decisionLog });
  return negotiate(config, '--evidence', ':memory:', ...more);
}

type Event = Readonly<Record<string, unknown>>;
const eventsIn = (text: string): readonly Event[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const file = (name: string): readonly Event[] => eventsIn(readFileSync(place.path(name), 'utf8'));

describe('decisionLog of a file', () => {
  it('has every decision when the command ends, under the id of its receipt', async () => {
    const log = { sink: 'file', path: 'decisions.ndjson', labels: { id: 'node-1' } } as const;
    const allowed = await run(log);
    const denied = await run(log, '--data', place.write('nothing.json', {}));
    expect([allowed.code, denied.code]).toEqual([0, 1]);
    const events = file('decisions.ndjson');
    expect(events).toMatchObject([
      {
        labels: { app: 'parley', id: 'node-1' },
        decision_id: JSON.parse(allowed.out).receipt.decisionId,
        bundles: { parley: { revision: '1' } },
        path: 'parley/decide',
        requested_by: 'client.agent.procurement',
        timestamp: '2026-05-05T00:00:00.000Z',
        result: { authorization: { decision: 'allow' } },
      },
      {
        decision_id: JSON.parse(denied.out).receipt.decisionId,
        result: { authorization: { decision: 'deny' } },
      },
    ]);
  });

  it('hides and leaves out what its rules say', async () => {
    const rules = {
      mask: ['/input/requester/attributes', { op: 'upsert', path: '/input/requester/ref', value: '*' }],
      drop: [{ all: [{ path: '/result/authorization/decision', equals: 'deny' }] }],
    } as const;
    const log = { sink: 'file', path: 'masked.ndjson', ...rules } as const;
    await run(log);
    await run(log, '--data', place.path('nothing.json'));
    const [event, ...others] = file('masked.ndjson');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      input: { requester: { ref: '*' } },
      erased: ['/input/requester/attributes'],
      masked: ['/input/requester/ref'],
    });
    expect(event).not.toHaveProperty('input.requester.attributes');
  });

  it.each<[string, DecisionLogConfig, string]>([
    ['that cannot be opened', { sink: 'file', path: '.' }, 'EVIDENCED_DECISION_LOG_FAILED'],
    [
      'with a rule that never matches',
      { sink: 'file', path: 'x.ndjson', mask: ['/labels'] },
      'EVIDENCED_DECISION_LOG_INVALID',
    ],
    [
      'with a service that is none',
      { sink: 'http', service: 'x', spool: 's.sqlite' },
      'EVIDENCED_DECISION_LOG_INVALID',
    ],
    [
      'with a token that is not there',
      { sink: 'http', service: 'http://127.0.0.1:1', spool: 's.sqlite', tokenPath: 'none' },
      'CORE_FILE_UNREADABLE',
    ],
  ])('%s is told before anything is decided', async (_, log, code) => {
    const ran = await run(log);
    expect([ran.out, brief(ran)]).toEqual(['', code]);
  });
});

describe('decisionLog of the log', () => {
  it('writes decisions whatever else is left out of the log', async () => {
    const { code, err } = await run({ sink: 'log' });
    expect(code).toBe(0);
    expect(eventsIn(err)).toMatchObject([
      { type: 'openpolicyagent.org/decision_logs', msg: 'Decision Log', path: 'parley/decide' },
    ]);
  });
});

describe('decisionLog of a service', () => {
  it('has every decision there, once, when the command ends', async () => {
    const server = await serveBytes(() => 204);
    try {
      place.write('log-token', 'secret\n');
      const log = {
        sink: 'http',
        service: server.url,
        partition: 'p',
        tokenPath: 'log-token',
        spool: 'spool.sqlite',
      } as const;
      expect((await run(log)).code).toBe(0);
      expect(server.requests).toMatchObject([
        { url: '/logs/p', headers: { authorization: 'Bearer secret', 'content-encoding': 'gzip' } },
      ]);
      const sent = JSON.parse(gunzipSync(server.bodies[0] ?? Buffer.alloc(0)).toString('utf8'));
      expect(sent).toMatchObject([{ path: 'parley/decide' }]);
    } finally {
      await server.close();
    }
  });

  it('keeps what it cannot deliver, and delivers it with the next command', async () => {
    mkdirSync(place.path('later'));
    const spool = 'later/spool.sqlite';
    let status = 503;
    const server = await serveBytes(() => status);
    try {
      const log = { sink: 'http', service: server.url, spool } as const;
      const first = await run(log);
      expect(first.code).toBe(0);
      expect(existsSync(place.path(spool))).toBe(true);
      status = 200;
      const before = server.bodies.length;
      const second = await run(log, '--data', place.path('nothing.json'));
      const ids = server.bodies
        .slice(before)
        .flatMap((body) => JSON.parse(gunzipSync(body).toString('utf8')) as Event[])
        .map((event) => event['decision_id']);
      expect(ids).toEqual([first, second].map(({ out }) => JSON.parse(out).receipt.decisionId));
    } finally {
      await server.close();
    }
  });
});
