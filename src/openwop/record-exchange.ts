// SPDX-License-Identifier: Apache-2.0
import { sha256Hex } from '../core/digest.js';
import { fault, GovernanceError } from '../core/errors.js';
import type { Clock, Ids } from '../core/ports.js';
import { toTimestamp } from '../core/time.js';
import type { EvidenceStore } from '../evidenced/types.js';
import { buildNegotiationDecided } from './build-negotiation-decided.js';
import { buildRecord, RECORD_SCHEMA_VERSION } from './build-record.js';
import { decideVersion } from './decide-version.js';
import { originOf } from './peer-digest.js';
import type { Deadline, RunSink, VersionExchange, VersionOutcome, VersionPort } from './port.js';
import { offeredVersions, type ProtocolsConfig } from './protocols.js';
import { legacyRevisions } from './read-mcp.js';
import { recordEntry } from './record-entry.js';
import { createRunLog } from './run-log.js';
import { createRunPlaces, type RunPlaces } from './run-places.js';
import { sinkRefusal } from './sink-refusal.js';
import {
  NEGOTIATION_DECIDED,
  type NegotiationDecided,
  type NegotiationRecord,
  type VersionDecision,
} from './types.js';
import { compareVersions, parseVersion } from './version-grammar.js';

/** What the recorder is made of. */
export interface RecorderOptions {
  readonly store: EvidenceStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly protocols?: ProtocolsConfig | undefined;
  /** The orchestrator's log of runs; default: the evidence alone. */
  readonly runs?: RunSink | undefined;
  /** Which sequences are taken; shared with whatever else writes into the same runs. */
  readonly places?: RunPlaces | undefined;
  /** Bounds every call of `runs`; a sink that hangs past it refuses the exchange. */
  readonly deadline: Deadline;
}

/**
 * The version port over an evidence store: decides, hands the record to its home, keeps it in the evidence, and
 * only then answers. A run's record is kept with the sequence that the run's log gave it.
 */
export function createVersionRecorder(options: RecorderOptions): VersionPort {
  const { store, clock, ids } = options;
  const runs = options.runs ?? createRunLog(store);
  const places = options.places ?? createRunPlaces(store);
  return {
    async negotiateVersion(exchange) {
      const now = clock.now();
      const decision = decide(exchange, options.protocols);
      const payload = payloadOf(exchange, decision, options.protocols, toTimestamp(now));
      const seed = (): string => sha256Hex(JSON.stringify([exchange.caller.run ?? null, payload]));
      const eventId = `event.${ids.next('event', seed)}`;
      const parts = { payload, eventId, at: toTimestamp(now) };
      const { run, workspace } = exchange.caller;
      const keep = async (record: NegotiationRecord): Promise<void> => {
        await store.append([recordEntry(record, exchange.caller, parts.at)]);
      };
      const serves = servedVersions(exchange, options.protocols);
      const settle = async (record: NegotiationRecord): Promise<VersionOutcome> => {
        await keep(record);
        return { decision, record, serves };
      };
      if (run === undefined) return settle(buildRecord({ ...parts, workspace }));
      let sequence: number;
      let release = (): void => {};
      try {
        sequence = await handToRun(runs, options.deadline, { ...parts, runId: run });
        release = places.take(run, sequence);
      } catch (cause) {
        // Not lost: the refusal is kept as an event of the host.
        await keep(buildRecord({ ...parts, payload: sinkRefusal(payload), workspace }));
        throw cause instanceof GovernanceError && cause.code === 'OPENWOP_SINK_TIMEOUT'
          ? cause
          : fault('OPENWOP_SINK_FAILED', { cause });
      }
      try {
        return await settle(buildRecord({ ...parts, run: { runId: run, sequence } }));
      } finally {
        release();
      }
    },
  };
}

async function handToRun(
  runs: RunSink,
  deadline: Deadline,
  parts: { readonly payload: NegotiationDecided; eventId: string; at: string; runId: string },
): Promise<number> {
  const { payload, eventId, at, runId } = parts;
  const event = {
    eventId,
    runId,
    type: NEGOTIATION_DECIDED,
    payload,
    timestamp: at,
    schemaVersion: RECORD_SCHEMA_VERSION,
  } as const;
  return deadline(Promise.resolve().then(() => runs.append(event)));
}

function decide(exchange: VersionExchange, config: ProtocolsConfig | undefined): VersionDecision {
  const { protocol, caller, named, assumed, peer, among, answer, contradicted } = exchange;
  const { offered, preferred, floor } = offeredVersions(protocol, config);
  return decideVersion({
    protocol,
    offered: among === 'handshake' ? legacyRevisions(offered) : offered,
    preferred,
    floor,
    authenticated: caller.authenticated,
    ...(named === undefined ? {} : { named }),
    ...(assumed === undefined ? {} : { assumed }),
    ...(peer === undefined ? {} : { peer }),
    ...(answer === undefined ? {} : { answer }),
    ...(contradicted === undefined ? {} : { contradicted }),
  });
}

/** What this caller could name: without authentication nothing below the preferred version. */
function servedVersions(
  { protocol, caller }: VersionExchange,
  config: ProtocolsConfig | undefined,
): readonly string[] {
  const { offered, preferred, floor } = offeredVersions(protocol, config);
  const bounds = caller.authenticated === true ? [floor] : [floor, preferred];
  const least = bounds.map((text) => parseVersion(protocol, text));
  return offered.filter((text) => {
    const version = parseVersion(protocol, text);
    return least.every((bound) => version && bound && compareVersions(version, bound) >= 0);
  });
}

function payloadOf(
  exchange: VersionExchange,
  decision: VersionDecision,
  config: ProtocolsConfig | undefined,
  at: string,
): NegotiationDecided {
  const { origin } = exchange.caller;
  return buildNegotiationDecided({
    protocol: exchange.protocol,
    decision,
    floor: offeredVersions(exchange.protocol, config).floor,
    // An origin that cannot be read must not cost the record.
    peerOrigin: origin !== undefined && originOf(origin) !== undefined ? origin : undefined,
    at,
  });
}
