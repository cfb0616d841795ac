// SPDX-License-Identifier: Apache-2.0
import type { PolicyVerdict } from '../core/policy.js';
import type { Terms } from './types.js';

/** `negotiationOutcome` of the TSMM record. */
export type Outcome = 'accepted' | 'accepted-with-constraints' | 'rejected' | 'review-required';

/** What the outcome is made from: terms and verdict only where the walk came that far. */
export interface OutcomeInput {
  /** The card was refused, the skill is not discoverable, or the parts cannot agree. */
  readonly refused: boolean;
  readonly terms: Pick<Terms, 'extensions' | 'constraints'>;
  readonly verdict: Pick<PolicyVerdict, 'status' | 'authorization'>;
}

/** The outcome table of design section 3; the first row that holds wins. */
export function outcomeOf({ refused, terms, verdict }: OutcomeInput): Outcome {
  const { decision, constraints } = verdict.authorization;
  if (refused || verdict.status !== 'decided') return 'rejected';
  if (decision !== 'allow' && decision !== 'review') return 'rejected';
  if (terms.extensions.missing.length > 0 && decision !== 'review') return 'rejected';
  if (decision === 'review') return 'review-required';
  if (terms.constraints.length > 0 || constraints.length > 0) return 'accepted-with-constraints';
  return 'accepted';
}
