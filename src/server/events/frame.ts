// SPDX-License-Identifier: Apache-2.0
import type { EvidenceEntry } from '../../evidenced/types.js';
import { parseRecordBody } from '../../openwop/parse-record-body.js';
import { isRunEvent, NEGOTIATION_DECIDED } from '../../openwop/types.js';

/** A durable host event, ready to be written to the subscribers of its tenant. */
export interface EventFrame {
  readonly seq: number;
  readonly tenant: string;
  readonly text: string;
}

/** The frame of an evidence entry; `undefined` for whatever is no host event with an audience. */
export function frameOf(entry: EvidenceEntry): EventFrame | undefined {
  if (entry.kind !== NEGOTIATION_DECIDED) return undefined;
  const body = parseRecordBody(entry.body);
  if (body === undefined || body.audience === null || isRunEvent(body.record)) return undefined;
  const { record, audience } = body;
  // One line of JSON: no text in it can end the frame or begin another field.
  const text = `event: ${record.type}\nid: ${record.eventId}\ndata: ${JSON.stringify(record)}\n\n`;
  return { seq: entry.seq, tenant: audience.tenant, text };
}
