// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestBytes } from '../../src/core/digest.js';
import type { Json } from '../../src/core/json.js';
import type { PolicyPort, PolicyVerdict } from '../../src/core/policy.js';
import type { NegotiationRequest } from '../../src/core/request.js';
import { createDerivedIds } from '../../src/engine/identity.js';
import { createEngine } from '../../src/engine.js';
import { validateAnswer } from '../../src/tsmm/validate-answer.js';

const CARD = readFileSync('examples/contract-review/card.json', 'utf8');
const REQUEST = JSON.parse(
  readFileSync('examples/contract-review/request.json', 'utf8'),
) as NegotiationRequest;

type Answer = Partial<PolicyVerdict> & {
  readonly visible?: boolean;
  readonly decision?: PolicyVerdict['authorization']['decision'];
};

/** A policy that always gives the same answer. */
function policy({ visible = true, decision = 'allow', ...rest }: Answer): PolicyPort {
  const identity = { digest: digestBytes('p'), dataDigest: digestBytes('d'), revision: 'r/1' };
  const reasons = [{ code: 'policy.reason', message: 'because' }];
  const verdict: PolicyVerdict = {
    status: 'decided',
    discovery: { visible, reasons },
    authorization: { decision, reasons, constraints: ['c 1'], obligations: [], scope: REQUEST.scope },
    policy: identity,
    inputDigest: digestBytes('i'),
    ...rest,
  };
  return { identity, decide: () => verdict };
}

const { run: _run, negotiationId: _id, ...outside } = REQUEST;

describe('what the engine answers is valid as a whole', () => {
  it.each<readonly [string, string, Answer, NegotiationRequest, string]>([
    ['an acceptance', 'accepted-with-constraints', {}, REQUEST, CARD],
    ['a denial', 'rejected', { decision: 'deny' }, REQUEST, CARD],
    ['a review', 'review-required', { decision: 'review' }, REQUEST, CARD],
    ['a hidden skill', 'rejected', { visible: false }, REQUEST, CARD],
    ['a policy gap', 'rejected', { status: 'gap', decision: 'deny' }, REQUEST, CARD],
    [
      'a policy fault',
      'rejected',
      { status: 'fault', fault: 'AUTHORIZED_POLICY_TRAP', decision: 'deny' },
      REQUEST,
      CARD,
    ],
    ['a skill that does not exist', 'rejected', {}, { ...REQUEST, skill: 'no-such-skill' }, CARD],
    ['a card without extensions', 'rejected', {}, REQUEST, CARD.replace(/"extensions"/, '"exsions"')],
    ['a record outside any run', 'accepted-with-constraints', {}, outside, CARD],
    ['a record inside a run', 'accepted-with-constraints', {}, { ...REQUEST, run: 'tenant/run 1' }, CARD],
    [
      'identifiers outside the alphabet',
      'accepted-with-constraints',
      {},
      {
        ...REQUEST,
        negotiationId: 'neg ü',
        requester: { ...REQUEST.requester, ref: 'did:web:a.example#key 1' },
      },
      CARD,
    ],
  ])('%s', async (_name, outcome, answer, request, card) => {
    const engine = createEngine({
      policy: policy(answer),
      clock: { now: () => 1_780_000_000_000 },
      ids: createDerivedIds(),
    });
    const { authorized: _state, ...document } = await engine.negotiate({ card, request });
    expect(document.outcome).toBe(outcome);
    const { findings } = validateAnswer(JSON.parse(JSON.stringify(document)) as Json);
    expect(findings).toEqual([]);
  });
});
