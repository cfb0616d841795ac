// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import { brief, codeOf, decide, mode, programmable, raw } from './support.js';

const WHY = [{ code: 'c', message: 'm' }];
const GAP = [{ code: 'c', message: 'm', gap: '/requester/tenant' }];

function answer(authorization: object = {}, discovery: object = {}): Record<string, unknown> {
  return {
    discovery: { visible: true, reasons: WHY, ...discovery },
    authorization: {
      decision: 'allow',
      reasons: WHY,
      constraints: [],
      obligations: [],
      scope: 's',
      ...authorization,
    },
  };
}

function verdictOn(policy: Policy, result: unknown): ReturnType<typeof decide> {
  return decide(policy, mode('result', { result }));
}

function without(object: object, name: string): object {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

describe('rule 8: an answer is what its schema says', () => {
  it('trap: a policy without a value answers with nothing', () => {
    expect(raw('programmable').evaluate(mode('nothing'))).toEqual([]);
  });

  it('takes no answer for a refusal with a code', async () => {
    const policy = await programmable();
    expect(brief(decide(policy, mode('nothing')))).toBe('AUTHORIZED_POLICY_UNDEFINED');
    expect(await codeOf(() => policy.evaluate('parley/lookup', {}))).toBe('AUTHORIZED_POLICY_UNDEFINED');
  });

  it.each<[string, unknown]>([
    ['a boolean', true],
    ['a text', 'allow'],
    ['null', null],
    ['a list', [answer()]],
    ['nothing in it', {}],
    ['no discovery', without(answer(), 'discovery')],
    ['no authorization', without(answer(), 'authorization')],
    ['a member more', { ...answer(), extra: 1 }],
    ['a member more in the discovery', answer({}, { extra: 1 })],
    ['a member more in the authorization', answer({ extra: 1 })],
    ['discovery is a list', { ...answer(), discovery: [] }],
    ['authorization is null', { ...answer(), authorization: null }],
    ['visible is text', answer({}, { visible: 'true' })],
    ['visible is a number', answer({}, { visible: 1 })],
    ['a decision nobody knows', answer({ decision: 'permit' })],
    ['a decision in capitals', answer({ decision: 'ALLOW' })],
    ['a decision that is true', answer({ decision: true })],
    ['no reason', answer({ reasons: [] })],
    ['no reason to see it', answer({}, { reasons: [] })],
    ['reasons are text', answer({ reasons: 'because' })],
    ['a reason is text', answer({ reasons: ['because'] })],
    ['a reason without a code', answer({ reasons: [{ message: 'm' }] })],
    ['a reason with an empty code', answer({ reasons: [{ code: '', message: 'm' }] })],
    ['a reason with a member more', answer({ reasons: [{ code: 'c', message: 'm', more: 1 }] })],
    [
      'a gap that is no pointer',
      answer({ decision: 'deny', reasons: [{ code: 'c', message: 'm', gap: 'x' }] }),
    ],
    ['a gap, and still an allow', answer({ reasons: GAP })],
    ['a gap, and still a review', answer({ decision: 'review', reasons: GAP })],
    ['a gap of discovery, and still an allow', answer({}, { reasons: GAP })],
    ['constraints are text', answer({ constraints: 'none' })],
    ['a constraint is a number', answer({ constraints: [1] })],
    ['a constraint is empty', answer({ constraints: [''] })],
    ['obligations are an object', answer({ obligations: {} })],
    ['an obligation is text', answer({ obligations: ['log'] })],
    ['an obligation without an id', answer({ obligations: [{ seconds: 1 }] })],
    ['scope is missing', { ...answer(), authorization: without(answer().authorization as object, 'scope') }],
    ['scope is null', answer({ scope: null })],
  ])('refuses %s', async (_, result) => {
    const policy = await programmable();
    expect(brief(verdictOn(policy, result))).toBe('AUTHORIZED_POLICY_RESULT');
    expect(verdictOn(policy, result).discovery.visible).toBe(false);
  });

  it('does not take what is missing from a polluted prototype', async () => {
    const policy = await programmable();
    for (const [name, value] of [
      ['visible', true],
      ['authorization', answer().authorization],
      ['scope', 's'],
    ] as const) {
      const result = name === 'visible' ? answer({}, {}) : without(answer(), name);
      const bare = name === 'visible' ? { ...result, discovery: { reasons: WHY } } : result;
      Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: false });
      try {
        if (name !== 'scope') expect(brief(verdictOn(policy, bare))).toBe('AUTHORIZED_POLICY_RESULT');
        else expect(brief(verdictOn(policy, answer({ scope: 7 })))).toBe('AUTHORIZED_POLICY_RESULT');
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
  });
});

describe('deny, gap and fault are three answers', () => {
  it('is a gap where every reason names what is missing', async () => {
    const policy = await programmable();
    const gap = verdictOn(policy, answer({ decision: 'deny', reasons: GAP }));
    expect([gap.status, gap.authorization.decision, gap.fault]).toEqual(['gap', 'deny', undefined]);
    expect(gap.authorization.reasons).toEqual(GAP);
    const both = verdictOn(policy, answer({ decision: 'deny', reasons: [...GAP, ...WHY] }));
    expect(both.status).toBe('decided');
    expect(verdictOn(policy, answer({ decision: 'deny' })).status).toBe('decided');
    expect(decide(policy, mode('nothing')).status).toBe('fault');
  });

  it('does not show by a gap what is hidden', async () => {
    const policy = await programmable();
    const hidden = answer({ decision: 'deny', reasons: GAP }, { visible: false });
    expect(verdictOn(policy, hidden).status).toBe('decided');
    const unknown = answer({ decision: 'deny' }, { visible: false, reasons: GAP });
    expect(verdictOn(policy, unknown).status).toBe('gap');
  });
});

describe('obligations', () => {
  const asking = (...obligations: JsonObject[]) => answer({ obligations });

  it.each<[string, JsonObject]>([
    ['one nobody knows', { id: 'notify', to: 'x' }],
    ['an expiry without an end', { id: 'expire-after' }],
    ['an expiry of nothing', { id: 'expire-after', seconds: 0 }],
    ['an expiry in the past', { id: 'expire-after', seconds: -1 }],
    ['an expiry in words', { id: 'expire-after', seconds: '60' }],
  ])('refuses %s', async (_, obligation) => {
    const policy = await programmable();
    const verdict = verdictOn(policy, asking(obligation));
    expect(brief(verdict)).toBe('AUTHORIZED_POLICY_OBLIGATION');
    expect(verdict.authorization.decision).toBe('deny');
    expect(brief(verdictOn(policy, answer({ decision: 'review', obligations: [obligation] })))).toBe(
      'AUTHORIZED_POLICY_OBLIGATION',
    );
  });

  it('takes those of the engine, and those that the embedder says it carries out', async () => {
    const policy = await programmable({ obligations: ['notify'] });
    const all = asking({ id: 'expire-after', seconds: 60 }, { id: 'record-output-digest' }, { id: 'notify' });
    expect(verdictOn(policy, all).authorization.obligations.map((entry) => entry.id)).toEqual([
      'expire-after',
      'record-output-digest',
      'notify',
    ]);
  });

  it('leaves nothing to bound on a deny', async () => {
    const policy = await programmable();
    const result = answer({ decision: 'deny', constraints: ['c'], obligations: [{ id: 'notify' }] });
    expect(verdictOn(policy, result).authorization).toMatchObject({
      decision: 'deny',
      constraints: [],
      obligations: [],
    });
  });
});

describe('rule 12: an answer has one form', () => {
  it('sorts the members of an answer and the reasons of a verdict', async () => {
    const policy = await programmable({ obligations: ['o'] });
    const odd = { zz: 1, a: { y: 1, b: [{ d: 1, c: 2 }] }, m: 1, k3: 1, k1: 1, k2: 1 };
    const value = await policy.evaluate('parley/echo', odd);
    expect(JSON.stringify(value)).toBe('{"a":{"b":[{"c":2,"d":1}],"y":1},"k1":1,"k2":1,"k3":1,"m":1,"zz":1}');
    const reasons = [
      { code: 'b', message: 'm' },
      { code: 'a', message: 'n' },
      { code: 'a', message: 'm' },
      { code: 'b', message: 'm' },
    ];
    const obligations = [{ id: 'o', z: 1, a: 1 }];
    const verdict = verdictOn(policy, answer({ reasons, obligations, constraints: ['z', 'a', 'z'] }));
    expect(verdict.authorization.reasons.map(({ code, message }) => code + message)).toEqual([
      'am',
      'an',
      'bm',
    ]);
    expect(JSON.stringify(verdict.authorization.obligations)).toBe('[{"a":1,"id":"o","z":1}]');
    expect(verdict.authorization.constraints).toEqual(['z', 'a']);
  });

  it('keeps a member named like the prototype a member', async () => {
    const policy = await programmable();
    const value = await policy.evaluate('parley/echo', JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('gives the same verdict twice, and cannot be changed', async () => {
    const [one, two] = [await programmable(), await programmable()];
    const verdict = decide(one, mode('friend'));
    expect(JSON.stringify(verdict)).toBe(JSON.stringify(decide(two, mode('friend'))));
    expect(Object.isFrozen(verdict)).toBe(true);
    expect(Object.isFrozen(verdict.authorization)).toBe(true);
    expect(Object.isFrozen(verdict.authorization.reasons)).toBe(true);
  });
});
