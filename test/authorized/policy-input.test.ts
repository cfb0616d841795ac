// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { policyInput } from '../../src/authorized/policy-input.js';
import type { PolicyInput } from '../../src/core/policy.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { type StageOptions, stage } from '../support/states.js';

const AT = '2026-05-05T00:00:00.000Z';

function input(options: StageOptions = {}, history: readonly string[] = []): PolicyInput {
  const { advertised, terms } = stage(options);
  return policyInput(advertised, terms, AT, history);
}

describe('policyInput', () => {
  it('is the envelope and nothing else', () => {
    const { advertised } = stage();
    expect(input()).toStrictEqual({
      requester: { ref: 'client', authenticated: true, attributes: {} },
      provider: { ref: 'agent' },
      card: {
        digest: advertised.digest,
        signature: 'unsigned',
        unattested: [''],
        protocolVersion: '1.0',
        history: [],
      },
      skill: { id: 'skill', tags: ['tag'], securityRequirements: { state: 'undeclared' } },
      scope: 'scope.x',
      effect: { class: 'read', risk: 'low' },
      negotiated: {
        inputModes: ['text/plain'],
        outputModes: ['text/plain'],
        extensions: [],
        missing: [],
        protocol: { name: 'a2a', version: '1.0' },
      },
      now: AT,
    });
  });

  it('carries what is optional where it is there', () => {
    const requester = {
      ref: 'c',
      origin: 'https://c.example',
      authenticated: false,
      tenant: 't',
      workspace: 'w',
      attributes: { a: 1 },
    };
    const made = input(
      {
        request: {
          requester,
          provider: { ref: 'p', origin: 'https://p.example' },
          effect: { class: 'write' },
        },
        signature: { status: 'verified', profile: 'a2a-1.0', kid: 'k', alg: 'ES256', keySource: 'pinned' },
      },
      ['card.changed'],
    );
    // The origin of the requester, the algorithm and the source of the key are not part of the envelope.
    expect(made.requester).toStrictEqual({
      ref: 'c',
      authenticated: false,
      tenant: 't',
      workspace: 'w',
      attributes: { a: 1 },
    });
    expect(made.provider).toStrictEqual({ ref: 'p', origin: 'https://p.example' });
    expect(made.effect).toStrictEqual({ class: 'write' });
    expect(made.card).toMatchObject({
      signature: 'verified',
      profile: 'a2a-1.0',
      keyId: 'k',
      history: ['card.changed'],
    });
    expect(Object.keys(made.card)).not.toContain('alg');
  });

  it('names the version that was agreed, and the shape of the document where none was', () => {
    const version = (options: StageOptions): string => input(options).card.protocolVersion;
    expect(version({ protocol: { name: 'a2a', outcome: 'accepted', version: '0.3', reason: 'ok' } })).toBe(
      '0.3',
    );
    expect(version({ protocol: { name: 'a2a', outcome: 'refused', reason: 'unsupported' } })).toBe('1.0');
  });
});

describe('security requirements, as policy sees them', () => {
  const key = [new Map([['key', ['a', 'b'] as const]])];
  const none: never[] = [];

  it.each<readonly [string, StageOptions, PolicyInput['skill']['securityRequirements']]>([
    ['neither says anything', {}, { state: 'undeclared' }],
    [
      'the card says',
      { view: { securityRequirements: key } },
      { state: 'declared', value: [{ key: ['a', 'b'] }] },
    ],
    [
      'the skill says',
      { skill: { securityRequirements: key } },
      { state: 'declared', value: [{ key: ['a', 'b'] }] },
    ],
    [
      'the skill says none and the card some: the skill replaces the card',
      { view: { securityRequirements: key }, skill: { securityRequirements: none } },
      { state: 'declared', value: [] },
    ],
    ['the card says none', { view: { securityRequirements: none } }, { state: 'declared', value: [] }],
    ['the skill is unknown', { skill: { securityRequirements: 'unknown' } }, { state: 'unknown' }],
    [
      'the skill is unknown and the card is not',
      { view: { securityRequirements: key }, skill: { securityRequirements: 'unknown' } },
      { state: 'unknown' },
    ],
    ['the card is unknown', { view: { securityRequirements: 'unknown' } }, { state: 'unknown' }],
    [
      'the card is unknown and the skill silent',
      { view: { securityRequirements: 'unknown' }, skill: { securityRequirements: UNDECLARED } },
      { state: 'unknown' },
    ],
  ])('%s', (_, options, expected) => {
    expect(input(options).skill.securityRequirements).toEqual(expected);
  });

  it('a scheme of an odd name is a member like any other', () => {
    const odd = [new Map([['__proto__', ['x'] as const]])];
    const { securityRequirements } = input({ skill: { securityRequirements: odd } }).skill;
    expect(JSON.stringify(securityRequirements)).toBe('{"state":"declared","value":[{"__proto__":["x"]}]}');
  });
});
