// SPDX-License-Identifier: Apache-2.0
export type { AdvertisedCapability } from './advertised/types.js';
export type { AuthorizedCapability } from './authorized/types.js';
export { decodeIdentifier, encodeIdentifier } from './core/identifier.js';
export { LAYERS, type Layer, type LayerReport } from './core/layers.js';
export type {
  Obligation,
  PolicyIdentity,
  PolicyInput,
  PolicyPort,
  PolicyReason,
  PolicyVerdict,
} from './core/policy.js';
export type { Clock, IdKind, Ids, Logger } from './core/ports.js';
export type { Effect, NegotiationRequest, RequestedExtension, Requester } from './core/request.js';
export { parseRequest } from './core/request-parse.js';
export type { TrustPort } from './core/trust.js';
export type { DiscoverableCapability } from './discoverable/types.js';
export { createDerivedIds, createIds } from './engine/identity.js';
export { DEFAULT_LIMITS, type EngineLimits, type EngineOptions } from './engine/options.js';
export type {
  Engine,
  ExecutionAnswer,
  NegotiateInput,
  NegotiationAnswer,
  NegotiationDocument,
} from './engine/types.js';
export { createEngine } from './engine.js';
export type { EvidencedCapability } from './evidenced/capability.js';
export { createMemoryEvidence } from './evidenced/memory.js';
export type { EvidenceEntry, EvidenceHead, EvidenceStore } from './evidenced/types.js';
export type { EffectFunction } from './executed/execute.js';
export type { ExecutedCapability, Invocation } from './executed/types.js';
export { ContractViolation, OutcomeUnrecorded } from './executed/violation.js';
export type { Outcome } from './negotiated/outcome.js';
export type { NegotiatedCapability, Terms } from './negotiated/types.js';
export type { RunSink } from './openwop/port.js';
