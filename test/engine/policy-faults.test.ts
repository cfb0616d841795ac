// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy, type Policy, type PolicyBuiltin } from '../../src/adapters/opa-wasm/index.js';
import type { PolicyVerdict } from '../../src/core/policy.js';
import type { Engine } from '../../src/engine/types.js';
import { codeOf, FRIENDS, fixture, INPUT, programmable } from '../adapters/opa-wasm/support.js';
import { RUNS } from '../support/runs.js';
import { asking, CARD, engineOver, knownGood, outcome, programmableEngine } from './support/hurt.js';

// FNV-1a of 32 bits, the module's own unseeded hash: short keys that all fall into a few buckets.
function colliding(count: number): Record<string, number> {
  const keys: Record<string, number> = {};
  for (let seed = 0, found = 0; found < count; seed++) {
    const key = `k${seed.toString(36)}`;
    let hash = 0x811c9dc5;
    for (let index = 0; index < key.length; index++)
      hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
    if (hash % 64 !== 0) continue;
    keys[key] = 0;
    found++;
  }
  return keys;
}
const FLOOD = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, colliding(256)]));
const TOO_MANY = { keys: colliding(257) };
const BULK = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`b${at}`, 'x'.repeat(2_048)]));

const WHOLE = {
  discovery: { visible: true, reasons: [{ code: 'c', message: 'm' }] },
  authorization: {
    decision: 'allow',
    reasons: [{ code: 'c', message: 'm' }],
    constraints: [],
    obligations: [] as unknown[],
    scope: 's',
  },
};
const answering = (result: unknown): unknown => asking('result', { result: result as object });
const authorizing = (changes: object): unknown =>
  answering({ ...WHOLE, authorization: { ...WHOLE.authorization, ...changes } });

/** One way to hurt a policy through its engine, and what must come of it. */
type Attack = readonly [name: string, request: () => unknown, expected: string, card: string];
type Row = readonly [name: string, request: () => unknown, expected: string, card?: string];

const ROWS: readonly Row[] = [
  ['conflicting rules', () => asking('conflict'), 'AUTHORIZED_POLICY_ABORT'],
  ['a mode that has no rule', () => asking('nothing'), 'AUTHORIZED_POLICY_UNDEFINED'],
  ['an answer that is text', () => answering('allow'), 'AUTHORIZED_POLICY_RESULT'],
  ['an answer that is null', () => answering(null), 'AUTHORIZED_POLICY_RESULT'],
  [
    'an answer that is half',
    () => answering({ authorization: WHOLE.authorization }),
    'AUTHORIZED_POLICY_RESULT',
  ],
  ['an answer with one member more', () => answering({ ...WHOLE, allow: true }), 'AUTHORIZED_POLICY_RESULT'],
  ['a decision that is none', () => authorizing({ decision: 'Allow' }), 'AUTHORIZED_POLICY_RESULT'],
  ['an allow without a reason', () => authorizing({ reasons: [] }), 'AUTHORIZED_POLICY_RESULT'],
  [
    'an allow with a gap',
    () => authorizing({ reasons: [{ code: 'c', message: 'm', gap: '/x' }] }),
    'AUTHORIZED_POLICY_RESULT',
  ],
  [
    'an obligation that nobody knows',
    () => authorizing({ obligations: [{ id: 'notify' }] }),
    'AUTHORIZED_POLICY_OBLIGATION',
  ],
  [
    'an authorization that is over at once',
    () => authorizing({ obligations: [{ id: 'expire-after', seconds: 0 }] }),
    'AUTHORIZED_POLICY_OBLIGATION',
  ],
  ['a lone surrogate', () => asking('friend', { x: '\ud800' }), 'NEGOTIATED_REQUEST_TEXT_NOT_UNICODE'],
  [
    'a lone surrogate for a name',
    () => asking('friend', { '\udfff': 1 }),
    'NEGOTIATED_REQUEST_TEXT_NOT_UNICODE',
  ],
  [
    'a surrogate in the reference',
    () => asking('friend', {}, 'alice\udfff'),
    'NEGOTIATED_REQUEST_TEXT_NOT_UNICODE',
  ],
  [
    'a surrogate in the card',
    () => asking('friend'),
    'ADVERTISED_JSON_LONE_SURROGATE',
    CARD.replace('A skill.', '\\ud800'),
  ],
  ['not a number', () => asking('friend', { x: Number.NaN }), 'NEGOTIATED_REQUEST_TYPE_WRONG'],
  ['an integer that no double holds', () => asking('friend', { x: 2 ** 60 }), 'AUTHORIZED_POLICY_INPUT'],
  ['a tower', () => asking('friend', { x: [[[[[1]]]]] }), 'NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP'],
  ['a cycle', cycle, 'NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP'],
  ['nothing', () => undefined, 'NEGOTIATED_REQUEST_TYPE_WRONG'],
  [
    'a toJSON that lies',
    () => asking('friend', { toJSON: () => ({ mode: 'friend' }) }, 'mallory'),
    'NEGOTIATED_REQUEST_TYPE_WRONG',
  ],
  ['an object of a class with a toJSON', liar, 'NEGOTIATED_REQUEST_TYPE_WRONG'],
  ['colliding keys', () => asking('friend', FLOOD, 'mallory'), 'test.reason'],
  ['too many keys', () => asking('friend', TOO_MANY), 'NEGOTIATED_REQUEST_LIST_TOO_LONG'],
  ['more text than policy reads', () => asking('friend', BULK), 'AUTHORIZED_POLICY_INPUT'],
  [
    'more tags than policy reads',
    () => asking('friend'),
    'AUTHORIZED_POLICY_INPUT',
    CARD.replace('"tags":[]', `"tags":["${'x'.repeat(70_000)}"]`),
  ],
  ['a friend', () => asking('friend'), 'accepted'],
  ['somebody else', () => asking('friend', {}, 'mallory'), 'test.reason'],
  ['somebody named like a member', () => asking('friend', {}, '__proto__'), 'test.reason'],
];
const ATTACKS = ROWS.map(([name, request, expected, card = CARD]): Attack => [name, request, expected, card]);
const BAD = ATTACKS.filter(([, , expected]) => expected !== 'accepted');

