// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { AuthorizationCheckpoint } from './types.js';

const identifier = z.string().regex(/^[A-Za-z0-9._:-]+$/);

/** The zod type of a TSMM authorization checkpoint; accepts what its JSON Schema accepts. */
export const authorizationCheckpoint: z.ZodType<AuthorizationCheckpoint> = z.strictObject({
  id: identifier,
  triggerCondition: z.enum(['policy-gap', 'auth-required', 'input-required', 'scope-exceeded']),
  interactionContextRef: identifier,
  taskRef: z.exactOptional(identifier),
  requiredEvidenceRefs: z.exactOptional(z.array(identifier)),
  resolutionPaths: z.exactOptional(z.array(z.string())),
  status: z.enum(['pending', 'resolved', 'failed', 'timed-out']),
  resolvedAt: z.exactOptional(z.string()),
});
