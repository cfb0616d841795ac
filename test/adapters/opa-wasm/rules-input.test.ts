// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../../src/adapters/opa-wasm/index.js';
import { brief, codeOf, decide, FRIENDS, fixture, INPUT, mode, programmable, raw } from './support.js';

const DENYLIST = 'parley/denylist';

describe('rule 1: no bytes that we did not write', () => {
  it('trap: broken JSON is no input at all, and a deny list allows it', () => {
    const bytes = new TextEncoder().encode('{"blocked": true').buffer;
    expect(raw('programmable').evaluate(bytes, DENYLIST)).toEqual([{ result: 'allow' }]);
  });

  it('refuses bytes, whatever they hold', async () => {
    const policy = await programmable();
    const bytes = new TextEncoder().encode('{}');
    for (const input of [bytes, bytes.buffer, Buffer.from('{}')]) {
      expect(await codeOf(() => policy.evaluate(DENYLIST, input as never))).toBe('AUTHORIZED_POLICY_INPUT');
      expect(brief(decide(policy, { ...INPUT, provider: { ref: input } }))).toBe('AUTHORIZED_POLICY_INPUT');
    }
    // The envelope is read member by member: bytes have none of its members.
    for (const input of [bytes, bytes.buffer])
      expect(decide(policy, input).authorization.decision).toBe('deny');
  });
});

describe('rule 2: an object, always', () => {
  const FALSY = [null, 0, '', false, Number.NaN, undefined];

  it('trap: what is falsy is no input at all, and a deny list allows it', () => {
    const policy = raw('programmable');
    for (const input of FALSY) expect(policy.evaluate(input, DENYLIST)).toEqual([{ result: 'allow' }]);
  });

  it('refuses everything that is no object', async () => {
    const policy = await programmable();
    for (const input of [...FALSY, 1, 'text', true, [], () => 1, Symbol('s'), 1n]) {
      expect(brief(decide(policy, input))).toBe('AUTHORIZED_POLICY_INPUT');
      expect(await codeOf(() => policy.evaluate(DENYLIST, input as never))).toBe('AUTHORIZED_POLICY_INPUT');
    }
  });

  it('trims the input to the envelope', async () => {
    const policy = await programmable();
    const { inputText } = decide(policy, { extra: 1, ...INPUT, card: { ...INPUT.card, extra: 1 } });
    expect(inputText).toBe(decide(policy, INPUT).inputText);
    expect(inputText).not.toContain('extra');
  });
});

describe('rule 3: a new instance after any throw', () => {
  it('trap: after 511 aborts an instance fails on good input too', () => {
    const policy = raw('programmable');
    policy.setData(FRIENDS);
    for (let round = 0; round < 512; round++) expect(() => policy.evaluate(mode('conflict'))).toThrow();
    expect(() => policy.evaluate(mode('friend'))).toThrow(/out of bounds/);
  });

  it('is as good after 2,000 aborts as before', async () => {
    const policy = await programmable();
    for (let round = 0; round < 2_000; round++) {
      expect(brief(decide(policy, mode('conflict')))).toBe('AUTHORIZED_POLICY_ABORT');
      if (round % 100 === 0) expect(brief(decide(policy, mode('friend')))).toBe('allow');
    }
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
  });
});

