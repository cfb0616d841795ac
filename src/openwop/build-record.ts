// SPDX-License-Identifier: Apache-2.0
import {
  type HostEvent,
  NEGOTIATION_DECIDED,
  type NegotiationDecided,
  type NegotiationRecord,
  type RunEvent,
} from './types.js';

/** The version of the payload's shape that is written (run-event `schemaVersion`). */
export const RECORD_SCHEMA_VERSION = 1;

/** What every record has, in whichever home. */
export interface RecordParts {
  readonly payload: NegotiationDecided;
  /** `[A-Za-z0-9._~-]`, at least 16 characters (OpenWOP ids). */
  readonly eventId: string;
  /** RFC 3339. */
  readonly at: string;
}

/** The record in its home: an event of the run where one is named, else a durable event of the host. */
export function buildRecord(
  parts: RecordParts & { readonly run: { readonly runId: string; readonly sequence: number } },
): RunEvent;
export function buildRecord(
  parts: RecordParts & { readonly run?: undefined; readonly workspace?: string | undefined },
): HostEvent;
export function buildRecord(
  parts: RecordParts & {
    readonly run?: { readonly runId: string; readonly sequence: number } | undefined;
    readonly workspace?: string | undefined;
  },
): NegotiationRecord;
export function buildRecord(
  parts: RecordParts & {
    readonly run?: { readonly runId: string; readonly sequence: number } | undefined;
    readonly workspace?: string | undefined;
  },
): NegotiationRecord {
  const { payload, eventId, at, run, workspace } = parts;
  if (run !== undefined) {
    const { runId, sequence } = run;
    return {
      eventId,
      runId,
      type: NEGOTIATION_DECIDED,
      payload,
      timestamp: at,
      sequence,
      schemaVersion: RECORD_SCHEMA_VERSION,
    };
  }
  return {
    eventId,
    type: NEGOTIATION_DECIDED,
    timestamp: at,
    delivery: 'durable',
    ...(workspace === undefined ? {} : { workspaceId: workspace }),
    payload,
  };
}
