// SPDX-License-Identifier: Apache-2.0
import { AdvertisedCapability } from '../advertised/types.js';
import { type LayerResult, type Reason, refuse } from '../core/layers.js';
import { type PolicyEvaluation, type PolicyVerdict, policyFault } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import type { Issuer } from '../core/state.js';
import { DiscoverableCapability } from './types.js';

/** What `discover` is given: policy is asked about a skill that does not exist as well, so that both cost the same. */
export interface DiscoverContext {
  readonly issuer: Issuer;
  readonly request: NegotiationRequest;
  readonly evaluation: PolicyEvaluation;
  /**
   * What policy says of the same request for a skill that does not exist, where it may say another thing; read where
   * the evaluation is a fault. Without it, policy is taken to fail on both alike.
   */
  readonly absent?: PolicyVerdict;
}

/**
 * The one answer for a skill that does not exist and for one that the requester may not know of: the two must not
 * be told apart by what they say (design section 1). What policy really said is in the evidence.
 */
export const SKILL_NOT_AVAILABLE: Reason = Object.freeze({
  code: 'DISCOVERABLE_SKILL_NOT_AVAILABLE',
  message: 'the provider offers no such skill to this requester',
});

/**
 * Is disclosure authorized? (TSMM CN-7: filter by requester visibility and scope.)
 * @throws GovernanceError CORE_STATE_FORGED
 */
export function discover(
  advertised: AdvertisedCapability,
  context: DiscoverContext,
): LayerResult<DiscoverableCapability> {
  AdvertisedCapability.verify(advertised, 'advertised', context.issuer);
  const { request, evaluation } = context;
  if (advertised.signature.status === 'invalid') return refuse(SKILL_NOT_AVAILABLE);
  if (!isAbout(evaluation, advertised, request)) return refuse(SKILL_NOT_AVAILABLE);
  const { verdict } = evaluation;
  // A fault is told where a skill that does not exist meets it too; one that this skill alone causes would tell that
  // it exists.
  if (verdict.status === 'fault')
    return refuse(isAnyones(context) ? policyFault(verdict) : SKILL_NOT_AVAILABLE);
  const skill = advertised.view.skills.get(request.skill);
  if (skill === undefined || verdict.discovery.visible !== true) return refuse(SKILL_NOT_AVAILABLE);
  const state = new DiscoverableCapability(context.issuer, { advertised, request, skill, evaluation });
  return { passed: true, state, reasons: verdict.discovery.reasons };
}

function isAnyones({ evaluation: { verdict }, absent = verdict }: DiscoverContext): boolean {
  return absent.status === 'fault' && absent.fault === verdict.fault;
}

// An evaluation of another card or for another skill or requester says nothing here.
function isAbout(
  evaluation: PolicyEvaluation,
  advertised: AdvertisedCapability,
  request: NegotiationRequest,
): boolean {
  const { input } = evaluation;
  return (
    input.card.digest === advertised.digest &&
    input.skill.id === request.skill &&
    input.requester.ref === request.requester.ref
  );
}
