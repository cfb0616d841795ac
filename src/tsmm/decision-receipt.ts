// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { DecisionReceipt } from './types.js';

const identifier = z.string().regex(/^[A-Za-z0-9._:-]+$/);
const references = z.array(identifier).min(1);

/** The zod type of a TSMM decision receipt; accepts what its JSON Schema accepts. */
export const decisionReceipt: z.ZodType<DecisionReceipt> = z.strictObject({
  decisionId: identifier,
  timestamp: z.string(),
  subjectRef: identifier,
  requestingActorRef: identifier,
  authorityBasis: z.strictObject({
    authorityRef: identifier,
    status: z.enum(['active', 'revoked', 'suspended', 'expired']),
    source: z.string(),
    scope: z.exactOptional(z.string()),
  }),
  policyRefs: references,
  evidenceRefs: references,
  boundaryRef: identifier,
  decision: z.strictObject({
    outcome: z.enum(['allow', 'deny', 'warn', 'review', 'downgrade', 'suspend']),
    reason: z.string(),
  }),
  effect: z.strictObject({
    effectRef: identifier,
    admission: z.enum(['permitted', 'blocked', 'queued-for-review', 'restricted']),
  }),
  revocationStateChecked: z.strictObject({
    status: z.enum(['fresh-active', 'fresh-revoked', 'stale', 'unavailable']),
    checkedAt: z.string(),
    sourceRef: identifier,
  }),
  assuranceLevel: z.enum(['minimal', 'operational', 'assured', 'agentic']),
  reviewPath: z.string(),
  relatedEnvelopeRef: z.exactOptional(identifier),
});
