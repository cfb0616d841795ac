// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../advertised/types.js';
import type { PolicyEvaluation, PolicyVerdict } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import type { EntryDraft } from '../evidenced/types.js';
import type { Terms } from '../negotiated/types.js';
import { recordEntry, recordEntryId } from '../openwop/record-entry.js';
import type { NegotiationRecord } from '../openwop/types.js';
import { buildCheckpoint } from '../tsmm/build-checkpoint.js';
import { buildNegotiation } from '../tsmm/build-negotiation.js';
import { buildReceipt } from '../tsmm/build-receipt.js';
import type { AuthorizationCheckpoint, CapabilityNegotiation, DecisionReceipt } from '../tsmm/types.js';
import type { Walk } from './walk.js';

/** The identifiers of one negotiation; each names one entry of the log, but for `negotiationId`. */
export interface NegotiationIds {
  readonly negotiationId: string;
  readonly decisionId: string;
  readonly eventId: string;
  readonly entryId: string;
}

/** What the records of one negotiation are made from. */
export interface RecordParts {
  readonly ids: NegotiationIds;
  readonly at: string;
  readonly request: NegotiationRequest;
  readonly advertised: AdvertisedCapability;
  readonly terms: Terms;
  readonly evaluation: PolicyEvaluation;
  /** The verdict that the answer tells of; another one than was evaluated where that would tell a hidden skill. */
  readonly told: PolicyVerdict;
  readonly walk: Walk;
  readonly reviewPath: string;
  /** SHA-256 of the peer's origin, where the request names it. */
  readonly peerDigest: string | undefined;
}

/** The same with the version record, which the evidence and the TSMM records name. */
export interface RecordedParts extends RecordParts {
  readonly record: NegotiationRecord;
}

/** The documents of one negotiation, and what they refer to. */
export interface Records {
  readonly negotiation: CapabilityNegotiation;
  readonly receipt: DecisionReceipt;
  /** Where policy lacked an attribute: the negotiation waits for it. */
  readonly checkpoint: AuthorizationCheckpoint | undefined;
  readonly refs: readonly string[];
}

/** Build the TSMM negotiation and the receipt that its `policyDecisionRef` names. */
export function buildRecords(parts: RecordedParts): Records {
  const { ids, walk, request, advertised } = parts;
  const checkpoint = checkpointOf(parts);
  // What is hidden from a requester must not be told apart by a reference either.
  const told = checkpoint === undefined || walk.refusedAt === 'discoverable' ? [] : [checkpoint.id];
  const refs = [ids.entryId, recordEntryId(parts.record), advertised.digest, ...told];
  // Before the negotiated layer nothing is said of the offer, so that a hidden skill reads like an absent one.
  const reached = walk.refusedAt !== 'advertised' && walk.refusedAt !== 'discoverable';
  const verdict = parts.told;
  const reasons = walk.reasons.map((reason) => reason.message);
  const negotiation = buildNegotiation({
    request,
    negotiationId: ids.negotiationId,
    decisionId: ids.decisionId,
    outcome: walk.outcome,
    terms: reached ? parts.terms : undefined,
    refusal: reasons[0] ?? 'refused',
    policyConstraints: verdict.authorization.constraints,
    evidenceRefs: refs,
  });
  const receipt = buildReceipt({
    request,
    decisionId: ids.decisionId,
    at: parts.at,
    outcome: walk.outcome,
    reasons,
    verdict,
    verified: advertised.signature.status === 'verified',
    reviewPath: parts.reviewPath,
    evidenceRefs: refs,
  });
  return { negotiation, receipt, checkpoint, refs };
}

// A gap ends the walk where policy was heard. It is noted of a skill that does not exist as well: the place of the
// next entry would tell the two apart.
function checkpointOf({
  ids,
  walk,
  request,
  told: verdict,
  reviewPath,
}: RecordedParts): AuthorizationCheckpoint | undefined {
  const heard = walk.refusedAt === 'authorized' || walk.refusedAt === 'discoverable';
  if (verdict.status !== 'gap' || !heard) return undefined;
  return buildCheckpoint({
    request,
    checkpointId: ids.decisionId.replace('decision.', 'checkpoint.'),
    negotiationId: ids.negotiationId,
    verdict,
    reviewPath,
  });
}

/**
 * The entries of one negotiation. The first holds what replay needs: the request, the card by digest, the very text
 * that policy was asked, what it answered, and what each layer really said (which the requester may not have heard).
 */
export function negotiationEntries(parts: RecordedParts, records: Records): EntryDraft[] {
  const { ids, at, advertised, evaluation, record } = parts;
  const { verdict } = evaluation;
  const negotiationId = records.negotiation.negotiationId;
  const { status, discovery, authorization, fault, inputDigest } = verdict;
  const body = JSON.stringify({
    format: 'parley.negotiation/1',
    request: parts.request,
    card: {
      digest: advertised.digest,
      signature: advertised.signature,
      skillExists: advertised.view.skills.has(parts.request.skill),
      // UNDECLARED and "none" are two states, and the TSMM record has no room for either.
      extensions: parts.terms.extensions.state,
    },
    policy: verdict.policy,
    verdict: { status, discovery, authorization, fault, inputDigest },
    layers: parts.walk.reports.map(({ layer, status, codes }) => ({ layer, status, codes })),
    negotiation: records.negotiation,
  });
  // The very text that policy was asked is there already: it is not written a second time.
  const asked = verdict.inputText ?? JSON.stringify(evaluation.input);
  const { checkpoint } = records;
  return [
    {
      id: ids.entryId,
      kind: 'negotiation',
      at,
      negotiationId,
      body: `${body.slice(0, -1)},"input":${asked}}`,
    },
    {
      id: ids.decisionId,
      kind: 'decision-receipt',
      at,
      negotiationId,
      body: JSON.stringify(records.receipt),
    },
    ...(checkpoint === undefined ? [] : [checkpointEntry(checkpoint, at, negotiationId)]),
    recordEntry(record, parts.request.requester, at, negotiationId),
  ];
}

function checkpointEntry(checkpoint: AuthorizationCheckpoint, at: string, negotiationId: string): EntryDraft {
  const { id } = checkpoint;
  return { id, kind: 'authorization-checkpoint', at, negotiationId, body: JSON.stringify(checkpoint) };
}
