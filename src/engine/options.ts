// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../core/errors.js';
import type { PolicyPort } from '../core/policy.js';
import type { Clock, Ids, Logger } from '../core/ports.js';
import type { TrustPort } from '../core/trust.js';
import type { EvidenceStore } from '../evidenced/types.js';
import type { RunSink } from '../openwop/port.js';
import type { ProtocolsConfig } from '../openwop/protocols.js';
import type { DecisionListener } from './report-decision.js';

/** Bounds of an engine; every member has a documented default. */
export interface EngineLimits {
  /** Largest card, in bytes. Default 1 MiB. */
  readonly maxCardBytes: number;
  /** How many cards already seen are kept parsed and verified. Default 1,000. */
  readonly cardCache: number;
  /** How long an authorization lasts where policy says nothing shorter, in seconds. Default 300. */
  readonly authorizationTtlSeconds: number;
  /** How long the orchestrator's sink may take, in milliseconds. Default 2,000. */
  readonly runSinkMs: number;
}

/** What an engine is made of. Only `policy` has no default; what is left out costs nothing. */
export interface EngineOptions<P extends PolicyPort = PolicyPort> {
  readonly policy: P;
  /** Default: in memory, gone with the process. */
  readonly evidence?: EvidenceStore;
  /** Default: no key is trusted, so a signed card is `untrusted`. */
  readonly trust?: TrustPort;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly logger?: Logger;
  /** Versions offered, preferred and floor per protocol. Default: design section 7. */
  readonly protocols?: Partial<ProtocolsConfig>;
  readonly limits?: Partial<EngineLimits>;
  /** JSON pointers that a card must have: their absence refuses it before its signatures are looked at. */
  readonly requiredFields?: readonly string[];
  /** Where the events of runs go; default: the evidence alone. */
  readonly runs?: RunSink;
  /** Who reviews: `reviewPath` of a receipt. Default `operator`. */
  readonly reviewPath?: string;
  /**
   * Hears every policy decision before the evidence is written and the answer given, a decision log for one. It is
   * waited for; what it throws refuses the negotiation.
   */
  readonly onDecision?: DecisionListener;
}

/** The default bounds. */
export const DEFAULT_LIMITS: EngineLimits = Object.freeze({
  maxCardBytes: 1_048_576,
  cardCache: 1_000,
  authorizationTtlSeconds: 300,
  runSinkMs: 2_000,
});

/**
 * The bounds with every default filled in; one that is `undefined` has its default.
 * @throws GovernanceError CORE_CONFIG_INVALID where one is no number of 0 or more
 */
export function limitsOf(given: Partial<EngineLimits> = {}): EngineLimits {
  const limits: Record<keyof EngineLimits, number> = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof EngineLimits)[]) {
    const limit = given[name];
    if (limit === undefined) continue;
    // Nothing is larger than NaN: a bound that is none would bound nothing.
    if (typeof limit !== 'number' || !(limit >= 0))
      throw fault('CORE_CONFIG_INVALID', { pointer: `/limits/${name}`, detail: quote(limit) });
    limits[name] = limit;
  }
  return Object.freeze(limits);
}
