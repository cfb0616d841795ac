// SPDX-License-Identifier: Apache-2.0
export { type AdvertiseContext, advertise, type KnownBytes } from './advertise.js';
export {
  type Attestation,
  type AttestedFact,
  attestationOf,
  type CapabilityAttestation,
} from './attest/attestation-of.js';
export { FINDING_CODES, type FindingCode, type FindingEntry } from './finding-codes.js';
export { type ElicitationModes, elicitationModes } from './mcp/elicitation-modes.js';
export { type CardReading, readCard } from './read-card.js';
export { type TypedSkill, type TypedView, typedView } from './typed-view.js';
export {
  AdvertisedCapability,
  type AdvertisedParts,
  type CardCapabilities,
  type CardExtension,
  type CardFacts,
  type CardInterface,
  type CardSkill,
  type Finding,
  type Protocol,
  type SecurityRequirement,
  type SecurityRequirements,
  type SignatureJudge,
  type SignatureJudgement,
  type SignatureStatus,
  type SignatureVerdict,
} from './types.js';
