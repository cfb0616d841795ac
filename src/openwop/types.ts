// SPDX-License-Identifier: Apache-2.0

/** The two protocols whose versions are negotiated. */
export type InteropProtocol = 'a2a' | 'mcp';

/** Why a version was decided as it was (OpenWOP `negotiation.decided`, member `reason`). */
export type VersionReason = 'ok' | 'below-floor' | 'unauthenticated' | 'unsupported';

/** Both sides go on, at `version`, written as this side offers it. */
export interface VersionAccepted {
  readonly outcome: 'accepted';
  readonly version: string;
  /** What the requesting side named, as it wrote it; absent where it named nothing. */
  readonly requested?: string;
  readonly reason: 'ok';
}

/** No version: the exchange ends here. */
export interface VersionRefused {
  readonly outcome: 'refused';
  readonly requested?: string;
  readonly reason: Exclude<VersionReason, 'ok'>;
  /** What this caller could name instead, in the order of the offer; never the refused version. */
  readonly supported: readonly string[];
  /** Set where what was named or offered is no version, or two: so told apart from an unsupported one. */
  readonly malformed?: true;
}

/** The answer of one version negotiation: a downgrade is `accepted` with a `version` below `requested`. */
export type VersionDecision = VersionAccepted | VersionRefused;

/** What one version negotiation is decided from. */
export interface VersionQuestion {
  readonly protocol: InteropProtocol;
  /** What this side speaks: A2A `major.minor`, MCP revision dates. */
  readonly offered: readonly string[];
  /** What this side speaks where nothing is named. */
  readonly preferred: string;
  /** The lowest version that this side ever speaks (`minimumVersion`, `minimumRevision`). */
  readonly floor: string;
  /** What the requesting side named: inbound the caller, outbound this side. Absent where it named nothing. */
  readonly named?: string;
  /** What the protocol puts in the place of silence (A2A: `0.3`); read only where nothing is named. */
  readonly assumed?: string;
  /** What the other side offers; absent where only `named` is known of it. */
  readonly peer?: readonly string[];
  readonly authenticated: boolean;
  /** The requesting side named two versions, or named one in a way that its protocol forbids: always refused. */
  readonly contradicted?: boolean;
  /**
   * What becomes of a named version that this side does not offer. `counter`: another is answered, the handshake
   * of MCP `initialize` and the default of MCP. `exact`: refused, as for every request that carries its own
   * version, and the default of A2A. Either way a named version that only the peer lacks may be lowered.
   */
  readonly answer?: 'exact' | 'counter';
}

/** The closed, content-free payload of a `negotiation.decided` record (RFC 0175 section D, RFC 0242). */
export interface NegotiationDecided {
  readonly protocol: InteropProtocol;
  readonly outcome: 'accepted' | 'refused';
  readonly requested?: string;
  readonly version?: string;
  readonly floor?: string;
  /** SHA-256 of the peer's origin, 64 lower-case hex digits; never the origin in clear. */
  readonly peerDigest?: string;
  readonly reason?: VersionReason;
  /** RFC 3339. */
  readonly at: string;
}

/** The type of every record that this part writes. */
export const NEGOTIATION_DECIDED = 'negotiation.decided';

/** The record inside a run: an event of that run's log. */
export interface RunEvent {
  readonly eventId: string;
  readonly runId: string;
  readonly type: typeof NEGOTIATION_DECIDED;
  readonly payload: NegotiationDecided;
  /** RFC 3339. */
  readonly timestamp: string;
  /** Place in the run's log, from 0. */
  readonly sequence: number;
  readonly schemaVersion: number;
}

/** The record where no run exists: a durable event of the host (RFC 0236). It has no `runId` and no `sequence`. */
export interface HostEvent {
  readonly eventId: string;
  readonly type: typeof NEGOTIATION_DECIDED;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly delivery: 'durable';
  readonly workspaceId?: string;
  readonly payload: NegotiationDecided;
}

/** A `negotiation.decided` record in the envelope of its home. */
export type NegotiationRecord = RunEvent | HostEvent;

/** Whether a record belongs to a run. */
export function isRunEvent(record: NegotiationRecord): record is RunEvent {
  return 'runId' in record;
}
