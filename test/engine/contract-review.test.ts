// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { validateNegotiation } from '../../src/tsmm/index.js';
import { asRequest, at, type Draft, example, exampleEngine, TRACEABILITY } from '../support/example.js';

const VECTOR = '../shared/upstream/tsmm/test_vectors/valid/capability-negotiation-valid.json';

async function negotiate(
  change: (parts: ReturnType<typeof example>) => void = () => {},
): Promise<NegotiationAnswer> {
  const parts = example();
  change(parts);
  const engine = await exampleEngine({ data: parts.data });
  return engine.negotiate({ card: JSON.stringify(parts.card), request: asRequest(parts.request) });
}

const withoutTraceability = ({ card }: { card: Draft }): void => {
  at(card, 'capabilities')['extensions'] = [];
};

const statusOf = (answer: NegotiationAnswer): Record<string, string> =>
  Object.fromEntries(answer.layers.map((report) => [report.layer, report.status]));

describe('examples/contract-review', () => {
  it('is accepted with the constraints of the grant and one for each thing narrowed', async () => {
    const answer = await negotiate();
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.negotiation.constraints).toEqual([
      'Only structured contract metadata may be processed.',
      'Human review required before external submission.',
      'input mode text/plain not granted',
      'optional extension https://example.org/extensions/explainability/v1 not granted',
    ]);
    expect(validateNegotiation(answer.negotiation as never)).toEqual({ valid: true, findings: [] });
    expect(answer.negotiation.policyDecisionRef).toBe(answer.receipt.decisionId);
    expect(answer.authorized).toBeDefined();
    expect(statusOf(answer)).toEqual({
      advertised: 'passed',
      discoverable: 'passed',
      negotiated: 'passed',
      authorized: 'passed',
      executed: 'not-reached',
      evidenced: 'passed',
    });
  });

  describe.skipIf(!existsSync(VECTOR))(
    'beside the published vector (skipped where ../shared is absent)',
    () => {
      it('says what the vector says', async () => {
        const vector = JSON.parse(readFileSync(VECTOR, 'utf8'));
        const { negotiation } = await negotiate();
        for (const member of [
          'requestedInputModes',
          'acceptedInputModes',
          'requestedOutputModes',
          'acceptedOutputModes',
          'requestedExtensions',
          'acceptedExtensions',
          'rejectedExtensions',
          'requiredExtensionsMissing',
          'authorizationScopeRef',
          'negotiationOutcome',
        ] as const) {
          expect({ [member]: negotiation[member] }).toEqual({ [member]: vector[member] });
        }
        expect(negotiation.constraints).toEqual(expect.arrayContaining(vector.constraints));
      });
    },
  );

  it('is rejected where traceability is not advertised', async () => {
    const answer = await negotiate(withoutTraceability);
    expect(answer.outcome).toBe('rejected');
    expect(answer.negotiation.requiredExtensionsMissing).toEqual([TRACEABILITY]);
    expect(answer.negotiation.acceptedInputModes).toEqual([]);
    expect(answer.negotiation.acceptedExtensions).toEqual([]);
    expect(answer.authorized).toBeUndefined();
    expect(statusOf(answer)).toMatchObject({ negotiated: 'refused', authorized: 'not-reached' });
    expect(validateNegotiation(answer.negotiation as never).findings).toEqual([]);
    expect(answer.receipt.decision.outcome).toBe('deny');
    expect(answer.receipt.effect.admission).toBe('blocked');
  });

  it('waits for review where policy asks for it on a missing extension', async () => {
    const answer = await negotiate((parts) => {
      withoutTraceability(parts);
      at(parts.data, 'policy_data', 'settings')['required_extension_missing'] = 'review';
    });
    expect(answer.outcome).toBe('review-required');
    expect(answer.negotiation.requiredExtensionsMissing).toEqual([TRACEABILITY]);
    expect(answer.authorized).toBeUndefined();
    expect(answer.receipt.effect.admission).toBe('queued-for-review');
    expect(validateNegotiation(answer.negotiation as never).findings).toEqual([]);
  });

  it('waits for review on a missing extension where the review switch is on', async () => {
    const answer = await negotiate((parts) => {
      withoutTraceability(parts);
      at(parts.data, 'policy_data', 'settings')['review'] = true;
    });
    expect(answer.outcome).toBe('review-required');
    expect(answer.negotiation.requiredExtensionsMissing).toEqual([TRACEABILITY]);
    expect(answer.authorized).toBeUndefined();
  });

  it('waits for review where the review switch is on', async () => {
    const answer = await negotiate(({ data }) => {
      at(data, 'policy_data', 'settings')['review'] = true;
    });
    expect(answer.outcome).toBe('review-required');
    expect(answer.authorized).toBeUndefined();
  });

  it('is rejected without a grant, and says nothing of the offer beyond what was asked', async () => {
    const answer = await negotiate(({ data }) => {
      at(data, 'policy_data')['grants'] = { requesters: {}, roles: {}, tenants: {}, workspaces: {} };
    });
    expect(answer.outcome).toBe('rejected');
    expect(answer.negotiation.acceptedExtensions).toEqual([]);
    expect(answer.negotiation.rejectedExtensions.map(({ uri }) => uri)).toHaveLength(2);
  });
});

describe('a skill that may not be discovered', () => {
  it('is answered like one that does not exist, and the evidence knows the difference', async () => {
    const hide = (parts: ReturnType<typeof example>): void => {
      at(parts.data, 'policy_data')['grants'] = { requesters: {}, roles: {}, tenants: {}, workspaces: {} };
    };
    const hidden = await negotiate(hide);
    const absent = await negotiate((parts) => {
      hide(parts);
      const [, other] = parts.card['skills'] as Draft[];
      parts.card['skills'] = other === undefined ? [] : [other];
    });
    // What is derived from the card's own bytes differs, because the cards do.
    const shape = (answer: NegotiationAnswer): unknown => ({
      outcome: answer.outcome,
      layers: answer.layers,
      negotiation: {
        ...answer.negotiation,
        policyDecisionRef: '',
        evidenceRefs: answer.negotiation.evidenceRefs.length,
      },
      receipt: { ...answer.receipt, decisionId: '', evidenceRefs: answer.receipt.evidenceRefs.length },
      record: { ...answer.record, eventId: '' },
    });
    expect(shape(hidden)).toEqual(shape(absent));
    expect(hidden.layers[1]).toMatchObject({
      status: 'refused',
      codes: ['DISCOVERABLE_SKILL_NOT_AVAILABLE'],
    });
  });
});

describe('determinism', () => {
  it('gives the same bytes for the same inputs, clock and identifiers', async () => {
    const one = await negotiate();
    const two = await negotiate();
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
  });
});
