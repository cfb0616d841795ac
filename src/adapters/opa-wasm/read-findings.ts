// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { fault } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import type { RegistryFinding } from '../../core/policy.js';

const ANSWER = z.strictObject({
  findings: z.array(
    z.strictObject({
      code: z.string().min(1),
      severity: z.enum(['error', 'warning', 'info']),
      pointer: z.string().regex(/^(\/|$)/),
      message: z.string().min(1),
    }),
  ),
});

/**
 * Check an answer of `parley/registry`.
 * @throws AuthorizedError AUTHORIZED_POLICY_RESULT
 */
export function readFindings(result: Json): readonly RegistryFinding[] {
  const answer = ANSWER.safeParse(result);
  if (answer.success) return answer.data.findings;
  const issue = answer.error.issues[0];
  throw fault('AUTHORIZED_POLICY_RESULT', {
    pointer: issue === undefined ? '' : `/${issue.path.join('/')}`,
    detail: issue?.message,
  });
}
