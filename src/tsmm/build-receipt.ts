// SPDX-License-Identifier: Apache-2.0
import { encodeIdentifier } from '../core/identifier.js';
import type { PolicyVerdict } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import type { Outcome } from '../negotiated/outcome.js';
import type { DecisionReceipt } from './types.js';

/** What a decision receipt is built from. */
export interface ReceiptParts {
  readonly request: NegotiationRequest;
  readonly decisionId: string;
  /** RFC 3339. */
  readonly at: string;
  readonly outcome: Outcome;
  /** What the deciding layer said, in one sentence each. */
  readonly reasons: readonly string[];
  readonly verdict: PolicyVerdict;
  /** Whether the card's signature was verified. */
  readonly verified: boolean;
  readonly reviewPath: string;
  readonly evidenceRefs: readonly string[];
}

/** Outcome to decision and admission; the table that TSMM leaves open (facts: "what to emit"). */
const DECISIONS: Readonly<
  Record<Outcome, readonly ['allow' | 'deny' | 'review', DecisionReceipt['effect']['admission']]>
> = {
  accepted: ['allow', 'permitted'],
  'accepted-with-constraints': ['allow', 'permitted'],
  'review-required': ['review', 'queued-for-review'],
  rejected: ['deny', 'blocked'],
};

/**
 * The TSMM decision receipt that `policyDecisionRef` resolves to. The authority is the policy in force: grants live
 * in its data, so what was evaluated is by that alone checked for revocation at that moment.
 */
export function buildReceipt(parts: ReceiptParts): DecisionReceipt {
  const { request, verdict } = parts;
  const [outcome, admission] = DECISIONS[parts.outcome];
  const authority = `policy.${encodeIdentifier(verdict.policy.revision, false)}`;
  return {
    decisionId: parts.decisionId,
    timestamp: parts.at,
    subjectRef: encodeIdentifier(request.skill, false),
    requestingActorRef: encodeIdentifier(request.requester.ref, false),
    authorityBasis: {
      authorityRef: authority,
      status: 'active',
      source: 'grants in the data of the policy bundle',
      scope: request.scope,
    },
    policyRefs: [authority, verdict.policy.digest, verdict.policy.dataDigest],
    evidenceRefs: parts.evidenceRefs,
    boundaryRef: `boundary.${encodeIdentifier(request.requester.ref, false)}.${encodeIdentifier(request.provider.ref, false)}`,
    decision: { outcome, reason: parts.reasons.join('; ') || 'no reason was given' },
    effect: { effectRef: `effect.${encodeIdentifier(request.effect.class, false)}`, admission },
    revocationStateChecked: {
      status: verdict.status === 'fault' ? 'unavailable' : 'fresh-active',
      checkedAt: parts.at,
      sourceRef: verdict.policy.dataDigest,
    },
    assuranceLevel: parts.verified ? 'assured' : 'operational',
    reviewPath: parts.reviewPath,
  };
}
