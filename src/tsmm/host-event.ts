// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../core/json.js';
import { decidedPayload } from './negotiation-decided.js';
import type { HostEventDocument } from './types.js';

const someText = z.string().min(1);
const timestamp = z.string();
const workspaceId = z.exactOptional(someText);
const OTHER_TYPE = /^(?!negotiation\.decided$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const decidedEvent: z.ZodType<HostEventDocument> = z.strictObject({
  eventId: someText,
  type: z.literal('negotiation.decided'),
  timestamp,
  delivery: z.literal('durable'),
  workspaceId,
  payload: decidedPayload,
});

const otherEvent: z.ZodType<HostEventDocument> = z.strictObject({
  eventId: someText,
  type: z.string().regex(OTHER_TYPE),
  timestamp,
  delivery: z.enum(['durable', 'ephemeral']),
  workspaceId,
  payload: z.custom<JsonObject>(isJsonObject),
});

/**
 * The zod type of a host event: of a `negotiation.decided` record outside any run, and of the other types of the
 * same envelope. Accepts what its JSON Schema accepts.
 */
export const hostEvent: z.ZodType<HostEventDocument> = z.unknown().transform((value, context) => {
  const decided = isJsonObject(value) && value['type'] === 'negotiation.decided';
  const read = (decided ? decidedEvent : otherEvent).safeParse(value);
  if (read.success) return read.data;
  for (const issue of read.error.issues)
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
});
