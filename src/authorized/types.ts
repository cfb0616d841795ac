// SPDX-License-Identifier: Apache-2.0
import type { Obligation } from '../core/policy.js';
import { type Issuer, LayerState } from '../core/state.js';
import type { NegotiatedCapability } from '../negotiated/types.js';

/** What {@link AuthorizedCapability} holds beside its layer. */
export interface AuthorizedParts {
  readonly negotiated: NegotiatedCapability;
  /** The receipt that says why: `policyDecisionRef` of the negotiation record. */
  readonly decisionId: string;
  readonly negotiationId: string;
  readonly scope: string;
  readonly constraints: readonly string[];
  readonly obligations: readonly Obligation[];
  /** Milliseconds since the epoch; from this instant on the authorization is void. */
  readonly expiresAt: number;
}

/** The fourth state: policy permits this effect, in these bounds, until then. Issued by `authorize` alone. */
export class AuthorizedCapability extends LayerState<'authorized'> implements AuthorizedParts {
  readonly negotiated: NegotiatedCapability;
  readonly decisionId: string;
  readonly negotiationId: string;
  readonly scope: string;
  readonly constraints: readonly string[];
  readonly obligations: readonly Obligation[];
  readonly expiresAt: number;

  constructor(issuer: Issuer, parts: AuthorizedParts) {
    super('authorized', issuer);
    this.negotiated = parts.negotiated;
    this.decisionId = parts.decisionId;
    this.negotiationId = parts.negotiationId;
    this.scope = parts.scope;
    this.constraints = parts.constraints;
    this.obligations = parts.obligations;
    this.expiresAt = parts.expiresAt;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(AuthorizedCapability);
