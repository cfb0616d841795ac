// SPDX-License-Identifier: Apache-2.0
import type { InteropProtocol, NegotiationRecord, RunEvent, VersionDecision } from './types.js';

/** A run event before the run's log has given it a place. */
export type RunEventDraft = Omit<RunEvent, 'sequence'>;

/** The log of a run, kept by the orchestrator. What throws or does not answer in time refuses the exchange. */
export interface RunSink {
  /** Append the event and give its `sequence` in that run's log: a whole number from 0, strictly increasing. */
  append(event: RunEventDraft): Promise<number> | number;
}

/** Bounds a promise: settles as it does, or rejects with OPENWOP_SINK_TIMEOUT when its time is over. */
export type Deadline = <T>(work: Promise<T>) => Promise<T>;

/** Who is on the other side of an exchange, as authentication found it; never what a message says of itself. */
export interface Caller {
  readonly authenticated: boolean;
  /** Whose durable events the record joins; read only for an authenticated caller. */
  readonly tenant?: string;
  readonly workspace?: string;
  /** Any URL of the caller; only the digest of its origin is kept. */
  readonly origin?: string;
  /** The run that the exchange belongs to, where one exists. */
  readonly run?: string;
}

/** One exchange to decide and to record. */
export interface VersionExchange {
  readonly protocol: InteropProtocol;
  readonly caller: Caller;
  readonly named?: string;
  /** What the protocol puts in the place of silence. */
  readonly assumed?: string;
  /** What the other side offers, where it is known. */
  readonly peer?: readonly string[];
  /** `handshake`: only the MCP revisions that `initialize` can agree on take part. */
  readonly among?: 'handshake';
  readonly answer?: 'exact' | 'counter';
  readonly contradicted?: boolean;
}

/** What one exchange came to. */
export interface VersionOutcome {
  readonly decision: VersionDecision;
  readonly record: NegotiationRecord;
  /** All that this caller could name of the protocol, whatever this exchange can carry. */
  readonly serves: readonly string[];
}

/**
 * Decides the version of an exchange and records the decision, refusals included, before it answers. When it
 * rejects, nothing was decided and the exchange is refused.
 */
export interface VersionPort {
  /** @throws GovernanceError OPENWOP_SINK_FAILED, OPENWOP_SINK_TIMEOUT, EVIDENCED_WRITE_FAILED, EVIDENCED_CLOSED */
  negotiateVersion(exchange: VersionExchange): Promise<VersionOutcome>;
}
