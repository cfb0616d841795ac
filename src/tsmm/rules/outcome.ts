// SPDX-License-Identifier: Apache-2.0
import type { CapabilityNegotiation } from '../types.js';

/** Whether the outcome grants anything. */
export function isAcceptance({ negotiationOutcome }: CapabilityNegotiation): boolean {
  return negotiationOutcome === 'accepted' || negotiationOutcome === 'accepted-with-constraints';
}
