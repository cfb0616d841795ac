// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize, REVIEW_REQUIRED } from '../../src/authorized/authorize.js';
import type { Obligation, PolicyVerdict } from '../../src/core/policy.js';
import { createIssuer } from '../../src/core/state.js';
import { DiscoverableCapability } from '../../src/discoverable/types.js';
import { NegotiatedCapability } from '../../src/negotiated/types.js';
import { NOW } from '../support/now.js';
import { RUNS } from '../support/runs.js';
import { brief, type StageOptions, stage } from '../support/states.js';

function run(options: StageOptions): ReturnType<typeof authorize> {
  const walk = stage(options);
  return authorize(walk.negotiated(), walk.context);
}

const expiry = (obligations: readonly Obligation[]): number =>
  (stage({ authorization: { obligations } }).authorized().expiresAt - NOW) / 1000;

describe('authorize passes', () => {
  it('a whole, valid allow, with what policy attached to it', () => {
    const constraints = ['eur-only'];
    const obligations = [{ id: 'record-output-digest' }];
    const walk = stage({ authorization: { constraints, obligations } });
    const result = authorize(walk.negotiated(), walk.context);
    expect(brief(result)).toEqual([true, 'grants.allowed']);
    const state = walk.authorized();
    expect(state).toMatchObject({
      layer: 'authorized',
      decisionId: 'decision.1',
      negotiationId: 'neg.1',
      scope: 'scope.x',
      constraints,
      obligations,
      expiresAt: NOW + 300_000,
    });
    expect(Object.isFrozen(state)).toBe(true);
  });

  it.each<readonly [string, readonly Obligation[], number]>([
    ['no obligation', [], 300],
    ['an obligation of another kind', [{ id: 'log', seconds: 1 }], 300],
    ['a shorter time', [{ id: 'expire-after', seconds: 60 }], 60],
    ['a longer time, which the engine bounds', [{ id: 'expire-after', seconds: 3_600 }], 300],
    [
      'the shortest of several',
      [
        { id: 'expire-after', seconds: 60 },
        { id: 'expire-after', seconds: 5 },
      ],
      5,
    ],
    ['no time', [{ id: 'expire-after', seconds: 0 }], 0],
    ['a time below zero', [{ id: 'expire-after', seconds: -1 }], 0],
    ['a time that is text', [{ id: 'expire-after', seconds: '60' }], 0],
    ['a time that is absent', [{ id: 'expire-after' }], 0],
    [
      'an unusable time beside a usable one',
      [
        { id: 'expire-after', seconds: 9 },
        { id: 'expire-after', seconds: null },
      ],
      0,
    ],
    ['a time without end', [{ id: 'expire-after', seconds: Number.POSITIVE_INFINITY }], 0],
    ['a time that is no number', [{ id: 'expire-after', seconds: Number.NaN }], 0],
  ])('and ends in time: %s', (_, obligations, seconds) => {
    expect(expiry(obligations)).toBe(seconds);
  });
});

