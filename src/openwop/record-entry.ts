// SPDX-License-Identifier: Apache-2.0
import type { EntryDraft } from '../evidenced/types.js';
import { runEntryId } from './run-log.js';
import { isRunEvent, NEGOTIATION_DECIDED, type NegotiationRecord } from './types.js';

/** Who may be told of a record. It stands beside the envelope, which has no room for a tenant. */
export interface Audience {
  readonly tenant: string;
}

/** A record as the evidence keeps it: the envelope unchanged, and its audience or `null` for nobody. */
export interface RecordBody {
  readonly record: NegotiationRecord;
  readonly audience: Audience | null;
}

/** The id of the entry that holds a record: its place in its run, or the event's own. */
export function recordEntryId(record: NegotiationRecord): string {
  return isRunEvent(record) ? runEntryId(record.runId, record.sequence) : record.eventId;
}

/** The evidence entry of a record. Who was not authenticated has no audience. */
export function recordEntry(
  record: NegotiationRecord,
  caller: { readonly authenticated: boolean; readonly tenant?: string | undefined },
  /** RFC 3339, UTC. */
  at: string,
  negotiationId?: string,
): EntryDraft {
  const { authenticated, tenant } = caller;
  const audience = authenticated === true && tenant !== undefined ? { tenant } : null;
  const body: RecordBody = { record, audience };
  return {
    id: recordEntryId(record),
    kind: NEGOTIATION_DECIDED,
    at,
    ...(negotiationId === undefined ? {} : { negotiationId }),
    body: JSON.stringify(body),
  };
}
