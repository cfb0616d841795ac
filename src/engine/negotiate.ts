// SPDX-License-Identifier: Apache-2.0
import type { CardSkill } from '../advertised/types.js';
import { policyInput } from '../authorized/policy-input.js';
import { sha256Hex } from '../core/digest.js';
import { encodeIdentifier } from '../core/identifier.js';
import type { PolicyEvaluation, PolicyVerdict } from '../core/policy.js';
import type { NegotiationRequest } from '../core/request.js';
import { parseRequest } from '../core/request-parse.js';
import { toTimestamp } from '../core/time.js';
import { absentSkill, agree } from '../negotiated/agree.js';
import type { Terms } from '../negotiated/types.js';
import { askPolicy } from './ask-policy.js';
import type { HistoryReading } from './card-history.js';
import type { EngineParts } from './parts.js';
import { protocolTerms } from './protocol-terms.js';
import type { CardReading } from './read-card.js';
import { buildRecords, type NegotiationIds, negotiationEntries, type RecordParts } from './records.js';
import { refuseFor } from './refuse-for.js';
import { reportDecision } from './report-decision.js';
import type { NegotiateInput, NegotiationAnswer } from './types.js';
import { buildVersionRecord, type VersionRecord } from './version-record.js';
import { walk } from './walk.js';
import { writeEvidence } from './write-evidence.js';

/** One negotiation, from bytes to an answer; the evidence is written before the answer is given. */
export async function negotiateOnce(parts: EngineParts, input: NegotiateInput): Promise<NegotiationAnswer> {
  parts.untampered();
  const request = parseRequest(input.request);
  // Before policy is asked: what no record can carry is not decided.
  const peerDigest = parts.peers.of(request);
  const now = parts.clock.now();
  const card = await parts.cards.read(input.card, now);
  const history = parts.history.read(request.provider.ref, card.seen.state);
  const walked = await walkCard(parts, card, request, {
    now,
    history: history.codes,
    peerDigest,
  });
  const version = await buildVersionRecord(parts, walked);
  try {
    return await answer(parts, card, { walked, history, version });
  } finally {
    version.release?.();
  }
}

async function answer(
  parts: EngineParts,
  card: CardReading,
  found: {
    readonly walked: RecordParts;
    readonly history: HistoryReading;
    readonly version: VersionRecord;
  },
): Promise<NegotiationAnswer> {
  const { walked, history, version } = found;
  const { record, failure } = version;
  // What fails on the way to the answer turns it into a refusal; that refusal is itself written where it can be.
  const recorded = { ...walked, record };
  if (failure !== undefined)
    parts.logger.error({ code: failure.code }, 'the run did not take the record, so the answer is no');
  const agreed = failure === undefined ? recorded : refuseFor(recorded, 'negotiated', failure);
  const unheard = parts.onDecision === undefined ? undefined : await reportDecision(parts.onDecision, agreed);
  const facts = unheard === undefined ? agreed : refuseFor(agreed, 'evidenced', unheard);
  const records = buildRecords(facts);
  const seen = history.entry(facts.at, facts.walk.authorized !== undefined);
  const entries = negotiationEntries(facts, records);
  const written = await writeEvidence(parts, card.seen, seen === undefined ? entries : [...entries, seen]);
  if (written.failure !== undefined) {
    history.failed();
    const unwritten = refuseFor(facts, 'evidenced', written.failure);
    const { negotiation, receipt, refs } = buildRecords(unwritten);
    const evidence = { head: parts.evidence.head(), refs };
    return { outcome: 'rejected', layers: unwritten.walk.reports, negotiation, receipt, record, evidence };
  }
  const { outcome, reports, authorized, refusedAt } = facts.walk;
  parts.logger.info({ negotiationId: facts.ids.negotiationId, outcome, refusedAt }, 'negotiation decided');
  return {
    outcome,
    layers: reports.map((report) =>
      report.layer === 'evidenced' && report.status !== 'refused' ? EVIDENCED : report,
    ),
    negotiation: records.negotiation,
    receipt: records.receipt,
    record,
    evidence: { head: written.head, refs: records.refs },
    ...(authorized !== undefined && { authorized }),
  };
}

interface Circumstances extends Pick<RecordParts, 'peerDigest'> {
  readonly now: number;
  readonly history: readonly string[];
}

async function walkCard(
  parts: EngineParts,
  card: CardReading,
  request: NegotiationRequest,
  { now, history, peerDigest }: Circumstances,
): Promise<RecordParts> {
  const at = toTimestamp(now);
  const advertised = card.seen.state;
  const known = advertised.view.skills.get(request.skill);
  const terms = termsOf(parts, card, request, known);
  const ask = (about: Terms): PolicyEvaluation | Promise<PolicyEvaluation> =>
    askPolicy(parts.policy, policyInput(advertised, about, at, history));
  const asked = ask(terms);
  const evaluation = asked instanceof Promise ? await asked : asked;
  // Where policy could not decide, what is told of a skill must be what is told of one that does not exist.
  const doubtful = known !== undefined && !isPlain(evaluation.verdict);
  const absent = doubtful
    ? (await ask(termsOf(parts, card, request, undefined))).verdict
    : evaluation.verdict;
  // Who may see a skill of this name is told what is wrong with it.
  const told = absent.discovery.visible ? evaluation.verdict : absent;
  const ids = identify(parts, request, evaluation, at);
  const walked = walk({
    issuer: parts.issuer,
    advertised: card.admission,
    terms,
    evaluation,
    absent: told,
    now,
    ttlSeconds: parts.limits.authorizationTtlSeconds,
    negotiationId: encodeIdentifier(ids.negotiationId),
    decisionId: ids.decisionId,
  });
  return {
    ids,
    at,
    request,
    advertised,
    terms,
    evaluation,
    told,
    walk: walked,
    reviewPath: parts.reviewPath,
    peerDigest,
  };
}

// A skill that may be seen is no secret, and a plain refusal to show it reads like a skill that does not exist.
function isPlain({ status, discovery }: PolicyVerdict): boolean {
  return status === 'decided' || (status === 'gap' && discovery.visible);
}

function termsOf(
  parts: EngineParts,
  card: CardReading,
  request: NegotiationRequest,
  known: CardSkill | undefined,
): Terms {
  const skill = known ?? absentSkill(request.skill);
  return agree(card.seen.state.view, skill, request, protocolTerms(card.seen, request, parts.protocols));
}

function identify(
  { ids }: EngineParts,
  request: NegotiationRequest,
  { verdict }: PolicyEvaluation,
  at: string,
): NegotiationIds {
  let seed: string | undefined;
  const lazily = (): string => {
    seed ??= sha256Hex(JSON.stringify([at, request, verdict.inputDigest, verdict.policy]));
    return seed;
  };
  return {
    negotiationId: request.negotiationId ?? `neg.${ids.next('negotiation', lazily)}`,
    decisionId: `decision.${ids.next('decision', lazily)}`,
    eventId: `event.${ids.next('event', lazily)}`,
    entryId: `negotiation.${ids.next('evidence', lazily)}`,
  };
}

const EVIDENCED = Object.freeze({
  layer: 'evidenced',
  status: 'passed',
  codes: Object.freeze(['EVIDENCED_WRITTEN']),
  reasons: Object.freeze(['the decision was written to the evidence before this answer']),
} as const);
