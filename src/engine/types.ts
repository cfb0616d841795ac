// SPDX-License-Identifier: Apache-2.0
import type { AuthorizedCapability } from '../authorized/types.js';
import type { LayerReport } from '../core/layers.js';
import type { PolicyPort } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import type { EvidencedCapability } from '../evidenced/capability.js';
import type { EvidenceHead, EvidenceStore } from '../evidenced/types.js';
import type { EffectFunction } from '../executed/execute.js';
import type { ExecutedCapability, Invocation } from '../executed/types.js';
import type { Outcome } from '../negotiated/outcome.js';
import type { VersionPort } from '../openwop/port.js';
import type { NegotiationRecord } from '../openwop/types.js';
import type { CapabilityNegotiation, DecisionReceipt } from '../tsmm/types.js';

/** What `engine.negotiate` is asked: the card as it arrived, byte for byte, and the request. */
export interface NegotiateInput {
  readonly card: Uint8Array | string;
  readonly request: NegotiationRequest;
}

/** The answer as a document: what `parley negotiate --format json` prints (design section 7). */
export interface NegotiationDocument {
  readonly outcome: Outcome;
  readonly layers: readonly LayerReport[];
  readonly negotiation: CapabilityNegotiation;
  readonly receipt: DecisionReceipt;
  readonly record: NegotiationRecord;
  readonly evidence: { readonly head: EvidenceHead; readonly refs: readonly string[] };
}

/** The answer: the document, and the state to execute with where the outcome accepts. */
export interface NegotiationAnswer extends NegotiationDocument {
  /** Present exactly where the outcome is `accepted` or `accepted-with-constraints`. */
  readonly authorized?: AuthorizedCapability;
}

/** What an execution gave, and the proof of it. */
export interface ExecutionAnswer<T> {
  readonly output: T;
  readonly executed: ExecutedCapability;
  readonly evidenced: EvidencedCapability;
}

/** A policy engine for capabilities: one per policy, trust and evidence; two in one process share nothing. */
export interface Engine<P extends PolicyPort = PolicyPort> extends VersionPort {
  /**
   * Walk one request through the layers and leave the evidence before answering.
   * @throws AdvertisedError where the card cannot be read; NegotiatedError where the request cannot
   */
  negotiate(input: NegotiateInput): Promise<NegotiationAnswer>;
  /**
   * Call an effect inside what was negotiated and authorized.
   * @throws ContractViolation, OutcomeUnrecorded, EvidencedError; whatever the effect throws
   */
  execute<T>(
    authorized: AuthorizedCapability,
    invocation: Invocation,
    effect: EffectFunction<T>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ExecutionAnswer<T>>;
  /** The policy that it was made with: `engine.policy.data.set(path, value)` changes grants while it runs. */
  readonly policy: P;
  /** The log that this engine writes. */
  readonly evidence: EvidenceStore;
}
