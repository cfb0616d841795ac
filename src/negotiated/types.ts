// SPDX-License-Identifier: Apache-2.0
import type { CardSkill } from '../advertised/types.js';
import type { Reason } from '../core/layers.js';
import type { PolicyInput } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import { type Issuer, LayerState } from '../core/state.js';
import type { DiscoverableCapability } from '../discoverable/types.js';

/** What was agreed on modes of one direction. Each requested mode is in `accepted` or in `rejected`, once. */
export interface ModeTerms {
  /** Requested modes that are served, as requested, and types granted for a requested range, as offered. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** Types granted for a range: the range explains them. */
  readonly forRange: readonly { readonly mode: string; readonly range: string }[];
  /** The provider declares no modes in this direction. */
  readonly undeclared: boolean;
}

/** One requested extension, decided. */
export interface ExtensionTerm {
  readonly uri: string;
  readonly version?: string;
  readonly required: boolean;
  readonly code: string;
  /** One sentence; goes into the TSMM record. */
  readonly reason: string;
}

/** What was agreed on extensions. Each requested one is in `accepted` or in `rejected`, once. */
export interface ExtensionTerms {
  readonly accepted: readonly ExtensionTerm[];
  readonly rejected: readonly ExtensionTerm[];
  /** URIs, each once: required by the requester or by the provider, and not accepted. */
  readonly missing: readonly string[];
  /** The part of `missing` that the provider alone requires. */
  readonly providerRequired: readonly string[];
  /** UNDECLARED, and `[]`, are two states (design section 2). */
  readonly state: 'undeclared' | 'declared';
}

/** The protocol version decision, as the negotiation needs it; `version` is absent where it was refused. */
export interface ProtocolTerms {
  readonly name: 'a2a' | 'mcp';
  readonly outcome: 'accepted' | 'refused';
  readonly requested?: string;
  readonly version?: string;
  readonly reason: string;
}

/** The whole agreement: pure set algebra over a request and an offer, before policy says anything. */
export interface Terms {
  readonly request: NegotiationRequest;
  readonly skill: CardSkill;
  readonly inputModes: ModeTerms;
  readonly outputModes: ModeTerms;
  readonly extensions: ExtensionTerms;
  readonly protocol: ProtocolTerms;
  /** What makes an agreement impossible, apart from missing extensions; empty where it is possible. */
  readonly refusals: readonly Reason[];
  /** One sentence for each thing that was narrowed or needs an explanation. */
  readonly constraints: readonly string[];
  /** The same as policy sees it. */
  readonly forPolicy: PolicyInput['negotiated'];
}

/** The third state: both sides can speak to each other. Issued by `negotiate` alone; it is no permission. */
export class NegotiatedCapability extends LayerState<'negotiated'> {
  readonly discoverable: DiscoverableCapability;
  readonly terms: Terms;

  constructor(issuer: Issuer, discoverable: DiscoverableCapability, terms: Terms) {
    super('negotiated', issuer);
    this.discoverable = discoverable;
    this.terms = terms;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(NegotiatedCapability);
