// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { fault } from '../core/errors.js';
import { pointer } from '../core/json.js';
import { parseTimestamp } from '../core/time.js';
import {
  type HostEvent,
  NEGOTIATION_DECIDED,
  type NegotiationDecided,
  type NegotiationRecord,
  type RunEvent,
} from './types.js';

const timestamp = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined, 'not an RFC 3339 date-time');

/** The closed payload. */
export const negotiationDecidedSchema: z.ZodType<NegotiationDecided> = z.strictObject({
  protocol: z.enum(['a2a', 'mcp']),
  outcome: z.enum(['accepted', 'refused']),
  requested: z.string().exactOptional(),
  version: z.string().exactOptional(),
  floor: z.string().exactOptional(),
  peerDigest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .exactOptional(),
  reason: z.enum(['below-floor', 'unauthenticated', 'unsupported', 'ok']).exactOptional(),
  at: timestamp,
});

/** The envelope of a durable host event: `runId` and `sequence` are unknown members here. */
export const hostEventSchema: z.ZodType<HostEvent> = z.strictObject({
  eventId: z.string().min(1),
  type: z.literal(NEGOTIATION_DECIDED),
  timestamp,
  delivery: z.literal('durable'),
  workspaceId: z.string().min(1).exactOptional(),
  payload: negotiationDecidedSchema,
});

/** The envelope of an event in a run's log. */
export const runEventSchema: z.ZodType<RunEvent> = z.strictObject({
  eventId: z.string().min(1),
  runId: z.string().min(1),
  type: z.literal(NEGOTIATION_DECIDED),
  payload: negotiationDecidedSchema,
  timestamp,
  sequence: z.int().min(0),
  schemaVersion: z.int().min(1),
});

/**
 * Read a `negotiation.decided` record: a run event where it names a run, a host event otherwise.
 * @throws GovernanceError OPENWOP_RECORD_INVALID
 */
export function validateRecord(value: unknown): NegotiationRecord {
  const inRun = typeof value === 'object' && value !== null && Object.hasOwn(value, 'runId');
  return inRun ? parse(runEventSchema, value) : parse(hostEventSchema, value);
}

/**
 * Read the payload of a record.
 * @throws GovernanceError OPENWOP_RECORD_INVALID
 */
export function validateNegotiationDecided(value: unknown): NegotiationDecided {
  return parse(negotiationDecidedSchema, value);
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  throw fault('OPENWOP_RECORD_INVALID', { pointer: pointer('', ...path), detail: issue?.message });
}
