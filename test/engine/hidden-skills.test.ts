// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { PolicyPort, PolicyVerdict } from '../../src/core/policy.js';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { asRequest, at, type Draft, example, exampleEngine, policyOver } from '../support/example.js';

const HIDDEN = 'DISCOVERABLE_SKILL_NOT_AVAILABLE';

/** The card with its first skill changed, and without it. */
function cards(change: Draft = {}): { readonly there: Draft; readonly absent: Draft } {
  const { card } = example();
  const [skill, ...others] = card['skills'] as Draft[];
  return {
    there: { ...card, skills: [{ ...skill, ...change }, ...others] },
    absent: { ...card, skills: others },
  };
}

/** A request whose attributes have so many characters. */
function filled(length: number): Draft {
  const { request } = example();
  const attributes: Draft = {};
  for (let left = length, count = 100; left > 0; left -= 2_000, count += 1)
    attributes[`a${count}`] = 'x'.repeat(Math.min(left, 2_000));
  return { ...request, requester: { ...at(request, 'requester'), attributes } };
}

async function ask(policy: PolicyPort, card: Draft, request: Draft): Promise<NegotiationAnswer> {
  let count = 0;
  const next = (): string => {
    count += 1;
    return `0000000000000000.${count}`;
  };
  const engine = await exampleEngine({ policy, ids: { next } });
  return engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
}

const codes = ({ layers }: NegotiationAnswer): readonly string[] => layers[1]?.codes ?? [];

/** All that a requester is told but the digest of the card and the hash of the log. */
function told(answer: NegotiationAnswer): string {
  const [, , digest = ''] = answer.evidence.refs;
  return JSON.stringify(answer).replaceAll(digest, 'CARD').replaceAll(answer.evidence.head.hash, 'HEAD');
}

/** The longest attributes with which policy can still be asked about a card. */
async function longest(policy: PolicyPort, card: Draft): Promise<number> {
  let fits = 0;
  let fails = 70_000;
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (codes(await ask(policy, card, filled(middle)))[0] === HIDDEN) fits = middle;
    else fails = middle;
  }
  return fits;
}

describe('a skill that is hidden from a requester who fills the input of policy up to its bound', () => {
  const skills: readonly (readonly [string, Draft])[] = [
    ['as it is', {}],
    ['with one tag more', { tags: ['contracts', 'risk', 't'] }],
    ['with fewer modes than the card', { inputModes: ['text/plain'], tags: [] }],
    ['with no common mode at all', { inputModes: ['a/b'], outputModes: ['a/b'], tags: [] }],
    [
      'with requirements of its own',
      { tags: [], securityRequirements: [{ schemes: { oauth: { list: [] } } }] },
    ],
  ];
  for (const [name, change] of skills)
    it(`reads like one that does not exist: ${name}`, async () => {
      const { data } = example();
      at(data, 'policy_data', 'grants')['requesters'] = {};
      const policy = await policyOver(data);
      const { there, absent } = cards(change);
      const bound = await longest(policy, absent);
      expect(bound).toBeGreaterThan(50_000);
      for (const length of [bound - 100, bound - 10, bound, bound + 1]) {
        const answers = [await ask(policy, there, filled(length)), await ask(policy, absent, filled(length))];
        expect(answers.map(codes)[0]).toEqual([length > bound ? 'AUTHORIZED_POLICY_INPUT' : HIDDEN]);
        expect(new Set(answers.map(told)).size).toBe(1);
      }
    });

  it('is told what is wrong where the requester may see it', async () => {
    const policy = await policyOver(example().data);
    const { there } = cards({ tags: ['x'.repeat(70_000)] });
    expect(codes(await ask(policy, there, example().request))).toEqual(['AUTHORIZED_POLICY_INPUT']);
  });
});

describe('where a policy of others fails or lacks an attribute on the tags of a hidden skill alone', () => {
  const verdicts: readonly (readonly [string, Partial<PolicyVerdict>])[] = [
    ['a fault', { status: 'fault', fault: 'AUTHORIZED_POLICY_ABORT' }],
    ['a gap', { status: 'gap' }],
  ];
  for (const [name, change] of verdicts)
    it(`${name} is in the evidence, and the answer is that of a skill that does not exist`, async () => {
      const { data, request } = example();
      at(data, 'policy_data', 'grants')['requesters'] = {};
      const real = await policyOver(data);
      const policy: PolicyPort = {
        identity: real.identity,
        decide: async (input) => {
          const verdict = await real.decide(input);
          return input.skill.tags.length === 0 ? verdict : { ...verdict, ...change };
        },
      };
      const { there, absent } = cards();
      expect(told(await ask(policy, there, request))).toBe(told(await ask(policy, absent, request)));
      const engine = await exampleEngine({ policy });
      await engine.negotiate({ card: JSON.stringify(there), request: asRequest(request) });
      const [entry] = engine.evidence.entries();
      expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({ verdict: change, card: { skillExists: true } });
    });
});
