// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import type { Outcome } from '../../src/negotiated/outcome.js';
import { buildReceipt, type ReceiptParts } from '../../src/tsmm/build-receipt.js';
import type { DecisionReceipt } from '../../src/tsmm/types.js';
import { validateReceipt } from '../../src/tsmm/validate-receipt.js';
import { type StageOptions, stage } from '../support/states.js';

const AT = '2026-05-05T00:00:00.000Z';

function build(options: StageOptions, more: Partial<ReceiptParts> = {}): DecisionReceipt {
  const { request, evaluation } = stage(options);
  const receipt = buildReceipt({
    request,
    decisionId: 'decision.1',
    at: AT,
    outcome: 'accepted',
    reasons: ['allowed'],
    verdict: evaluation.verdict,
    verified: true,
    reviewPath: 'operator',
    evidenceRefs: ['event.1'],
    ...more,
  });
  expect(validateReceipt(receipt as unknown as Json)).toEqual({ valid: true, findings: [] });
  return receipt;
}

describe('buildReceipt', () => {
  it('says who asked, what was decided, and on whose authority', () => {
    const { verdict } = stage().evaluation;
    expect(build({})).toStrictEqual({
      decisionId: 'decision.1',
      timestamp: AT,
      subjectRef: 'skill',
      requestingActorRef: 'client',
      authorityBasis: {
        authorityRef: 'policy.r1',
        status: 'active',
        source: 'grants in the data of the policy bundle',
        scope: 'scope.x',
      },
      policyRefs: ['policy.r1', verdict.policy.digest, verdict.policy.dataDigest],
      evidenceRefs: ['event.1'],
      boundaryRef: 'boundary.client.agent',
      decision: { outcome: 'allow', reason: 'allowed' },
      effect: { effectRef: 'effect.read', admission: 'permitted' },
      revocationStateChecked: {
        status: 'fresh-active',
        checkedAt: AT,
        sourceRef: verdict.policy.dataDigest,
      },
      assuranceLevel: 'assured',
      reviewPath: 'operator',
    });
  });

  it.each<readonly [Outcome, string, string]>([
    ['accepted', 'allow', 'permitted'],
    ['accepted-with-constraints', 'allow', 'permitted'],
    ['review-required', 'review', 'queued-for-review'],
    ['rejected', 'deny', 'blocked'],
  ])('%s is %s, and the effect is %s', (outcome, decision, admission) => {
    const receipt = build({}, { outcome });
    expect([receipt.decision.outcome, receipt.effect.admission]).toEqual([decision, admission]);
  });

  it('says that revocation could not be checked where policy failed', () => {
    const failed: StageOptions = { verdict: { status: 'fault', fault: 'AUTHORIZED_POLICY_TRAP' } };
    expect(build(failed, { outcome: 'rejected' }).revocationStateChecked.status).toBe('unavailable');
    expect(build({ verdict: { status: 'gap' } }, { outcome: 'rejected' }).revocationStateChecked.status).toBe(
      'fresh-active',
    );
  });

  it('is less assured where no signature was verified', () => {
    expect(build({}, { verified: false }).assuranceLevel).toBe('operational');
  });

  it('joins several reasons, and is never without one', () => {
    expect(build({}, { reasons: ['a', 'b'] }).decision.reason).toBe('a; b');
    for (const reasons of [[], ['']])
      expect(build({}, { reasons }).decision.reason).toBe('no reason was given');
  });

  it('writes any text within the alphabet of receipts, which has no slash', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('a/b', 'did:web:a#k', 'ü'),
    );
    fc.assert(
      fc.property(text, text, text, (ref, skill, name) => {
        const request = { requester: { ref, authenticated: true }, skill, effect: { class: name } };
        const receipt = build({
          request,
          verdict: { policy: { ...stage().evaluation.verdict.policy, revision: name } },
        });
        const { subjectRef, requestingActorRef, boundaryRef, effect, authorityBasis } = receipt;
        for (const id of [
          subjectRef,
          requestingActorRef,
          boundaryRef,
          effect.effectRef,
          authorityBasis.authorityRef,
        ])
          expect(id).toMatch(/^[A-Za-z0-9._:-]+$/);
      }),
      { numRuns: 200 },
    );
  });
});
