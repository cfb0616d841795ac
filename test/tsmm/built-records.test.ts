// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardFacts, CardSkill } from '../../src/advertised/types.js';
import type { Json } from '../../src/core/json.js';
import type { NegotiationRequest } from '../../src/core/request.js';
import { isDeclared } from '../../src/core/undeclared.js';
import { agree } from '../../src/negotiated/agree.js';
import { type OutcomeInput, outcomeOf } from '../../src/negotiated/outcome.js';
import type { ProtocolTerms } from '../../src/negotiated/types.js';
import { buildNegotiation } from '../../src/tsmm/build-negotiation.js';
import { validateNegotiation } from '../../src/tsmm/validate-negotiation.js';
import { facts, protocolTerms, request, verdict } from '../support/generate.js';
import { RUNS } from '../support/runs.js';

/** Ask for what is offered, so that acceptances are met often enough. */
function fitting(asked: NegotiationRequest, view: CardFacts, skill: CardSkill): NegotiationRequest {
  const offered = (direction: 'Input' | 'Output'): readonly string[] => {
    const own = direction === 'Input' ? skill.inputModes : skill.outputModes;
    const modes = isDeclared(own) && own.length > 0 ? own : view[`default${direction}Modes`];
    return isDeclared(modes) && modes.length > 0 ? modes : ['text/plain'];
  };
  const { extensions } = view.capabilities;
  return {
    ...asked,
    inputModes: offered('Input'),
    outputModes: offered('Output'),
    extensions: isDeclared(extensions) ? extensions.map(({ uri, required }) => ({ uri, required })) : [],
  };
}

const AGREED: ProtocolTerms = { name: 'a2a', outcome: 'accepted', version: '1.0', reason: 'ok' };

function notDenied({ authorization }: OutcomeInput['verdict']): OutcomeInput['verdict'] {
  const decision = authorization.decision === 'review' ? 'review' : 'allow';
  return { status: 'decided', authorization: { ...authorization, decision } };
}

describe('the records that are built', () => {
  it('obey the schema and every rule, whatever was asked, offered and decided', () => {
    const seen = new Map<string, number>();
    const how = fc.constantFrom('asked', 'fitting', 'hidden');
    fc.assert(
      fc.property(facts, request, protocolTerms, verdict, how, (view, asked, protocol, answer, mode) => {
        const [skill] = view.skills.values();
        if (skill === undefined) throw new Error('the generator makes one skill');
        const made = mode === 'fitting' ? fitting(asked, view, skill) : asked;
        const terms = agree(view, skill, made, mode === 'fitting' ? AGREED : protocol);
        const policy = mode === 'fitting' ? notDenied(answer) : answer;
        const input: OutcomeInput = { refused: terms.refusals.length > 0, terms, verdict: policy };
        const outcome = mode === 'hidden' ? 'rejected' : outcomeOf(input);
        const record = buildNegotiation({
          request: made,
          negotiationId: 'neg.1',
          decisionId: 'decision.1',
          outcome,
          terms: mode === 'hidden' ? undefined : terms,
          refusal: 'refused by policy',
          policyConstraints: answer.authorization.constraints,
          evidenceRefs: ['event.1'],
        });
        expect(validateNegotiation(record as unknown as Json)).toEqual({ valid: true, findings: [] });
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
    for (const outcome of ['accepted', 'accepted-with-constraints', 'rejected', 'review-required'])
      expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  });
});