function cycle(): unknown {
  const loop: Record<string, unknown> = {};
  loop['again'] = loop;
  return asking('friend', loop);
}

function liar(): unknown {
  class Attributes {
    readonly mode = 'friend';
    toJSON(): object {
      return { requester: { ref: 'alice' } };
    }
  }
  return asking('friend', { x: new Attributes() }, 'mallory');
}

describe('whatever is asked of it, the engine', () => {
  it.each(ATTACKS)(
    'answers %s as it must, and the next request as before',
    async (_, request, expected, card) => {
      const engine = await programmableEngine();
      const before = await knownGood(engine);
      for (let round = 0; round < 3; round++) {
        expect(await outcome(engine, request(), card)).toBe(expected);
        expect(await knownGood(engine)).toBe(before);
      }
    },
  );

  it.each(BAD.filter(([, , expected]) => expected.startsWith('AUTHORIZED_')).slice(0, 3))(
    'survives 600 times %s, 64 at a time',
    async (_, request, expected, card) => {
      const engine = await programmableEngine();
      const before = await knownGood(engine);
      for (let done = 0; done < 600; done += 64) {
        const all = Array.from({ length: 64 }, () => outcome(engine, request(), card));
        expect(new Set(await Promise.all(all))).toEqual(new Set([expected]));
      }
      expect(await knownGood(engine)).toBe(before);
    },
  );

  it('grants nothing that it should not, nor refuses, over any mix of good and bad', async () => {
    const engine = await programmableEngine();
    const before = await knownGood(engine);
    const mix = fc.array(fc.integer({ min: 0, max: ATTACKS.length - 1 }), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(mix, async (indexes) => {
        const asked = indexes.flatMap((index) => ATTACKS.slice(index, index + 1));
        const answers = asked.map(([, request, , card]) => outcome(engine, request(), card));
        expect(await Promise.all(answers)).toEqual(asked.map(([, , expected]) => expected));
        expect(await knownGood(engine)).toBe(before);
      }),
      { numRuns: RUNS / 10 },
    );
  }, 900_000);
});

describe('an engine whose policy runs out of memory', () => {
  it('refuses with a code of its own, 20 times, and answers on', async () => {
    const engine = await programmableEngine({ maxPages: 48 });
    const before = await knownGood(engine);
    for (let round = 0; round < 20; round++) {
      const size = { size: 500_000 };
      expect(await outcome(engine, asking('memory', size))).toBe('AUTHORIZED_POLICY_MEMORY');
    }
    expect(await knownGood(engine)).toBe(before);
  });
});

