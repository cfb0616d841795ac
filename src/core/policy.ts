// SPDX-License-Identifier: Apache-2.0
import type { Digest } from './digest.js';
import type { Json } from './json.js';

/** Security requirements as policy sees them: absence and ignorance are told apart from an empty list. */
export type PolicySecurity =
  | {
      readonly state: 'declared';
      readonly value: readonly { readonly [scheme: string]: readonly string[] }[];
    }
  | { readonly state: 'undeclared' }
  | { readonly state: 'unknown' };

/** The input of the entrypoint `parley/decide`: this envelope and nothing else (design section 4). */
export interface PolicyInput {
  readonly requester: {
    readonly ref: string;
    readonly authenticated: boolean;
    readonly tenant?: string;
    readonly workspace?: string;
    readonly attributes: { readonly [name: string]: Json };
  };
  readonly provider: { readonly ref: string; readonly origin?: string };
  readonly card: {
    readonly digest: string;
    readonly signature: 'verified' | 'unsigned' | 'untrusted' | 'invalid';
    readonly profile?: string;
    readonly keyId?: string;
    readonly unattested: readonly string[];
    readonly protocolVersion: string;
    /** Findings of freshness and rollback: codes such as `card.rollback` (docs/policy.md). */
    readonly history?: readonly string[];
  };
  readonly skill: {
    readonly id: string;
    readonly tags: readonly string[];
    readonly securityRequirements: PolicySecurity;
  };
  readonly scope: string;
  readonly effect: { readonly class: string; readonly risk?: string };
  readonly negotiated: {
    readonly inputModes: readonly string[];
    readonly outputModes: readonly string[];
    readonly extensions: readonly string[];
    readonly missing: readonly string[];
    readonly protocol: { readonly name: string; readonly version?: string };
  };
  /** RFC 3339, UTC. */
  readonly now: string;
}

/** One reason of a policy answer. `gap` names the input attribute whose absence decided (a JSON pointer). */
export interface PolicyReason {
  readonly code: string;
  readonly message: string;
  readonly gap?: string;
}

/** Something the enforcement point must do; an obligation whose `id` it does not know is a deny. */
export interface Obligation {
  readonly id: string;
  readonly [parameter: string]: Json;
}

/**
 * The validated answer of one evaluation. `status`: `decided` by policy, `gap` where policy lacked an input
 * attribute, `fault` where no answer could be had. Only `decided` can carry `allow` or `review`.
 */
export interface PolicyVerdict {
  readonly status: 'decided' | 'gap' | 'fault';
  readonly discovery: { readonly visible: boolean; readonly reasons: readonly PolicyReason[] };
  readonly authorization: {
    readonly decision: 'allow' | 'deny' | 'review';
    readonly reasons: readonly PolicyReason[];
    readonly constraints: readonly string[];
    readonly obligations: readonly Obligation[];
    readonly scope: string;
  };
  /** Code of the fault, where `status` is `fault`. */
  readonly fault?: string;
  readonly policy: PolicyIdentity;
  /** Digest of the exact bytes that were evaluated. */
  readonly inputDigest: Digest;
  /** The exact bytes that were evaluated, for the evidence; absent where the input was refused. */
  readonly inputText?: string;
}

/** Which policy answered: digest of the wasm, digest of the data, revision of the bundle. */
export interface PolicyIdentity {
  readonly digest: Digest;
  readonly dataDigest: Digest;
  readonly revision: string;
}

/**
 * The policy as the layers see it. `decide` never throws and never answers with an allow it did not get from a
 * whole, valid evaluation; it may answer later (worker isolation).
 */
export interface PolicyPort {
  /** The policy that the next decision will use. */
  readonly identity: PolicyIdentity;
  decide(input: PolicyInput): PolicyVerdict | Promise<PolicyVerdict>;
}

/** One evaluation: what was asked and what was answered. `authorize` checks that both belong to its state. */
export interface PolicyEvaluation {
  readonly input: PolicyInput;
  readonly verdict: PolicyVerdict;
}

/** The reason of a verdict that is a fault: its own code, so that nobody takes it for a deny by policy. */
export function policyFault(verdict: Pick<PolicyVerdict, 'fault'>): {
  readonly code: string;
  readonly message: string;
} {
  return {
    code: verdict.fault ?? 'AUTHORIZED_POLICY_FAULT',
    message: 'policy gave no valid answer, and no answer is a refusal',
  };
}

/** The input of the entrypoint `parley/registry`: a published card, before anybody asks for one of its skills. */
export interface RegistryPolicyInput {
  readonly provider: PolicyInput['provider'];
  readonly card: PolicyInput['card'];
  /** Every protocol version that the card offers. */
  readonly protocols: readonly PolicyInput['negotiated']['protocol'][];
  /** In the order of the card: findings point at `/skills/<index>`. */
  readonly skills: readonly PolicyInput['skill'][];
}

/** One thing that a policy has to say about a published card. `pointer` is a JSON pointer into the card. */
export interface RegistryFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly pointer: string;
  readonly message: string;
}
