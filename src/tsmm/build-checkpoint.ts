// SPDX-License-Identifier: Apache-2.0
import { encodeIdentifier } from '../core/identifier.js';
import type { PolicyVerdict } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import type { AuthorizationCheckpoint } from './types.js';

/** What a checkpoint is built from. */
export interface CheckpointParts {
  readonly request: Pick<NegotiationRequest, 'run'>;
  readonly checkpointId: string;
  readonly negotiationId: string;
  /** A verdict of status `gap`. */
  readonly verdict: Pick<PolicyVerdict, 'discovery' | 'authorization'>;
  readonly reviewPath: string;
}

/**
 * The TSMM authorization checkpoint of a policy gap: the request waits, pending, for the attributes that policy
 * lacked. Nothing resolves it by itself; a new request with the attributes is decided anew.
 */
export function buildCheckpoint(parts: CheckpointParts): AuthorizationCheckpoint {
  const { request, verdict } = parts;
  const { discovery, authorization } = verdict;
  const gaps = new Map<string, string>();
  for (const { gap, message } of [...discovery.reasons, ...authorization.reasons])
    if (gap !== undefined && !gaps.has(gap)) gaps.set(gap, message);
  return {
    id: parts.checkpointId,
    triggerCondition: 'policy-gap',
    interactionContextRef: encodeIdentifier(parts.negotiationId, false),
    ...(request.run !== undefined && { taskRef: encodeIdentifier(request.run, false) }),
    requiredEvidenceRefs: [...gaps.keys()].map((gap) => `policy-input:${encodeIdentifier(gap, false)}`),
    resolutionPaths: [
      ...[...gaps].map(([gap, message]) => `ask again with ${gap}: ${message}`),
      `escalate to ${parts.reviewPath}`,
    ],
    status: 'pending',
  };
}
