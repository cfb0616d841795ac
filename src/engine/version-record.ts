// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError } from '../core/errors.js';
import type { ProtocolTerms } from '../negotiated/types.js';
import { buildNegotiationDecided } from '../openwop/build-negotiation-decided.js';
import { buildRecord } from '../openwop/build-record.js';
import { offeredVersions } from '../openwop/protocols.js';
import { sinkRefusal } from '../openwop/sink-refusal.js';
import {
  NEGOTIATION_DECIDED,
  type NegotiationDecided,
  type NegotiationRecord,
  type VersionDecision,
} from '../openwop/types.js';
import type { EngineParts } from './parts.js';
import type { RecordParts } from './records.js';

/** The record in its home, and why it could not be brought there. */
export interface VersionRecord {
  readonly record: NegotiationRecord;
  readonly failure?: GovernanceError;
  /** To be called once the record is in the evidence, or could not be written: frees its place in the run. */
  readonly release?: () => void;
}

/**
 * The `negotiation.decided` record: an event of the run where one is named, else a durable event of the host.
 */
export async function buildVersionRecord(parts: EngineParts, facts: RecordParts): Promise<VersionRecord> {
  const { request, terms, ids, at } = facts;
  const payload = buildNegotiationDecided({
    protocol: request.protocol.name,
    decision: decisionOf(terms.protocol),
    floor: offeredVersions(request.protocol.name, parts.protocols).floor,
    peerDigest: facts.peerDigest,
    at,
  });
  if (request.run === undefined) {
    return {
      record: buildRecord({ payload, eventId: ids.eventId, at, workspace: request.requester.workspace }),
    };
  }
  const { workspace } = request.requester;
  return inRun(parts, { payload, eventId: ids.eventId, at, runId: request.run, workspace });
}

async function inRun(
  parts: EngineParts,
  event: {
    readonly payload: NegotiationDecided;
    readonly eventId: string;
    readonly at: string;
    readonly runId: string;
    readonly workspace: string | undefined;
  },
): Promise<VersionRecord> {
  const { payload, eventId, at, runId, workspace } = event;
  try {
    const draft = {
      eventId,
      runId,
      type: NEGOTIATION_DECIDED,
      payload,
      timestamp: at,
      schemaVersion: 1,
    } as const;
    const answer = parts.runs.append(draft);
    const sequence = answer instanceof Promise ? await parts.deadline(answer) : answer;
    const release = parts.places.take(runId, sequence);
    return { record: buildRecord({ payload, eventId, at, run: { runId, sequence } }), release };
  } catch (error) {
    const failure = error instanceof GovernanceError ? error : fault('OPENWOP_SINK_FAILED', { cause: error });
    // The event has no place in the run, so the refusal is kept as an event of the host.
    return { record: buildRecord({ payload: sinkRefusal(payload), eventId, at, workspace }), failure };
  }
}

function decisionOf(terms: ProtocolTerms): VersionDecision {
  const requested = terms.requested === undefined ? {} : { requested: terms.requested };
  if (terms.outcome === 'accepted' && terms.version !== undefined) {
    return { outcome: 'accepted', version: terms.version, ...requested, reason: 'ok' };
  }
  return { outcome: 'refused', ...requested, reason: reasonOf(terms.reason), supported: [] };
}

function reasonOf(reason: string): 'below-floor' | 'unauthenticated' | 'unsupported' {
  return reason === 'below-floor' || reason === 'unauthenticated' ? reason : 'unsupported';
}
