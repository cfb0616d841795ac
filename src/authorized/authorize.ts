// SPDX-License-Identifier: Apache-2.0
import { type LayerResult, refuse } from '../core/layers.js';
import { type Obligation, type PolicyReason, policyFault } from '../core/policy.js';
import type { Issuer } from '../core/state.js';
import { NegotiatedCapability } from '../negotiated/types.js';
import { AuthorizedCapability } from './types.js';

/** What `authorize` is given. */
export interface AuthorizeContext {
  readonly issuer: Issuer;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How long an authorization lasts where no obligation says less, in seconds. */
  readonly ttlSeconds: number;
  readonly negotiationId: string;
  readonly decisionId: string;
}

/** The code of a request that waits for a person. */
export const REVIEW_REQUIRED = 'AUTHORIZED_REVIEW_REQUIRED';

/**
 * Does the requester have authority for this effect? Reads the verdict that discovery already had; only a whole,
 * valid `allow` over these very terms passes.
 * @throws GovernanceError CORE_STATE_FORGED
 */
export function authorize(
  negotiated: NegotiatedCapability,
  context: AuthorizeContext,
): LayerResult<AuthorizedCapability> {
  NegotiatedCapability.verify(negotiated, 'negotiated', context.issuer);
  const { input, verdict } = negotiated.discoverable.evaluation;
  const { request } = negotiated.discoverable;
  const { authorization } = verdict;
  if (verdict.status === 'fault') return refuse(policyFault(verdict));
  // INVARIANT: what was permitted is what was negotiated; a verdict on other terms is none.
  if (input.negotiated !== negotiated.terms.forPolicy || input.scope !== request.scope)
    return refuse(FOREIGN);
  if (authorization.decision === 'review') return refuse(...authorization.reasons, REVIEW);
  if (authorization.decision !== 'allow' || verdict.status !== 'decided')
    return refuse(...deny(authorization.reasons));
  if (negotiated.terms.extensions.missing.length > 0) return refuse(MISSING);
  const state = new AuthorizedCapability(context.issuer, {
    negotiated,
    decisionId: context.decisionId,
    negotiationId: context.negotiationId,
    scope: authorization.scope,
    constraints: authorization.constraints,
    obligations: authorization.obligations,
    expiresAt: context.now + lifetime(authorization.obligations, context.ttlSeconds) * 1000,
  });
  return { passed: true, state, reasons: authorization.reasons };
}

// The shortest `expire-after` wins; one without a usable number leaves no time at all.
function lifetime(obligations: readonly Obligation[], ttlSeconds: number): number {
  let seconds = ttlSeconds;
  for (const obligation of obligations) {
    if (obligation.id !== 'expire-after') continue;
    const value = obligation['seconds'];
    const usable = typeof value === 'number' && Number.isFinite(value) && value >= 0;
    seconds = Math.min(seconds, usable ? value : 0);
  }
  return seconds;
}

function deny(reasons: readonly PolicyReason[]): readonly PolicyReason[] {
  return reasons.length > 0
    ? reasons
    : [{ code: 'AUTHORIZED_DENIED', message: 'policy does not permit this' }];
}

const FOREIGN = { code: 'AUTHORIZED_VERDICT_FOREIGN', message: 'the verdict was given on other terms' };
const REVIEW = { code: REVIEW_REQUIRED, message: 'policy asks for review before this may go on' };
const MISSING = { code: 'AUTHORIZED_EXTENSION_MISSING', message: 'a required extension is missing' };
