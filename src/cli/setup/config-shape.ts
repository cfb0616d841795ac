// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Config } from './config.js';
import { decisionLogShape } from './config-decision-log.js';
import { policyShape } from './config-policy.js';

const text = z.string().min(1);
const versions = z.array(text).min(1);

/** The zod type of a configuration; agrees with its JSON Schema. */
export const configShape: z.ZodType<Config> = z.strictObject({
  protocols: z.exactOptional(
    z.strictObject({
      a2a: z.exactOptional(z.strictObject({ versions, preferred: text, floor: text })),
      mcp: z.exactOptional(z.strictObject({ revisions: versions, preferred: text, floor: text })),
    }),
  ),
  trust: z.exactOptional(z.record(z.string(), z.unknown())),
  server: z.exactOptional(z.record(z.string(), z.unknown())),
  policy: z.exactOptional(policyShape),
  decisionLog: z.exactOptional(decisionLogShape),
  evidence: z.exactOptional(z.strictObject({ path: text })),
  limits: z.exactOptional(
    z.strictObject({
      maxCardBytes: z.exactOptional(z.int().min(1).max(16_777_216)),
      cardCache: z.exactOptional(z.int().min(0)),
      authorizationTtlSeconds: z.exactOptional(z.int().min(1)),
      // A timer takes no more.
      runSinkMs: z.exactOptional(z.int().min(1).max(2_147_483_647)),
    }),
  ),
  requiredFields: z.exactOptional(z.array(z.string().regex(/^(\/([^~/]|~[01])*)+$/))),
  reviewPath: z.exactOptional(text),
});
