// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { guardA2A, guardMcp, limitUnauthenticated } from '../../src/server/guards/index.js';
import { ALICE, createBench, NOBODY } from './support.js';

describe('the bound on callers that nobody knows', () => {
  it('lets a burst through, then as many as the rate says', () => {
    let now = 0;
    const limit = limitUnauthenticated({ perSecond: 2, burst: 3 }, () => now);
    const take = (count: number) => Array.from({ length: count }, () => limit.take() === 0);
    expect(take(5)).toEqual([true, true, true, false, false]);
    now = 500;
    expect(take(2)).toEqual([true, false]);
    now = 60_000;
    expect(take(4)).toEqual([true, true, true, false]);
  });

  it('says when to come again, in whole seconds', () => {
    const limit = limitUnauthenticated({ perSecond: 0.1, burst: 1 }, () => 0);
    expect([limit.take(), limit.take()]).toEqual([0, 10]);
  });

  it.each([
    { perSecond: 0, burst: 1 },
    { perSecond: -1, burst: 1 },
    { perSecond: Number.NaN, burst: 1 },
    { perSecond: 1, burst: 0 },
    { perSecond: 1, burst: Number.NaN },
  ])('is not %j', (rate) => {
    expect(() => limitUnauthenticated(rate)).toThrow(TypeError);
  });

  it('is one for all guards; over it nothing is decided or recorded, and callers that are known do not notice', async () => {
    const bench = createBench();
    const unauthenticated = limitUnauthenticated({ perSecond: 1, burst: 2 }, () => 0);
    let calls = 0;
    const handler = (): Response => {
      calls += 1;
      return Response.json({});
    };
    const authenticate = (request: Request) => (request.headers.has('authorization') ? ALICE : NOBODY);
    const a2a = guardA2A(bench.port, handler, { authenticate, unauthenticated });
    const mcp = guardMcp(bench.port, handler, { authenticate, unauthenticated });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'x' });
    const ask = (guard: typeof a2a, headers: Record<string, string> = {}) =>
      guard(new Request('https://host.example/', { method: 'POST', headers, body }));
    const version = { 'A2A-Version': '1.0' };
    expect((await ask(a2a, version)).status).toBe(200);
    // a refusal is a decision too, and counts
    expect((await ask(mcp)).status).toBe(400);
    expect(bench.records()).toHaveLength(2);
    for (const guard of [a2a, mcp]) {
      const response = await ask(guard, version);
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toMatchObject([
        429,
        '1',
        { id: 4, error: { code: -32000 } },
      ]);
    }
    expect([bench.records().length, calls]).toEqual([2, 1]);
    expect((await ask(a2a, { ...version, authorization: 'Bearer x' })).status).toBe(200);
    expect(bench.records()).toHaveLength(3);
  });

  it('is none where none is given: every exchange is recorded', async () => {
    const bench = createBench();
    const guard = guardA2A(bench.port, () => Response.json({}));
    for (let i = 0; i < 200; i++)
      await guard(new Request('https://host.example/', { method: 'POST', body: '{}' }));
    expect(bench.records()).toHaveLength(200);
  });
});
