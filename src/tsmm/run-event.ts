// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { decidedPayload } from './negotiation-decided.js';
import type { RunEventDocument } from './types.js';

const someText = z.string().min(1);

// A JSON Schema integer is any whole number; zod's own integers stop at 2^53.
const wholeFrom = (least: number) =>
  z.number().refine((value) => Number.isInteger(value) && value >= least, {
    error: `expected a whole number of at least ${least}`,
  });

/** The zod type of a `negotiation.decided` record inside a run; accepts what its JSON Schema accepts. */
export const runEvent: z.ZodType<RunEventDocument> = z.strictObject({
  eventId: someText,
  runId: someText,
  nodeId: z.exactOptional(someText),
  causationId: z.exactOptional(someText),
  type: z.literal('negotiation.decided'),
  payload: decidedPayload,
  timestamp: z.string(),
  sequence: wholeFrom(0),
  schemaVersion: wholeFrom(1),
  engineVersion: z.exactOptional(wholeFrom(0)),
});
