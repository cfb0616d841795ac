// SPDX-License-Identifier: Apache-2.0
import { createSignatureJudge } from './advertised/signature/index.js';
import { fault } from './core/errors.js';
import type { PolicyPort } from './core/policy.js';
import { SILENT } from './core/ports.js';
import { createIssuer } from './core/state.js';
import { TRUST_NOBODY } from './core/trust.js';
import { CardHistory } from './engine/card-history.js';
import { createDeadline } from './engine/deadline.js';
import { executeOnce } from './engine/execute.js';
import { createIds, SYSTEM_CLOCK } from './engine/identity.js';
import { negotiateOnce } from './engine/negotiate.js';
import { type EngineOptions, limitsOf } from './engine/options.js';
import type { EngineParts } from './engine/parts.js';
import { PeerDigests } from './engine/peer-digests.js';
import { CardReader } from './engine/read-card.js';
import { createTamperCheck } from './engine/tamper.js';
import type { Engine } from './engine/types.js';
import { createMemoryEvidence } from './evidenced/memory.js';
import { DEFAULT_PROTOCOLS } from './openwop/protocols.js';
import { createVersionRecorder } from './openwop/record-exchange.js';
import { createRunLog } from './openwop/run-log.js';
import { createRunPlaces } from './openwop/run-places.js';

/**
 * Make an engine. It holds no global state: two engines in one process share nothing, and neither accepts a state
 * that the other issued.
 *
 * @example
 * const engine = createEngine({ policy: await loadDefaultPolicy({ data }) });
 * const answer = await engine.negotiate({ card, request });
 */
export function createEngine<P extends PolicyPort>(options: EngineOptions<P>): Engine<P> {
  if (typeof options?.policy?.decide !== 'function') throw new TypeError('createEngine needs a policy');
  if (options.reviewPath?.trim() === '') throw fault('CORE_CONFIG_INVALID', { pointer: '/reviewPath' });
  const parts = fillIn(options);
  return Object.freeze({
    negotiate: (input) => negotiateOnce(parts, input),
    execute: (authorized, invocation, effect, execution) =>
      executeOnce(parts, authorized, invocation, effect, execution?.signal),
    negotiateVersion: createVersionRecorder({ ...parts, store: parts.evidence }).negotiateVersion,
    policy: options.policy,
    evidence: parts.evidence,
  } satisfies Engine<P>);
}

function fillIn(options: EngineOptions): EngineParts {
  const limits = limitsOf(options.limits);
  const issuer = createIssuer();
  const evidence = options.evidence ?? createMemoryEvidence();
  const { trust } = options;
  const reading = {
    issuer,
    limits: { maxBytes: limits.maxCardBytes },
    // Malformed and forbidden signatures are invalid whether anybody is trusted or not.
    judge: createSignatureJudge(trust ?? TRUST_NOBODY),
    ...(options.requiredFields !== undefined && { requiredFields: options.requiredFields }),
  };
  return {
    issuer,
    policy: options.policy,
    evidence,
    cards: new CardReader(reading, trust, limits.maxCardBytes, limits.cardCache),
    history: new CardHistory(evidence),
    peers: new PeerDigests(),
    clock: options.clock ?? SYSTEM_CLOCK,
    ids: options.ids ?? createIds(),
    logger: options.logger ?? SILENT,
    protocols: { ...DEFAULT_PROTOCOLS, ...options.protocols },
    limits,
    runs: options.runs ?? createRunLog(evidence),
    places: createRunPlaces(evidence),
    deadline: createDeadline(limits.runSinkMs),
    reviewPath: options.reviewPath ?? 'operator',
    untampered: createTamperCheck(),
    onDecision: options.onDecision,
  };
}
