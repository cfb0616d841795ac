// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type A2aGuardOptions, guardA2A, type Negotiated } from '../../src/server/guards/index.js';
import { ALICE, createBench, NOBODY } from './support.js';

const A = 'urn:ext:a';
const B = 'urn:ext:b';

function setUp(
  options: A2aGuardOptions = {},
  answer: (negotiated: Negotiated) => Response = () => Response.json({ ok: true }),
) {
  const bench = createBench();
  const seen: { negotiated: Negotiated; body: string; headers: Headers }[] = [];
  const guard = guardA2A(
    bench.port,
    async (request, negotiated) => {
      seen.push({ negotiated, body: await request.text(), headers: request.headers });
      return answer(negotiated);
    },
    { authenticate: () => ALICE, ...options },
  );
  const call = (
    headers: [string, string][] = [],
    query = '',
    body: unknown = { jsonrpc: '2.0', id: 5, method: 'GetTask' },
  ) =>
    guard(
      new Request(`https://agent.example/a2a${query}`, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...headers],
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return { bench, seen, call };
}

describe('guardA2A on versions', () => {
  const rows: [string, [string, string][], string, A2aGuardOptions, number, number | undefined, object][] = [
    [
      'preferred',
      [['A2A-Version', '1.0']],
      '',
      {},
      200,
      undefined,
      { outcome: 'accepted', requested: '1.0', version: '1.0' },
    ],
    [
      'patch',
      [['A2A-Version', '1.0.1']],
      '',
      {},
      200,
      undefined,
      { outcome: 'accepted', requested: '1.0.1', version: '1.0' },
    ],
    ['0.3, authenticated', [['A2A-Version', '0.3']], '', {}, 200, undefined, { version: '0.3' }],
    [
      '0.3, unauthenticated',
      [['A2A-Version', '0.3']],
      '',
      { authenticate: () => NOBODY },
      400,
      -32009,
      { reason: 'unauthenticated' },
    ],
    ['absent is 0.3', [], '', {}, 200, undefined, { outcome: 'accepted', version: '0.3' }],
    [
      'absent, unauthenticated',
      [],
      '',
      { authenticate: () => NOBODY },
      400,
      -32009,
      { outcome: 'refused', reason: 'unauthenticated' },
    ],
    [
      'absent in the openwop profile',
      [],
      '',
      { silence: 'openwop', authenticate: () => NOBODY },
      200,
      undefined,
      { version: '1.0' },
    ],
    [
      '99.0',
      [['A2A-Version', '99.0']],
      '',
      {},
      400,
      -32009,
      { outcome: 'refused', requested: '99.0', reason: 'unsupported' },
    ],
    ['1.7', [['A2A-Version', '1.7']], '', {}, 400, -32009, { requested: '1.7', reason: 'unsupported' }],
    ['below the floor', [['A2A-Version', '0.2']], '', {}, 400, -32009, { reason: 'below-floor' }],
    ['v1.0', [['A2A-Version', 'v1.0']], '', {}, 400, -32009, { requested: 'v1.0', reason: 'unsupported' }],
    ['0.3.garbage', [['A2A-Version', '0.3.garbage']], '', {}, 400, -32009, { reason: 'unsupported' }],
    ['query', [], '?A2A-Version=1.0', {}, 200, undefined, { requested: '1.0', version: '1.0' }],
    [
      'header and query differ',
      [['A2A-Version', '1.0']],
      '?A2A-Version=0.3',
      {},
      400,
      -32009,
      { requested: '1.0', reason: 'unsupported' },
    ],
    [
      'repeated',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Version', '1.0'],
      ],
      '',
      {},
      400,
      -32009,
      { requested: '1.0, 1.0' },
    ],
    ['in the message, which says nothing', [], '?tenant=1.0', {}, 200, undefined, { version: '0.3' }],
  ];
  it.each(rows)('%s', async (_name, headers, query, options, status, code, payload) => {
    const { bench, seen, call } = setUp(options);
    const response = await call(headers, query);
    expect(response.status).toBe(status);
    const [kept, ...others] = bench.records();
    expect(others).toEqual([]);
    expect(kept?.record.payload).toMatchObject(payload);
    if (code === undefined) {
      expect(seen[0]?.negotiated.record).toEqual(kept?.record);
      expect(seen[0]?.body).toContain('GetTask');
    } else {
      expect(seen).toEqual([]);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 5, error: { code } });
    }
  });
});