describe('an engine whose data cannot be set', () => {
  it.each<[string, string, unknown]>([
    ['half a character', '/friends/mallory', '\ud800'],
    ['not a number', '/friends/mallory', Number.NaN],
    ['nothing', '/friends/mallory', undefined],
    ['too much', '/friends/mallory', 'x'.repeat(400_000)],
    ['a date', '/friends/mallory', new Date(0)],
    ['a toJSON', '/friends/mallory', { toJSON: () => true }],
    ['something below a value', '/friends/alice/x', true],
    ['the whole of it', '', {}],
  ])('goes on with what it has: %s', async (_, path, value) => {
    const engine = await programmableEngine({ maxPages: 24 });
    const before = await knownGood(engine);
    for (let round = 0; round < 5; round++) {
      expect(await codeOf(() => engine.policy.data.set(path, value as never))).toMatch(
        /^AUTHORIZED_POLICY_(?:DATA|MEMORY)$/,
      );
      expect(await knownGood(engine)).toBe(before);
    }
  });
});

describe('an engine whose policy has a builtin', () => {
  // Says yes to alice, and to mallory whatever the case is about.
  async function engineWith(builtin: () => unknown): Promise<Engine<Policy>> {
    const check: PolicyBuiltin = (ref) =>
      ref === 'alice' ? 'yes' : ref === 'mallory' ? (builtin() as never) : 'no';
    const source = { wasm: fixture('builtin'), data: {}, revision: 'r1' };
    return engineOver(await loadPolicy(source, { builtins: { 'host.check': check } }));
  }

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
      'AUTHORIZED_POLICY_BUILTIN',
    ],
    [
      'throws text',
      () => {
        throw 'no';
      },
      'AUTHORIZED_POLICY_BUILTIN',
    ],
    ['answers with nothing', () => undefined, 'AUTHORIZED_POLICY_BUILTIN'],
    ['answers later', () => Promise.resolve('yes'), 'AUTHORIZED_POLICY_BUILTIN'],
    ['answers with bytes', () => new TextEncoder().encode('"yes"').buffer, 'AUTHORIZED_POLICY_BUILTIN'],
  ])('that %s refuses, and answers on', async (_, builtin, expected) => {
    const engine = await engineWith(builtin);
    const good = asking('friend');
    const before = await outcome(engine, good);
    expect(before).toBe('accepted');
    for (let round = 0; round < 100; round++)
      expect(await outcome(engine, asking('friend', {}, 'mallory'))).toBe(expected);
    expect(await outcome(engine, good)).toBe(before);
  });

  it('refuses its policy to the builtin, and is not hurt by one that tries', async () => {
    const inner: (PolicyVerdict | Promise<PolicyVerdict>)[] = [];
    const engine: Engine<Policy> = await engineWith(() => {
      inner.push(engine.policy.decide(INPUT));
      return 'no';
    });
    for (let round = 0; round < 3; round++) {
      expect(await outcome(engine, asking('friend', {}, 'mallory'))).toBe('DISCOVERABLE_SKILL_NOT_AVAILABLE');
      expect(await outcome(engine, asking('friend'))).toBe('accepted');
    }
    expect(inner).toHaveLength(3);
    for (const verdict of inner) expect(await verdict).toMatchObject({ fault: 'AUTHORIZED_POLICY_REENTRY' });
  });

  it('negotiates from within a builtin only once the evaluation is over', async () => {
    const inner: Promise<string>[] = [];
    const engine: Engine<Policy> = await engineWith(() => {
      if (inner.length === 0) inner.push(outcome(engine, asking('friend')));
      return 'no';
    });
    expect(await outcome(engine, asking('friend', {}, 'mallory'))).toBe('DISCOVERABLE_SKILL_NOT_AVAILABLE');
    expect(await inner[0]).toBe('accepted');
  });
});

