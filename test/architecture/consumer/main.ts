// SPDX-License-Identifier: Apache-2.0
// What a program that depends on the package writes: no deep import, every value of the docs with its type.
import { readFile } from 'node:fs/promises';
import {
  type Caller,
  type CapabilityNegotiation,
  type Clock,
  ContractViolation,
  createDerivedIds,
  createEngine,
  createMemoryEvidence,
  DEFAULT_LIMITS,
  DEFAULT_PROTOCOLS,
  type DecisionReceipt,
  type Engine,
  type EngineOptions,
  type EvidenceEntry,
  type EvidenceStore,
  type ExecutionAnswer,
  type ExtensionDecision,
  GovernanceError,
  type Ids,
  type Invocation,
  isDeclared,
  type Json,
  type LayerReport,
  type Logger,
  type NegotiationAnswer,
  type NegotiationDecided,
  type NegotiationDocument,
  type NegotiationRecord,
  type NegotiationRequest,
  type Obligation,
  type Outcome,
  OutcomeUnrecorded,
  type PolicyInput,
  type PolicyPort,
  type PolicyVerdict,
  parseRequest,
  type RunEventDraft,
  type RunSink,
  type TrustPort,
  type VersionExchange,
  type VersionOutcome,
} from 'tsmm-parley';
import { FINDING_CODES, readCard } from 'tsmm-parley/advertised';
import { REVIEW_REQUIRED } from 'tsmm-parley/authorized';
import { readBundle } from 'tsmm-parley/bundle';
import { createFileSource } from 'tsmm-parley/bundle-source';
import { createDecisionLog } from 'tsmm-parley/decision-log';
import { SKILL_NOT_AVAILABLE } from 'tsmm-parley/discoverable';
import { type ErrorCode, EvidencedError } from 'tsmm-parley/errors';
import { openSqliteEvidence } from 'tsmm-parley/evidence-sqlite';
import { verifyEvidence } from 'tsmm-parley/evidenced';
import { parseInvocation } from 'tsmm-parley/executed';
import { outcomeOf } from 'tsmm-parley/negotiated';
import { isRunEvent } from 'tsmm-parley/openwop';
import { loadDefaultPolicy } from 'tsmm-parley/policy';
import { guardA2A } from 'tsmm-parley/server';
import { createTrustStore } from 'tsmm-parley/trust';
import { validateNegotiation } from 'tsmm-parley/tsmm';

const clock: Clock = { now: () => Date.UTC(2026, 4, 5) };
const ids: Ids = createDerivedIds();
const logger: Logger = console;
const trust: TrustPort = createTrustStore({ jwks: [], requireSignature: false });
const runs: RunSink = { append: (event: RunEventDraft): number => event.payload.at.length };

/** An engine with every option that docs/embedding.md has. */
export async function makeEngine(data: { readonly [name: string]: Json }): Promise<Engine> {
  const policy: PolicyPort = await loadDefaultPolicy({ data });
  const evidence: EvidenceStore = createMemoryEvidence();
  const options: EngineOptions = {
    ...{ policy, evidence, trust, clock, ids, logger, runs },
    protocols: { a2a: DEFAULT_PROTOCOLS.a2a },
    limits: { authorizationTtlSeconds: DEFAULT_LIMITS.authorizationTtlSeconds },
    requiredFields: ['/name'],
    reviewPath: 'operator',
  };
  return createEngine(options);
}

/** One walk with each part of its answer by name. */
export async function walk(engine: Engine, cardPath: string, document: unknown): Promise<Outcome> {
  const request: NegotiationRequest = parseRequest(document);
  const card: Uint8Array = await readFile(cardPath);
  const answer: NegotiationAnswer = await engine.negotiate({ card, request });
  const printed: NegotiationDocument = answer;
  const layers: readonly LayerReport[] = printed.layers;
  const negotiation: CapabilityNegotiation = answer.negotiation;
  const rejected: readonly ExtensionDecision[] = negotiation.rejectedExtensions;
  const receipt: DecisionReceipt = answer.receipt;
  const record: NegotiationRecord = answer.record;
  const payload: NegotiationDecided = record.payload;
  const place: number | undefined = isRunEvent(record) ? record.sequence : undefined;
  const entry: EvidenceEntry | undefined = engine.evidence.find(receipt.decisionId);
  logger.info(
    { layers, rejected, payload, place, entry: entry?.hash, head: answer.evidence.head.hash },
    'walk',
  );
  if (answer.authorized !== undefined) await run(engine, answer.authorized);
  return answer.outcome;
}

async function run(engine: Engine, authorized: NonNullable<NegotiationAnswer['authorized']>): Promise<void> {
  const obligations: readonly Obligation[] = authorized.obligations;
  const { extensions } = authorized.negotiated.discoverable.advertised.view.capabilities;
  const known: number = isDeclared(extensions) ? extensions.length : 0;
  const invocation: Invocation = {
    skill: 'x',
    inputMode: 'text/plain',
    effect: { class: 'read', risk: 'low' },
  };
  try {
    const done: ExecutionAnswer<string> = await engine.execute(
      authorized,
      invocation,
      async (signal: AbortSignal) => (signal.aborted ? 'late' : 'done'),
      { signal: AbortSignal.timeout(1_000) },
    );
    logger.info({ obligations, known, entries: done.evidenced.entries.length }, done.output);
  } catch (error) {
    if (error instanceof ContractViolation)
      logger.warn({ clause: error.clause, code: error.code }, 'outside');
    else if (error instanceof OutcomeUnrecorded) logger.error({ output: error.output }, 'unrecorded');
    else if (error instanceof EvidencedError || error instanceof GovernanceError) {
      const code: ErrorCode = error.code;
      logger.error({ code, action: error.action, pointer: error.pointer }, error.message);
    } else throw error;
  }
}

/** A version decision without a skill. */
export async function version(engine: Engine): Promise<VersionOutcome> {
  const caller: Caller = { authenticated: true, tenant: 'acme' };
  const exchange: VersionExchange = { protocol: 'a2a', named: '1.0', caller };
  return engine.negotiateVersion(exchange);
}

/** A policy of one's own. */
export function own(identity: PolicyPort['identity'], verdict: PolicyVerdict): PolicyPort {
  return { identity, decide: (_input: PolicyInput): PolicyVerdict => verdict };
}

/** One name of every subpath, so that each must resolve with its types. */
export const REACHED: readonly unknown[] = [
  FINDING_CODES['card.wrong-type'].severity,
  readCard,
  REVIEW_REQUIRED,
  readBundle,
  createFileSource,
  createDecisionLog,
  SKILL_NOT_AVAILABLE.code,
  openSqliteEvidence,
  verifyEvidence,
  parseInvocation,
  outcomeOf,
  guardA2A,
  validateNegotiation,
];

// @ts-expect-error an outcome is one of four words: were the types lost, this would compile
export const NO_OUTCOME: Outcome = 'granted';
