// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { PolicyPort, PolicyReason } from '../../src/core/policy.js';
import type { Engine, NegotiationAnswer } from '../../src/engine/types.js';
import type { EntryKind } from '../../src/evidenced/types.js';
import { validateAnswer, validateCheckpoint } from '../../src/tsmm/index.js';
import { asRequest, at, type Draft, example, exampleEngine } from '../support/example.js';
import { asking, engineOver, negotiate, programmableEngine } from './support/hurt.js';

interface Left {
  readonly engine: Engine;
  readonly answer: NegotiationAnswer;
  /** The negotiation as the evidence has it. */
  readonly kept: { readonly verdict: { readonly status: string; readonly fault?: string } };
  readonly kinds: readonly EntryKind[];
}

async function ask(
  change: (parts: ReturnType<typeof example>) => void,
  requiredFields: readonly string[] = [],
): Promise<Left> {
  const parts = example();
  change(parts);
  const engine = await exampleEngine({ data: parts.data, requiredFields });
  const answer = await engine.negotiate({
    card: JSON.stringify(parts.card),
    request: asRequest(parts.request),
  });
  return left(engine, answer);
}

function left(engine: Engine, answer: NegotiationAnswer): Left {
  const entries = engine.evidence.ofNegotiation(answer.negotiation.negotiationId);
  return {
    engine,
    answer,
    kept: JSON.parse(entries[0]?.body ?? '{}'),
    kinds: entries.map(({ kind }) => kind),
  };
}

const refusal = ({ answer }: Left): unknown => {
  const { layer, codes } = answer.layers.find(({ status }) => status === 'refused') ?? {};
  return [layer, ...(codes ?? [])];
};
const without = (object: Draft, name: string): void => {
  Reflect.deleteProperty(object, name);
};

const PLAIN = ['negotiation', 'decision-receipt', 'negotiation.decided'];
const WITH_CHECKPOINT = [
  'negotiation',
  'decision-receipt',
  'authorization-checkpoint',
  'negotiation.decided',
];

describe('the three answers of policy that grant nothing', () => {
  it('deny: policy decided, and nothing waits', async () => {
    const denied = await ask(({ request }) => {
      at(request, 'effect')['class'] = 'delete';
    });
    expect(refusal(denied)).toEqual(['authorized', 'effect.not-granted']);
    expect(denied.kept.verdict).toMatchObject({ status: 'decided' });
    expect(denied.kinds).toEqual(PLAIN);
    expect(denied.answer.evidence.refs).toHaveLength(3);
  });

  it('policy gap: what is missing is named, and a checkpoint waits for it', async () => {
    const gap = await ask(({ request }) => {
      without(at(request, 'effect'), 'risk');
      request['run'] = 'run-1';
    });
    expect(gap.answer.outcome).toBe('rejected');
    expect(gap.answer.authorized).toBeUndefined();
    expect(refusal(gap)).toEqual(['authorized', 'effect.risk-missing']);
    expect(gap.kept.verdict).toMatchObject({ status: 'gap' });
    expect(gap.kinds).toEqual(WITH_CHECKPOINT);
    const id = gap.answer.evidence.refs.find((ref) => ref.startsWith('checkpoint.')) ?? '';
    expect(gap.answer.negotiation.evidenceRefs).toContain(id);
    expect(gap.answer.receipt.evidenceRefs).toContain(id);
    const entry = gap.engine.evidence.find(id);
    expect(entry).toMatchObject({ kind: 'authorization-checkpoint' });
    const checkpoint = JSON.parse(entry?.body ?? '');
    expect(checkpoint).toMatchObject({
      id,
      triggerCondition: 'policy-gap',
      interactionContextRef: gap.answer.negotiation.negotiationId,
      taskRef: 'run-1',
      requiredEvidenceRefs: ['policy-input:_x2Feffect_x2Frisk'],
      status: 'pending',
    });
    expect(validateCheckpoint(checkpoint)).toEqual({ valid: true, findings: [] });
    const { authorized: _state, ...document } = gap.answer;
    expect(validateAnswer(document as never)).toEqual({ valid: true, findings: [] });
  });

  it('the same request with what was missing is decided anew', async () => {
    const { engine } = await ask(({ request }) => without(at(request, 'effect'), 'risk'));
    const { card, request } = example();
    const answer = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(left(engine, answer).kinds.slice(-3)).toEqual(PLAIN);
  });

  it('fault: its code says so, and nothing waits', async () => {
    const engine = await programmableEngine();
    const faulty = left(engine, await negotiate(engine, asking('conflict')));
    expect(refusal(faulty)).toEqual(['discoverable', 'AUTHORIZED_POLICY_ABORT']);
    expect(faulty.kept.verdict).toMatchObject({ status: 'fault', fault: 'AUTHORIZED_POLICY_ABORT' });
    expect(faulty.kinds).toEqual(PLAIN);
    expect(faulty.answer.receipt.revocationStateChecked.status).toBe('unavailable');
  });
});

describe('a gap that stands beside a refusal of another kind', () => {
  it.each<[string, (parts: ReturnType<typeof example>) => void, string]>([
    [
      'modes that do not fit',
      ({ request }) => {
        request['inputModes'] = ['image/png'];
      },
      'negotiated',
    ],
    [
      'an effect that is not granted at all',
      ({ request }) => {
        at(request, 'effect')['class'] = 'delete';
      },
      'authorized',
    ],
  ])('makes no checkpoint: %s', async (_, change, layer) => {
    const other = await ask((parts) => {
      without(at(parts.request, 'effect'), 'risk');
      change(parts);
    });
    expect(other.answer.layers.find(({ status }) => status === 'refused')?.layer).toBe(layer);
    expect(other.kinds).toEqual(PLAIN);
  });
});

describe('a card that is refused', () => {
  it('makes no checkpoint, whatever policy lacked', async () => {
    const refused = await ask(({ request }) => without(at(request, 'effect'), 'risk'), ['/no/such/member']);
    expect(refusal(refused)).toEqual(['advertised', 'ADVERTISED_REQUIRED_FIELD_ABSENT']);
    expect(refused.kinds).toEqual(PLAIN);
  });
});

describe('a gap in what may be shown', () => {
  const reasons: readonly PolicyReason[] = [
    { code: 'x.tenant', message: 'no tenant', gap: '/requester/tenant' },
  ];
  function hiding(policy: PolicyPort): PolicyPort {
    return {
      identity: policy.identity,
      decide: async (input) => {
        const verdict = await policy.decide(input);
        return {
          ...verdict,
          status: 'gap',
          discovery: { visible: false, reasons },
          authorization: {
            ...verdict.authorization,
            decision: 'deny',
            reasons,
            constraints: [],
            obligations: [],
          },
        };
      },
    };
  }

  it('is kept, and does not tell a hidden skill from one that does not exist', async () => {
    const { policy } = await programmableEngine();
    const tellable = async (skill: string): Promise<unknown> => {
      const engine = engineOver(hiding(policy));
      const { negotiationId: _id, ...request } = { ...asking('friend'), negotiationId: 'x' };
      const answer = await negotiate(engine, { ...request, negotiationId: 'neg.1', skill });
      expect(left(engine, answer).kinds).toEqual(WITH_CHECKPOINT);
      expect(refusal(left(engine, answer))).toEqual(['discoverable', 'DISCOVERABLE_SKILL_NOT_AVAILABLE']);
      return [answer.evidence.head.seq, answer.evidence.refs.length, answer.outcome, answer.layers];
    };
    expect(await tellable('k')).toEqual(await tellable('no-such-skill'));
  });
});
