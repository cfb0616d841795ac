// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../core/json.js';
import type { NegotiationDecided } from '../openwop/types.js';

/** An extension as a requester asked for it in a TSMM negotiation record. */
export interface ExtensionRequest {
  readonly uri: string;
  readonly version?: string;
  readonly required: boolean;
}

/** What became of one requested extension. */
export interface ExtensionDecision {
  readonly uri: string;
  readonly version?: string;
  readonly decision: 'accepted' | 'rejected';
  readonly reason?: string;
}

/** The four outcomes of a negotiation. */
export type NegotiationOutcome = 'accepted' | 'accepted-with-constraints' | 'rejected' | 'review-required';

/** A TSMM capability negotiation: `schemas/tsmm-capability-negotiation.schema.json`. */
export interface CapabilityNegotiation {
  readonly negotiationId: string;
  readonly requesterRef: string;
  readonly providerRef: string;
  readonly skillRef: string;
  readonly description?: string;
  readonly requestedInputModes: readonly string[];
  readonly acceptedInputModes: readonly string[];
  readonly requestedOutputModes: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  readonly requestedExtensions: readonly ExtensionRequest[];
  readonly acceptedExtensions: readonly ExtensionDecision[];
  readonly rejectedExtensions: readonly ExtensionDecision[];
  readonly requiredExtensionsMissing: readonly string[];
  readonly authorizationScopeRef: string;
  readonly policyDecisionRef: string;
  readonly negotiationOutcome: NegotiationOutcome;
  readonly constraints?: readonly string[];
  readonly evidenceRefs: readonly string[];
}

/** What a decision receipt may decide. */
export type ReceiptOutcome = 'allow' | 'deny' | 'warn' | 'review' | 'downgrade' | 'suspend';

/** A TSMM decision receipt: `schemas/tsmm-decision-receipt.schema.json`. Times are RFC 3339. */
export interface DecisionReceipt {
  readonly decisionId: string;
  readonly timestamp: string;
  readonly subjectRef: string;
  readonly requestingActorRef: string;
  readonly authorityBasis: {
    readonly authorityRef: string;
    readonly status: 'active' | 'revoked' | 'suspended' | 'expired';
    readonly source: string;
    readonly scope?: string;
  };
  readonly policyRefs: readonly string[];
  readonly evidenceRefs: readonly string[];
  readonly boundaryRef: string;
  readonly decision: { readonly outcome: ReceiptOutcome; readonly reason: string };
  readonly effect: {
    readonly effectRef: string;
    readonly admission: 'permitted' | 'blocked' | 'queued-for-review' | 'restricted';
  };
  readonly revocationStateChecked: {
    readonly status: 'fresh-active' | 'fresh-revoked' | 'stale' | 'unavailable';
    readonly checkedAt: string;
    readonly sourceRef: string;
  };
  readonly assuranceLevel: 'minimal' | 'operational' | 'assured' | 'agentic';
  readonly reviewPath: string;
  readonly relatedEnvelopeRef?: string;
}

/** A TSMM authorization checkpoint: `schemas/tsmm-authorization-checkpoint.schema.json`. */
export interface AuthorizationCheckpoint {
  readonly id: string;
  readonly triggerCondition: 'policy-gap' | 'auth-required' | 'input-required' | 'scope-exceeded';
  readonly interactionContextRef: string;
  readonly taskRef?: string;
  readonly requiredEvidenceRefs?: readonly string[];
  readonly resolutionPaths?: readonly string[];
  readonly status: 'pending' | 'resolved' | 'failed' | 'timed-out';
  readonly resolvedAt?: string;
}

/** The record envelope outside any run: `schemas/host-event.schema.json`. */
export interface HostEventDocument {
  readonly eventId: string;
  readonly type: string;
  readonly timestamp: string;
  readonly delivery: 'durable' | 'ephemeral';
  readonly workspaceId?: string;
  readonly payload: NegotiationDecided | JsonObject;
}

/** The record envelope inside a run: `schemas/run-event.schema.json`. */
export interface RunEventDocument {
  readonly eventId: string;
  readonly runId: string;
  readonly nodeId?: string;
  readonly causationId?: string;
  readonly type: 'negotiation.decided';
  readonly payload: NegotiationDecided;
  readonly timestamp: string;
  readonly sequence: number;
  readonly schemaVersion: number;
  readonly engineVersion?: number;
}

/** One thing wrong, or worth a look, in a document. Only an `error` makes a document invalid. */
export interface RuleFinding {
  /** `schema`, or the id of a semantic rule (docs/validation.md). */
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  /** JSON pointer into the document; `""` is the whole of it. */
  readonly pointer: string;
  readonly message: string;
}

/** The verdict on one document. */
export interface Validation {
  readonly valid: boolean;
  readonly findings: readonly RuleFinding[];
}

/** The kinds of documents that can be validated. */
export type DocumentKind =
  | 'capability-negotiation'
  | 'decision-receipt'
  | 'authorization-checkpoint'
  | 'host-event'
  | 'run-event'
  | 'negotiation-answer';
