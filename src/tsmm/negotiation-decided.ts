// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { NegotiationDecided } from '../openwop/types.js';

/** The zod type of the payload of `negotiation.decided`; accepts what its JSON Schema accepts. */
export const decidedPayload: z.ZodType<NegotiationDecided> = z.strictObject({
  protocol: z.enum(['a2a', 'mcp']),
  outcome: z.enum(['accepted', 'refused']),
  at: z.string(),
  requested: z.exactOptional(z.string()),
  version: z.exactOptional(z.string()),
  floor: z.exactOptional(z.string()),
  peerDigest: z.exactOptional(z.string().regex(/^[0-9a-f]{64}$/)),
  reason: z.exactOptional(z.enum(['below-floor', 'unauthenticated', 'unsupported', 'ok'])),
});