describe('a policy that cannot be loaded takes nothing from the engine that runs', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a builtin that is missing',
      () => loadPolicy({ wasm: fixture('builtin'), data: {}, revision: 'r' }),
      'AUTHORIZED_POLICY_BUILTIN_REFUSED',
    ],
    [
      'an entrypoint that is missing',
      () => programmable({ decide: 'parley/nothing' }),
      'AUTHORIZED_POLICY_ENTRYPOINT',
    ],
    [
      'a number for an entrypoint',
      () => programmable({ decide: 0.5 as never }),
      'AUTHORIZED_POLICY_ENTRYPOINT',
    ],
    [
      'not a number for an entrypoint',
      () => programmable({ decide: Number.NaN as never }),
      'AUTHORIZED_POLICY_ENTRYPOINT',
    ],
    [
      'an entrypoint that answers otherwise',
      () => programmable({ decide: 'parley/echo', selfTest: { allow: [INPUT] } }),
      'AUTHORIZED_POLICY_SELF_TEST',
    ],
    [
      'a policy that allows everything',
      () => loadPolicy({ wasm: fixture('open'), data: {}, revision: 'r' }),
      'AUTHORIZED_POLICY_SELF_TEST',
    ],
    ['data with half a character', () => programmable({}, { friends: '\ud800' }), 'AUTHORIZED_POLICY_DATA'],
    [
      'data that does not fit',
      () => programmable({ maxPages: 20 }, { x: 'x'.repeat(400_000) }),
      'AUTHORIZED_POLICY_MEMORY',
    ],
  ])('%s', async (_, load, expected) => {
    const engine = await programmableEngine();
    const before = await knownGood(engine);
    expect(await codeOf(load)).toBe(expected);
    expect(await knownGood(engine)).toBe(before);
  });

  it('nor does an evaluation of an entrypoint that there is not', async () => {
    const engine = await programmableEngine();
    const before = await knownGood(engine);
    for (const entrypoint of ['parley/nothing', '', '0', 0, 0.5, Number.NaN, undefined, null])
      expect(await codeOf(() => engine.policy.evaluate(entrypoint as never, {}))).toBe(
        'AUTHORIZED_POLICY_ENTRYPOINT',
      );
    expect(await knownGood(engine)).toBe(before);
  });
});

describe('a prototype that other code has changed', () => {
  it('with a toJSON does not decide for the policy', async () => {
    const engine = await programmableEngine();
    const before = await knownGood(engine);
    Object.defineProperty(Object.prototype, 'toJSON', {
      value: () => ({ requester: { ref: 'alice', attributes: { mode: 'friend' } } }),
      configurable: true,
    });
    let answers: readonly string[];
    try {
      answers = [
        await outcome(engine, asking('friend', {}, 'mallory')),
        await outcome(engine, asking('friend', {}, 'carol')),
      ];
    } finally {
      Reflect.deleteProperty(Object.prototype, 'toJSON');
    }
    for (const answer of answers) expect(answer).not.toMatch(/^accepted/);
    expect(await knownGood(engine)).toBe(before);
  });

  it('with a decision does not answer for the policy', async () => {
    const engine = await programmableEngine();
    const before = await knownGood(engine);
    const { authorization } = WHOLE;
    for (const [name, value] of Object.entries({
      authorization,
      friends: true,
      decision: 'allow',
      gap: '/x',
    })) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true });
      let answer: string;
      try {
        answer = await outcome(engine, answering({ discovery: WHOLE.discovery }));
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
      expect(answer).not.toMatch(/^accepted/);
    }
    expect(await knownGood(engine)).toBe(before);
  });
});

describe('an engine whose policy runs in a thread', () => {
  it('refuses what takes too long, and answers on', async () => {
    const policy = await programmable({ isolation: 'worker', timeoutMs: 250 }, FRIENDS);
    const engine = engineOver(policy);
    try {
      const before = await knownGood(engine);
      const long = asking('slow', { size: 50_000, text: 'é'.repeat(2_000) });
      expect(await outcome(engine, long)).toBe('AUTHORIZED_POLICY_TIMEOUT');
      expect(await knownGood(engine)).toBe(before);
      expect(await outcome(engine, asking('conflict'))).toBe('AUTHORIZED_POLICY_ABORT');
      expect(await knownGood(engine)).toBe(before);
    } finally {
      await policy.close();
    }
    expect(await outcome(engine, asking('friend'))).toBe('AUTHORIZED_POLICY_CLOSED');
  });
});
