// SPDX-License-Identifier: Apache-2.0
export type {
  AdvertisedCapability,
  CardCapabilities,
  CardExtension,
  CardFacts,
  CardInterface,
  CardSkill,
  Finding,
  SignatureStatus,
  SignatureVerdict,
} from './advertised/types.js';
export type { AuthorizedCapability } from './authorized/types.js';
export { type Digest, parseDigest } from './core/digest.js';
export {
  AdvertisedError,
  AuthorizedError,
  DiscoverableError,
  type ErrorCode,
  type ErrorLayer,
  EvidencedError,
  ExecutedError,
  GovernanceError,
  NegotiatedError,
} from './core/errors.js';
export { decodeIdentifier, encodeIdentifier } from './core/identifier.js';
export type { Json, JsonObject } from './core/json.js';
export { LAYERS, type Layer, type LayerReport, type LayerResult, type Reason } from './core/layers.js';
export type {
  Obligation,
  PolicyEvaluation,
  PolicyIdentity,
  PolicyInput,
  PolicyPort,
  PolicyReason,
  PolicySecurity,
  PolicyVerdict,
  RegistryFinding,
  RegistryPolicyInput,
} from './core/policy.js';
export type { Clock, IdKind, Ids, Logger } from './core/ports.js';
export type { Effect, NegotiationRequest, RequestedExtension, Requester } from './core/request.js';
export { parseRequest } from './core/request-parse.js';
export type { KeyShape, TrustedKey, TrustPort } from './core/trust.js';
export { type Declared, isDeclared, UNDECLARED, type Undeclared } from './core/undeclared.js';
export type { DiscoverableCapability } from './discoverable/types.js';
export { createDerivedIds, createIds } from './engine/identity.js';
export { DEFAULT_LIMITS, type EngineLimits, type EngineOptions } from './engine/options.js';
export type { DecisionListener, DecisionReport } from './engine/report-decision.js';
export type {
  Engine,
  ExecutionAnswer,
  NegotiateInput,
  NegotiationAnswer,
  NegotiationDocument,
} from './engine/types.js';
export { createEngine } from './engine.js';
export type { EvidencedCapability } from './evidenced/capability.js';
export { createMemoryEvidence, type MemoryEvidence } from './evidenced/memory.js';
export type {
  AppendReceipt,
  BlobDraft,
  EntryDraft,
  EntryKind,
  EvidenceEntry,
  EvidenceHead,
  EvidenceStore,
} from './evidenced/types.js';
export type { EffectFunction } from './executed/execute.js';
export type { ExecutedCapability, Invocation } from './executed/types.js';
export { ContractViolation, OutcomeUnrecorded } from './executed/violation.js';
export type { Outcome } from './negotiated/outcome.js';
export type {
  ExtensionTerm,
  ExtensionTerms,
  ModeTerms,
  NegotiatedCapability,
  ProtocolTerms,
  Terms,
} from './negotiated/types.js';
export type {
  Caller,
  RunEventDraft,
  RunSink,
  VersionExchange,
  VersionOutcome,
  VersionPort,
} from './openwop/port.js';
export { DEFAULT_PROTOCOLS, type ProtocolConfig, type ProtocolsConfig } from './openwop/protocols.js';
export type {
  HostEvent,
  InteropProtocol,
  NegotiationDecided,
  NegotiationRecord,
  RunEvent,
  VersionDecision,
  VersionReason,
} from './openwop/types.js';
export type {
  CapabilityNegotiation,
  DecisionReceipt,
  ExtensionDecision,
  ExtensionRequest,
} from './tsmm/types.js';