describe('authorize refuses', () => {
  const deny = { decision: 'deny' } as const;
  const missing = { request: { extensions: [{ uri: 'urn:x', required: true }] } };

  it.each<readonly [string, StageOptions, readonly string[]]>([
    ['a deny, with the reasons of policy', { authorization: deny }, ['grants.allowed']],
    ['a deny without reasons', { authorization: { ...deny, reasons: [] } }, ['AUTHORIZED_DENIED']],
    ['a gap', { verdict: { status: 'gap' }, authorization: deny }, ['grants.allowed']],
    ['an allow that is a gap', { verdict: { status: 'gap' } }, ['grants.allowed']],
    ['review', { authorization: { decision: 'review' } }, ['grants.allowed', REVIEW_REQUIRED]],
    [
      'review without reasons',
      { authorization: { decision: 'review', reasons: [] } },
      ['AUTHORIZED_REVIEW_REQUIRED'],
    ],
    [
      'review of a missing extension',
      { ...missing, authorization: { decision: 'review' } },
      ['grants.allowed', 'AUTHORIZED_REVIEW_REQUIRED'],
    ],
    [
      'a decision that nobody knows',
      { authorization: { decision: 'permit' as 'allow' } },
      ['grants.allowed'],
    ],
    [
      'an allow in other case',
      { authorization: { decision: 'Allow' as 'allow', reasons: [] } },
      ['AUTHORIZED_DENIED'],
    ],
    ['a status that nobody knows', { verdict: { status: 'ok' as 'decided' } }, ['grants.allowed']],
  ])('%s', (_, options, codes) => {
    expect(brief(run(options))).toEqual([false, ...codes]);
  });

  // The states below cannot come out of the layers before; a caller of the layers by hand could put them together.
  function by(
    verdict: Partial<PolicyVerdict>,
    input: object = {},
    options: StageOptions = {},
  ): ReturnType<typeof run> {
    const { advertised, context, evaluation, issuer, request, terms } = stage(options);
    const skill = terms.skill;
    const made = {
      input: { ...evaluation.input, ...input },
      verdict: { ...evaluation.verdict, ...verdict },
    };
    const discoverable = new DiscoverableCapability(issuer, { advertised, request, skill, evaluation: made });
    return authorize(new NegotiatedCapability(issuer, discoverable, terms), context);
  }

  it('a fault, though it says allow', () => {
    expect(brief(by({ status: 'fault', fault: 'AUTHORIZED_POLICY_TIMEOUT' }))).toEqual([
      false,
      'AUTHORIZED_POLICY_TIMEOUT',
    ]);
    expect(brief(by({ status: 'fault' }))).toEqual([false, 'AUTHORIZED_POLICY_FAULT']);
  });

  it('a verdict on other terms, were they equal, and one on another scope', () => {
    const { terms } = stage();
    expect(brief(by({}, { negotiated: { ...terms.forPolicy } }))).toEqual([
      false,
      'AUTHORIZED_VERDICT_FOREIGN',
    ]);
    expect(brief(by({}, { scope: 'scope.wider' }))).toEqual([false, 'AUTHORIZED_VERDICT_FOREIGN']);
  });

  it('an allow with a required extension missing', () => {
    expect(brief(by({}, {}, missing))).toEqual([false, 'AUTHORIZED_EXTENSION_MISSING']);
  });

  it('a state that is forged, copied or of another engine', () => {
    const walk = stage();
    const forged = expect.objectContaining({ code: 'CORE_STATE_FORGED' });
    const call =
      (state: unknown, issuer = walk.issuer) =>
      (): unknown =>
        authorize(state as never, { ...walk.context, issuer });
    expect(call({ ...walk.negotiated() })).toThrow(forged);
    expect(call(walk.discoverable())).toThrow(forged);
    expect(call(walk.authorized())).toThrow(forged);
    expect(call(walk.negotiated(), createIssuer())).toThrow(forged);
  });
});

describe('laws of authorization', () => {
  it('only a decided allow passes, whatever else a verdict says', () => {
    const status = fc.constantFrom('decided', 'gap', '', 'DECIDED') as fc.Arbitrary<'decided'>;
    const decision = fc.constantFrom('allow', 'deny', 'review', '', 'true') as fc.Arbitrary<'allow'>;
    fc.assert(
      fc.property(status, decision, fc.array(fc.string()), (how, what, constraints) => {
        const result = run({ verdict: { status: how }, authorization: { decision: what, constraints } });
        expect(result.passed).toBe(how === 'decided' && what === 'allow');
      }),
      { numRuns: 200 },
    );
  });

  it('no obligation lets an authorization last longer', () => {
    const seconds = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(null, 'x', true, 1e308));
    const obligation = fc.record({ id: fc.constantFrom('expire-after', 'log'), seconds });
    fc.assert(
      fc.property(fc.array(obligation, { maxLength: 3 }), obligation, (list, more) => {
        const before = expiry(list);
        const after = expiry([...list, more]);
        expect(after).toBeLessThanOrEqual(before);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(300);
      }),
      { numRuns: Math.min(RUNS, 5_000) },
    );
  });
});
