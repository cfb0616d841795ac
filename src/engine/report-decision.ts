// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError } from '../core/errors.js';
import type { PolicyEvaluation } from '../core/policy.js';
import type { RecordParts } from './records.js';

/** One policy decision of an engine, as `onDecision` hears it: before the evidence is written and the answer given. */
export interface DecisionReport extends PolicyEvaluation {
  readonly negotiationId: string;
  /** The id of the receipt; unique per decision. */
  readonly decisionId: string;
  /** RFC 3339, UTC. */
  readonly timestamp: string;
}

/** Hears every policy decision and is waited for. What it throws refuses the negotiation. */
export type DecisionListener = (report: DecisionReport) => void | Promise<void>;

/** Tell the listener; the failure where it did not take the decision, so that nothing is granted unlogged. */
export async function reportDecision(
  listener: DecisionListener,
  { ids, at, evaluation }: RecordParts,
): Promise<GovernanceError | undefined> {
  const { negotiationId, decisionId } = ids;
  try {
    await listener({ ...evaluation, negotiationId, decisionId, timestamp: at });
    return undefined;
  } catch (cause) {
    return cause instanceof GovernanceError ? cause : fault('EVIDENCED_DECISION_LOG_FAILED', { cause });
  }
}
