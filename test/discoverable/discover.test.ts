// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { digestBytes } from '../../src/core/digest.js';
import type { PolicyEvaluation, PolicyInput } from '../../src/core/policy.js';
import { createIssuer } from '../../src/core/state.js';
import { discover, SKILL_NOT_AVAILABLE } from '../../src/discoverable/discover.js';
import { brief, type StageOptions, stage } from '../support/states.js';

function run(
  options: StageOptions,
  change?: (evaluation: PolicyEvaluation) => PolicyEvaluation,
): ReturnType<typeof discover> {
  const { advertised, issuer, request, evaluation } = stage(options);
  return discover(advertised, { issuer, request, evaluation: change?.(evaluation) ?? evaluation });
}

const HIDDEN = [false, 'DISCOVERABLE_SKILL_NOT_AVAILABLE'];

describe('discover passes', () => {
  it.each<readonly [string, StageOptions]>([
    ['a skill that policy shows', {}],
    ['on an untrusted card where policy shows it', { signature: { status: 'untrusted' } }],
    ['on a verified card', { signature: { status: 'verified', profile: 'emitted', kid: 'k' } }],
    // Visible and not permitted: authorization says so, not discovery.
    ['a skill that policy shows and then denies', { authorization: { decision: 'deny' } }],
    ['a skill that is visible though the authorization lacks an attribute', { verdict: { status: 'gap' } }],
  ])('%s', (_, options) => {
    expect(brief(run(options))).toEqual([true, 'discovery.granted']);
  });

  it('and holds what it was made from', () => {
    const walk = stage();
    const state = walk.discoverable();
    expect(state.advertised).toBe(walk.advertised);
    expect(state.request).toBe(walk.request);
    expect(state.skill).toBe(walk.advertised.view.skills.get('skill'));
    expect(Object.isFrozen(state)).toBe(true);
  });
});

describe('discover says one and the same', () => {
  it.each<readonly [string, StageOptions]>([
    ['of a skill that does not exist', { request: { skill: 'nothing' } }],
    ['of a skill that is hidden', { discovery: { visible: false } }],
    [
      'of a hidden skill, whatever reasons policy has',
      { discovery: { visible: false, reasons: [{ code: 'disclosure.extended', message: 'secret' }] } },
    ],
    [
      'of a hidden skill that policy would allow',
      { discovery: { visible: false }, authorization: { decision: 'allow' } },
    ],
    ['of a gap in what decides disclosure', { verdict: { status: 'gap' }, discovery: { visible: false } }],
    ['of a name that every object has', { request: { skill: 'constructor' } }],
    ['of `__proto__`', { request: { skill: '__proto__' } }],
    ['of a card whose signature is invalid', { signature: { status: 'invalid' } }],
    ['of a visibility that is no boolean', { discovery: { visible: 'true' as unknown as boolean } }],
    ['of a visibility that is absent', { discovery: { visible: undefined as unknown as boolean } }],
  ])('%s', (_, options) => {
    const result = run(options);
    expect(brief(result)).toEqual(HIDDEN);
    expect(result.reasons).toEqual([SKILL_NOT_AVAILABLE]);
  });

  it.each<readonly [string, (input: PolicyInput) => PolicyInput]>([
    [
      'of an evaluation of another card',
      (input) => ({ ...input, card: { ...input.card, digest: digestBytes('x') } }),
    ],
    ['of an evaluation of another skill', (input) => ({ ...input, skill: { ...input.skill, id: 'other' } })],
    [
      'of an evaluation for another requester',
      (input) => ({ ...input, requester: { ...input.requester, ref: 'x' } }),
    ],
  ])('%s', (_, change) => {
    expect(brief(run({}, ({ input, verdict }) => ({ input: change(input), verdict })))).toEqual(HIDDEN);
  });
});

describe('a policy that failed', () => {
  it('is named by its code, whether or not the skill exists', () => {
    const verdict = { status: 'fault', fault: 'AUTHORIZED_POLICY_TRAP' } as const;
    expect(brief(run({ verdict }))).toEqual([false, 'AUTHORIZED_POLICY_TRAP']);
    expect(brief(run({ verdict, request: { skill: 'nothing' } }))).toEqual([false, 'AUTHORIZED_POLICY_TRAP']);
  });

  it('and gives no code has one all the same', () => {
    expect(brief(run({ verdict: { status: 'fault' } }))).toEqual([false, 'AUTHORIZED_POLICY_FAULT']);
  });
});

describe('discover takes no state but its own', () => {
  it('refuses what is forged, copied or of another engine', () => {
    const { advertised, issuer, request, evaluation } = stage();
    const forged = expect.objectContaining({ code: 'CORE_STATE_FORGED' });
    const call =
      (state: unknown, by = issuer) =>
      (): unknown =>
        discover(state as never, { issuer: by, request, evaluation });
    expect(call({ ...advertised })).toThrow(forged);
    expect(call(Object.create(advertised))).toThrow(forged);
    expect(call(advertised, createIssuer())).toThrow(forged);
    expect(call(stage().advertised)).toThrow(forged);
  });
});