describe('guardA2A on extensions', () => {
  const declared = { extensions: [{ uri: A, required: true }, { uri: B }] };
  const rows: [string, [string, string][], string | null, string[] | undefined][] = [
    [
      'activates what is requested and declared',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Extensions', `${A},urn:other, ${B}`],
      ],
      `${A}, ${B}`,
      [A, B],
    ],
    [
      'echoes only what is active',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Extensions', A],
      ],
      A,
      [A],
    ],
    [
      'reads the old name in 0.3',
      [
        ['A2A-Version', '0.3'],
        ['X-A2A-Extensions', A],
      ],
      A,
      [A],
    ],
    [
      'misses a required one',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Extensions', B],
      ],
      null,
      undefined,
    ],
    [
      'misses it under the wrong name',
      [
        ['A2A-Version', '1.0'],
        ['X-A2A-Extensions', A],
      ],
      null,
      undefined,
    ],
    [
      'misses it under the new name in 0.3',
      [
        ['A2A-Version', '0.3'],
        ['A2A-Extensions', A],
      ],
      null,
      undefined,
    ],
    [
      'misses it in another case',
      [
        ['A2A-Version', '1.0'],
        ['A2A-Extensions', A.toUpperCase()],
      ],
      null,
      undefined,
    ],
    ['is inactive by default', [['A2A-Version', '1.0']], null, undefined],
  ];
  it.each(rows)('%s', async (_name, headers, echoed, activated) => {
    const { bench, seen, call } = setUp(declared);
    const response = await call(headers);
    const name = headers[0]?.[1] === '0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions';
    expect(response.headers.get(name)).toBe(echoed);
    expect(bench.records()).toMatchObject([{ record: { payload: { outcome: 'accepted' } } }]);
    if (activated === undefined) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: -32008 } });
      expect(seen).toEqual([]);
    } else expect(seen[0]?.negotiated.extensions.activated).toEqual(activated);
  });

  it('hands on what was negotiated, not what was asked', async () => {
    const { seen, call } = setUp({ extensions: [{ uri: A }] });
    await call([
      ['A2A-Version', '1.0.7'],
      ['A2A-Extensions', `urn:other,${A}`],
      ['X-A2A-Extensions', B],
    ]);
    await call([['X-A2A-Extensions', 'urn:other']]);
    const names = ['A2A-Version', 'A2A-Extensions', 'X-A2A-Extensions'];
    expect(seen.map(({ headers }) => names.map((name) => headers.get(name)))).toEqual([
      ['1.0', A, null],
      ['0.3', null, null],
    ]);
  });

  it('lets the handler activate fewer, never more', async () => {
    const { call } = setUp({ extensions: [{ uri: A }, { uri: B }] }, () =>
      Response.json({}, { headers: { 'A2A-Extensions': `${B}, urn:all-i-know`, 'X-A2A-Extensions': A } }),
    );
    const response = await call([
      ['A2A-Version', '1.0'],
      ['A2A-Extensions', `${A},${B}`],
    ]);
    expect(response.headers.get('A2A-Extensions')).toBe(B);
    expect(response.headers.get('X-A2A-Extensions')).toBeNull();
  });

  it('nothing sticks: every request asks again', async () => {
    const { seen, call } = setUp({ extensions: [{ uri: A }] });
    await call([
      ['A2A-Version', '1.0'],
      ['A2A-Extensions', A],
    ]);
    await call([['A2A-Version', '1.0']]);
    expect(seen.map(({ negotiated }) => negotiated.extensions.activated)).toEqual([[A], []]);
  });

  it('gates what the options say', async () => {
    const { seen, call } = setUp({ ...declared, gated: (method) => method === 'SendMessage' });
    expect((await call([['A2A-Version', '1.0']])).status).toBe(200);
    expect(
      (await call([['A2A-Version', '1.0']], '', { jsonrpc: '2.0', id: 1, method: 'SendMessage' })).status,
    ).toBe(400);
    expect(seen).toHaveLength(1);
  });

  const call5 = '{"jsonrpc":"2.0","id":5,"method":"GetTask"';
  it.each([
    ['a batch', `[${call5}}]`, null],
    ['two methods', `${call5},"method":"SendMessage"}`, 5],
    ['a method behind a byte order mark', `\ufeff${call5}}`, 5],
    ['no JSON', '{', null],
  ])('keeps the gate shut for %s', async (_name, body, id) => {
    const { seen, call } = setUp({ ...declared, gated: (method) => method === 'SendMessage' });
    const response = await call([['A2A-Version', '1.0']], '', body);
    expect(await response.json()).toMatchObject({ id, error: { code: -32008 } });
    expect(seen).toEqual([]);
  });
});

describe('guardA2A refuses what it cannot decide', () => {
  it('a body that is too large, before anything else', async () => {
    const { bench, seen, call } = setUp({ maxBodyBytes: 10 });
    expect((await call([['A2A-Version', '1.0']])).status).toBe(413);
    expect([bench.records(), seen]).toEqual([[], []]);
  });
  it('an authentication that fails', async () => {
    const { seen, call } = setUp({
      authenticate: () => Promise.reject(new Error('directory down, password hunter2')),
    });
    const response = await call([['A2A-Version', '1.0']]);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('-32603');
    expect(text).not.toContain('hunter2');
    expect(seen).toEqual([]);
  });
  it('an evidence that cannot be written', async () => {
    const { bench, seen, call } = setUp();
    bench.evidence.close();
    const response = await call([['A2A-Version', '1.0']]);
    expect(await response.json()).toMatchObject({
      id: 5,
      error: { code: -32603, data: { code: 'EVIDENCED_CLOSED' } },
    });
    expect(seen).toEqual([]);
  });
  it('and answers a body that is no JSON with id null, or passes it on as it is', async () => {
    const { seen, call } = setUp();
    expect(await (await call([['A2A-Version', '9.9']], '', '{')).json()).toMatchObject({ id: null });
    await call([['A2A-Version', '1.0']], '', '{');
    expect(seen[0]?.body).toBe('{');
  });
  it('in the words of HTTP+JSON', async () => {
    const { call } = setUp({ binding: 'HTTP+JSON' });
    const response = await call([['A2A-Version', '9.9']]);
    expect(await response.json()).toMatchObject({ error: { code: 400, status: 'FAILED_PRECONDITION' } });
  });
});
