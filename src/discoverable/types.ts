// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability, CardSkill } from '../advertised/types.js';
import type { PolicyEvaluation } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import { type Issuer, LayerState } from '../core/state.js';

/** What {@link DiscoverableCapability} holds beside its layer. */
export interface DiscoverableParts {
  readonly advertised: AdvertisedCapability;
  readonly request: NegotiationRequest;
  readonly skill: CardSkill;
  readonly evaluation: PolicyEvaluation;
}

/** The second state: this requester may know of this skill. Issued by `discover` alone. */
export class DiscoverableCapability extends LayerState<'discoverable'> implements DiscoverableParts {
  readonly advertised: AdvertisedCapability;
  readonly request: NegotiationRequest;
  readonly skill: CardSkill;
  readonly evaluation: PolicyEvaluation;

  constructor(issuer: Issuer, parts: DiscoverableParts) {
    super('discoverable', issuer);
    this.advertised = parts.advertised;
    this.request = parts.request;
    this.skill = parts.skill;
    this.evaluation = parts.evaluation;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(DiscoverableCapability);
