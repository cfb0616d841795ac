// SPDX-License-Identifier: Apache-2.0
import { type Issuer, LayerState } from '../core/state.js';
import type { ExecutedCapability } from '../executed/types.js';
import type { EvidenceEntry, EvidenceHead } from './types.js';

/** The sixth state: decision and output can be inspected, and were read back. Issued by `attest` alone. */
export class EvidencedCapability extends LayerState<'evidenced'> {
  readonly executed: ExecutedCapability;
  /** Every entry of this negotiation and execution, in the order of the log. */
  readonly entries: readonly EvidenceEntry[];
  readonly head: EvidenceHead;

  constructor(
    issuer: Issuer,
    executed: ExecutedCapability,
    entries: readonly EvidenceEntry[],
    head: EvidenceHead,
  ) {
    super('evidenced', issuer);
    this.executed = executed;
    this.entries = entries;
    this.head = head;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(EvidencedCapability);
