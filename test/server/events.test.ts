// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/openwop/port.js';
import { validateRecord } from '../../src/openwop/validate-record.js';
import { hashToken } from '../../src/server/index.js';
import { eventServers, ODD_TENANT } from './event-server.js';
import { bearer, subscribe } from './http.js';
import { ALICE, createBench, NOBODY } from './support.js';

const BOB: Caller = { authenticated: true, tenant: 'globex' };
const serve = eventServers();

describe('GET /host/events', () => {
  it('sends each decision of the tenant: type, id and envelope', async () => {
    const { listen, decide } = await serve();
    const alice = await listen('alice');
    const { record } = await decide(ALICE);
    const refused = await decide(ALICE, '9.9');
    await alice.until(() => alice.frames.length === 2);
    expect(alice.frames).toEqual([
      { event: 'negotiation.decided', id: record.eventId, data: record },
      { event: 'negotiation.decided', id: refused.record.eventId, data: refused.record },
    ]);
    for (const frame of alice.frames) {
      expect(validateRecord(frame.data)).not.toHaveProperty('runId');
      expect(frame.data).not.toHaveProperty('sequence');
    }
  });

  it('keeps tenants, runs and the unauthenticated apart', async () => {
    const { listen, decide, bench } = await serve();
    const [alice, bob] = await Promise.all([listen('alice'), listen('bob')]);
    await decide(NOBODY);
    await decide({ ...NOBODY, tenant: 'acme' });
    await decide({ ...ALICE, run: 'run-1' });
    const own = await decide(ALICE);
    const other = await decide(BOB);
    await Promise.all([alice.until(() => alice.frames.length > 0), bob.until(() => bob.frames.length > 0)]);
    expect(alice.frames.map((frame) => frame.id)).toEqual([own.record.eventId]);
    expect(bob.frames.map((frame) => frame.id)).toEqual([other.record.eventId]);
    expect(bench.records()).toHaveLength(5);
  });

  it('takes the names of tenants as they are', async () => {
    const { listen, decide } = await serve();
    const of = (tenant: string) => decide({ authenticated: true, tenant });
    const [odd, proto, alice] = await Promise.all([listen('odd'), listen('proto'), listen('alice')]);
    const own = [await of(ODD_TENANT), await of('__proto__'), await of('acme')];
    await of('Acme');
    await of('');
    const last = [await of(ODD_TENANT), await of('__proto__'), await of('acme')];
    for (const [i, client] of [odd, proto, alice].entries()) {
      await client.until(() => client.frames.length >= 2);
      expect(client.frames.map((frame) => frame.id)).toEqual([
        own[i]?.record.eventId,
        last[i]?.record.eventId,
      ]);
    }
  });

  it('begins now, or after the event that it is given', async () => {
    const { listen, decide } = await serve();
    const ids: string[] = [];
    for (const caller of [ALICE, BOB, ALICE, ALICE]) ids.push((await decide(caller)).record.eventId);
    const live = await listen('alice');
    const resumed = await listen('alice', { 'last-event-id': ids[0] ?? '' });
    const last = await decide(ALICE);
    await Promise.all([
      live.until(() => live.frames.length > 0),
      resumed.until(() => resumed.frames.length === 3),
    ]);
    expect(live.frames.map((frame) => frame.id)).toEqual([last.record.eventId]);
    expect(resumed.frames.map((frame) => frame.id)).toEqual([ids[2], ids[3], last.record.eventId]);
  });

  it('resumes after a restart of the server', async () => {
    const first = await serve();
    const before = await first.decide(ALICE);
    await first.server.stop();
    const missed = await first.bench.port.negotiateVersion({ protocol: 'mcp', caller: ALICE });
    const second = await serve({}, first.bench);
    const alice = await second.listen('alice', { 'last-event-id': before.record.eventId });
    await alice.until(() => alice.frames.length === 1);
    expect(alice.frames[0]?.data).toEqual(missed.record);
  });

  it('pages through a log that is longer than its memory', async () => {
    const bench = createBench();
    const { record } = await bench.port.negotiateVersion({ protocol: 'a2a', caller: ALICE });
    for (let i = 0; i < 9_000; i++) {
      await bench.port.negotiateVersion({ protocol: 'a2a', caller: i % 3 === 0 ? ALICE : BOB });
    }
    const { listen } = await serve({}, bench);
    const alice = await listen('alice', { 'last-event-id': record.eventId });
    await alice.until(() => alice.frames.length === 3_000);
    expect(new Set(alice.frames.map((frame) => frame.id)).size).toBe(3_000);
  });

  const refusals: [string, Record<string, string>, number][] = [
    ['nobody', {}, 401],
    ['a wrong token', bearer('eve'), 401],
    ['a hash instead of a token', bearer(hashToken('alice')), 401],
    ['another scheme', { authorization: 'Basic alice' }, 401],
    ['a token without the scope', bearer('mute'), 403],
    ['an event that never was', { ...bearer('alice'), 'last-event-id': 'event-9' }, 400],
  ];
  it.each(refusals)('refuses %s', async (_name, headers, status) => {
    const { server } = await serve();
    expect((await subscribe(server.url, headers)).status).toBe(status);
  });

  it('knows another tenant`s event as little as none, nor an event of a run', async () => {
    const { server, decide } = await serve();
    const theirs = await decide(BOB);
    const inRun = await decide({ ...ALICE, run: 'run-1' });
    for (const id of [theirs.record.eventId, inRun.record.eventId, 'run.run-1.0']) {
      const client = await subscribe(server.url, { ...bearer('alice'), 'last-event-id': id });
      expect(client.status).toBe(400);
    }
  });

  it('refuses more subscribers than it is allowed', async () => {
    const { listen } = await serve({ maxSubscribers: 1 });
    await listen('alice');
    expect((await listen('bob')).status).toBe(429);
  });

  it('keeps idle connections alive', async () => {
    const { listen } = await serve({ keepAliveMs: 20 });
    const alice = await listen('alice');
    await alice.until(() => alice.comments.filter((text) => text === 'keep-alive').length >= 3);
    expect(alice.frames).toEqual([]);
  });

  it('says why it ends when the server stops', async () => {
    const { server, listen, decide } = await serve();
    const alice = await listen('alice');
    await decide(ALICE);
    await server.stop();
    await alice.ended;
    expect(alice.frames).toHaveLength(1);
    expect(alice.comments.at(-1)).toMatch(/^closed, shutdown/);
  });
});
