// SPDX-License-Identifier: Apache-2.0
export { type AttestContext, attest } from './attest.js';
export { EvidencedCapability } from './capability.js';
export { entryHash, type HashedEntry, ZERO_HASH } from './entry-hash.js';
export { createMemoryEvidence, type MemoryEvidence } from './memory.js';
export type {
  AppendReceipt,
  BlobDraft,
  EntryDraft,
  EntryKind,
  EvidenceEntry,
  EvidenceHead,
  EvidenceStore,
} from './types.js';
export {
  ChainWalk,
  type EvidenceFinding,
  type EvidenceVerdict,
  type StoredEntry,
  type VerifyOptions,
  verifyChain,
} from './verify-chain.js';
export { verifyEvidence } from './verify-evidence.js';
