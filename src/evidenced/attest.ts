// SPDX-License-Identifier: Apache-2.0
import { frozenCopy } from '../core/freeze.js';
import { type LayerResult, refuse } from '../core/layers.js';
import type { Issuer } from '../core/state.js';
import { ExecutedCapability } from '../executed/types.js';
import { EvidencedCapability } from './capability.js';
import type { EntryKind, EvidenceStore } from './types.js';

/** What `attest` is given. */
export interface AttestContext {
  readonly issuer: Issuer;
  readonly evidence: EvidenceStore;
}

const NEEDED: readonly EntryKind[] = [
  'negotiation',
  'decision-receipt',
  'negotiation.decided',
  'execution.started',
  'execution.completed',
];

/**
 * Can decision and output be inspected? Reads the log back: passes only where every entry that this walk must have
 * left is there (TSMM CN-4).
 * @throws GovernanceError CORE_STATE_FORGED
 */
export function attest(
  executed: ExecutedCapability,
  context: AttestContext,
): LayerResult<EvidencedCapability> {
  ExecutedCapability.verify(executed, 'executed', context.issuer);
  const entries = frozenCopy([...context.evidence.ofNegotiation(executed.authorized.negotiationId)]);
  const kinds = new Set(entries.map((entry) => entry.kind));
  const absent = NEEDED.filter((kind) => !kinds.has(kind));
  if (absent.length > 0) {
    return refuse({
      code: 'EVIDENCED_ENTRY_ABSENT',
      message: `no entry of kind ${absent.join(', ')} in the log`,
    });
  }
  const state = new EvidencedCapability(context.issuer, executed, entries, context.evidence.head());
  return {
    passed: true,
    state,
    reasons: [{ code: 'EVIDENCED_COMPLETE', message: 'every entry is in the log' }],
  };
}