describe('rule 4: input is looked at before it is written', () => {
  const colliding = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 0]));
  const deep = (levels: number): unknown => (levels === 0 ? 0 : { a: deep(levels - 1) });
  const REFUSED: readonly (readonly [string, unknown])[] = [
    ['a lone surrogate', '\ud800'],
    ['two high surrogates', '\ud800\ud800'],
    ['a key with half a character', { '\udc00': 1 }],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an integer beyond 2^53', 2 ** 53],
    ['a bigint', 1n],
    ['undefined', { member: undefined }],
    ['a hole', new Array(1)],
    ['a function', { member: () => 1 }],
    ['a symbol', { member: Symbol('s') }],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a class', new (class Thing {})()],
    ['bytes', new Uint8Array(2)],
    ['something with a prototype of its own', Object.create({ inherited: true })],
    ['1,001 members', colliding],
    ['65 levels', deep(64)],
    ['64 KiB', 'x'.repeat(64 * 1024)],
    ['64 KiB of bytes in fewer characters', 'é'.repeat(33 * 1024)],
    ['a list without an end', new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 40 : '') })],
  ];

  it('trap: two different texts become the same one', () => {
    const policy = raw('programmable');
    expect(policy.evaluate({ x: '\ud800\ud800' }, 'parley/echo')).toEqual([{ result: { x: '\ufc00' } }]);
    expect(policy.evaluate({ x: Number.NaN }, 'parley/echo')).toEqual([{ result: { x: null } }]);
  });

  it.each(REFUSED)('refuses %s', async (_, value) => {
    const policy = await programmable();
    const verdict = decide(policy, mode('friend', { value }));
    expect(brief(verdict)).toBe('AUTHORIZED_POLICY_INPUT');
    expect(verdict).not.toHaveProperty('inputText');
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
  });

  it.each([
    ['64 levels', deep(61)],
    ['1,000 members', Object.fromEntries(Object.entries(colliding).slice(1))],
    ['an astral character', '\u{1f600}'],
    ['every kind of escape', '"\\\u0000\u001f\u2028\u007f'],
    ['a member named like the prototype', JSON.parse('{"__proto__": {"visible": true}}')],
    ['no prototype', Object.create(null)],
    ['the largest integer', Number.MAX_SAFE_INTEGER],
    ['minus nothing', -0],
    ['a fraction', 0.1],
  ])('takes %s as JSON does', async (_, value) => {
    const policy = await programmable();
    const { inputText } = decide(policy, mode('friend', { value }));
    expect(JSON.parse(inputText ?? '').requester.attributes.value).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('says where', async () => {
    const policy = await programmable();
    const input = { 'a/b': [1, { c: Number.NaN }] };
    await expect(async () => policy.evaluate('parley/echo', input)).rejects.toMatchObject({
      pointer: '/a~1b/1/c',
    });
  });

  it('asks nothing of the input and reads each member once', async () => {
    const policy = await programmable();
    let reads = 0;
    const ref = {
      get ref() {
        reads++;
        return reads > 1 ? 'alice' : 'mallory';
      },
    };
    const requester = Object.defineProperties({ ...INPUT.requester }, Object.getOwnPropertyDescriptors(ref));
    expect(brief(decide(policy, { ...INPUT, requester }))).toBe('deny');
    expect(reads).toBe(1);
    const sly = { ...INPUT.requester.attributes, toJSON: 'not a function' };
    expect(brief(decide(policy, mode('friend', sly)))).toBe('allow');
  });

  it('does not hear of a polluted prototype', async () => {
    const policy = await programmable();
    const hostile = () => ({ mode: 'friend', ref: 'alice' });
    Object.defineProperty(Object.prototype, 'toJSON', { value: hostile, configurable: true });
    try {
      expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'toJSON');
    }
  });
});

describe('rule 5: entrypoints are names of our own table', () => {
  it('trap: half an entrypoint is the first one', () => {
    const policy = raw('programmable');
    policy.setData(FRIENDS);
    for (const id of [0.5, Number.NaN]) expect(policy.evaluate(mode('friend'), id)).toHaveLength(1);
  });

  it('refuses what is not in it', async () => {
    const policy = await programmable();
    for (const name of ['parley/nothing', 'toString', '__proto__', '', 0, 0.5, Number.NaN, null])
      expect(await codeOf(() => policy.evaluate(name as never, {}))).toBe('AUTHORIZED_POLICY_ENTRYPOINT');
    expect(policy.entrypoints).toContain('parley/decide');
    expect(await policy.evaluate('parley/echo', { a: 1 })).toEqual({ a: 1 });
  });

  it('refuses a policy without the entrypoint of decisions, or without one its manifest promises', async () => {
    const source = { wasm: fixture('programmable'), data: FRIENDS, revision: 'r1' };
    expect(await codeOf(() => loadPolicy(source, { decide: 'other/decide' }))).toBe(
      'AUTHORIZED_POLICY_ENTRYPOINT',
    );
    expect(await codeOf(() => loadPolicy({ ...source, entrypoints: ['parley/promised'] }))).toBe(
      'AUTHORIZED_POLICY_ENTRYPOINT',
    );
  });
});
