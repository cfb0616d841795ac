// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderNegotiation } from '../../src/cli/text/negotiation.js';
import { createPaint } from '../../src/cli/text/paint.js';
import type { Json } from '../../src/core/json.js';
import type { PolicyPort } from '../../src/core/policy.js';
import type { Ids } from '../../src/core/ports.js';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { createEngine } from '../../src/engine.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { verifyEvidence } from '../../src/evidenced/verify-evidence.js';
import { validateAnswer } from '../../src/tsmm/validate-answer.js';
import { ours } from '../schemas/support.js';
import { asRequest, at, type Draft, policyOver } from '../support/example.js';
import { NOW } from '../support/now.js';
import { RUNS } from '../support/runs.js';
import { dataOf, SETTINGS, type WholeNegotiation, wholeNegotiation } from './support/whole-negotiations.js';

const policies: PolicyPort[] = [];
beforeAll(async () => {
  for (const settings of SETTINGS) policies.push(await policyOver(dataOf(settings)));
});

/** Identifiers that count, so that two answers may be compared though their cards differ. */
function counting(): Ids {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `0000000000000000.${count}`;
    },
  };
}

async function decide({ card, request, setting }: WholeNegotiation): Promise<{
  readonly answer: NegotiationAnswer;
  readonly evidence: ReturnType<typeof createMemoryEvidence>;
}> {
  const policy = policies[setting];
  if (policy === undefined) throw new Error('no such setting');
  const evidence = createMemoryEvidence();
  const engine = createEngine({ policy, evidence, clock: { now: () => NOW }, ids: counting() });
  const answer = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
  return { answer, evidence };
}

/** What is printed of an answer. */
function printed({ authorized: _state, ...document }: NegotiationAnswer): Json {
  return JSON.parse(JSON.stringify(document)) as Json;
}

// A hundred thousand negotiations take minutes.
const DEEP = 900_000;

const validators = {
  negotiation: ours('tsmm-capability-negotiation'),
  receipt: ours('tsmm-decision-receipt'),
  hostEvent: ours('host-event'),
  runEvent: ours('run-event'),
};

describe('every answer of the engine, whatever is asked of whatever card under whatever policy', () => {
  it(
    'is valid by schema and by every rule, grants nothing where it refuses, and is in the evidence',
    async () => {
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(wholeNegotiation, async (given) => {
          const { answer, evidence } = await decide(given);
          const { outcome, negotiation, receipt, record, layers, authorized } = answer;
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          expect(validateAnswer(printed(answer))).toEqual({ valid: true, findings: [] });
          expect(validators.negotiation(negotiation)).toBe(true);
          expect(validators.receipt(receipt)).toBe(true);
          expect(validators['runId' in record ? 'runEvent' : 'hostEvent'](record)).toBe(true);
          const accepts = outcome === 'accepted' || outcome === 'accepted-with-constraints';
          expect(authorized !== undefined).toBe(accepts);
          if (outcome === 'rejected') {
            const { acceptedInputModes, acceptedOutputModes, acceptedExtensions } = negotiation;
            expect([...acceptedInputModes, ...acceptedOutputModes, ...acceptedExtensions]).toEqual([]);
            expect(negotiation.rejectedExtensions.length).toBe(negotiation.requestedExtensions.length);
            expect(layers.some(({ status }) => status === 'refused')).toBe(true);
          }
          expect(verifyEvidence(evidence, answer.evidence.head.hash)).toMatchObject({ ok: true });
          for (const ref of answer.evidence.refs.filter((id) => !id.startsWith('sha256:')))
            expect(evidence.find(ref)).toBeDefined();
          for (const { body } of evidence.entries()) JSON.parse(body);
        }),
        { numRuns: RUNS },
      );
      for (const outcome of ['accepted', 'accepted-with-constraints', 'rejected', 'review-required'])
        expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(RUNS / 100);
    },
    DEEP,
  );

  it(
    'is the same twice, byte for byte',
    async () => {
      await fc.assert(
        fc.asyncProperty(wholeNegotiation, async (given) => {
          const [one, other] = [await decide(given), await decide(structuredClone(given))];
          expect(JSON.stringify(printed(other.answer))).toBe(JSON.stringify(printed(one.answer)));
        }),
        { numRuns: RUNS / 4 },
      );
    },
    DEEP,
  );

  it(
    'is the same for a skill that the requester may not see as for one that does not exist',
    async () => {
      let hidden = 0;
      await fc.assert(
        fc.asyncProperty(secretSkill, async (given) => {
          const { skills, ...card } = given.card as { skills: Draft[] };
          const others = skills.filter(({ id }) => id !== given.request['skill']);
          const [there, absent] = [
            await decide(given),
            await decide({ ...given, card: { ...card, skills: others } }),
          ];
          expect(told(there.answer)).toBe(told(absent.answer));
          hidden += there.answer.layers[1]?.codes[0] === 'DISCOVERABLE_SKILL_NOT_AVAILABLE' ? 1 : 0;
        }),
        { numRuns: RUNS / 4 },
      );
      expect(hidden).toBeGreaterThan(RUNS / 8);
    },
    DEEP,
  );
});

/** Negotiations for a skill that exists and is shown to nobody who asks here. */
const secretSkill: fc.Arbitrary<WholeNegotiation> = wholeNegotiation
  .filter(({ card }) => 'skills' in card)
  .map(({ card, request }) => {
    const skill = at(card, 'skills', isOther(at(card, 'skills', 0)) ? 1 : 0);
    const requester = { ...at(request, 'requester'), ref: 'client.stranger' };
    return { card, request: { ...request, skill: skill['id'] ?? '', requester }, setting: HIDING };
  });

const HIDING = SETTINGS.findIndex(({ disclosure }) => disclosure === 'restricted');

function isOther({ id }: Draft): boolean {
  return id === 'other';
}

/** What a requester is told, in both formats: everything but the digest of the card and the hash of the log. */
function told(answer: NegotiationAnswer): string {
  const [, , digest = ''] = answer.evidence.refs;
  const both = JSON.stringify(printed(answer)) + renderNegotiation(answer, createPaint(false));
  return both.replaceAll(digest, 'CARD').replaceAll(answer.evidence.head.hash, 'HEAD');
}
