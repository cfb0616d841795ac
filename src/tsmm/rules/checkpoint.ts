// SPDX-License-Identifier: Apache-2.0
import { parseTimestamp } from '../../core/time.js';
import type { AuthorizationCheckpoint } from '../types.js';
import type { Rule } from './rule.js';

/** The rules that an authorization checkpoint obeys. */
export const CHECKPOINT_RULES: readonly Rule<AuthorizationCheckpoint>[] = [
  {
    id: 'TSMM-AC-01',
    clause: 'docs/model/authorization-checkpoint.md (AI-9)',
    meaning: 'A resolved checkpoint says when, and one that still waits does not.',
    *check({ status, resolvedAt }) {
      if (status === 'resolved' && resolvedAt === undefined)
        yield { pointer: '/resolvedAt', message: 'resolved, and it does not say when' };
      if (status === 'pending' && resolvedAt !== undefined)
        yield { pointer: '/resolvedAt', message: 'pending, and it says when it was resolved' };
    },
  },
  {
    id: 'TSMM-AC-02',
    clause: 'schema authorizationCheckpoint',
    meaning: 'Times are RFC 3339.',
    *check({ resolvedAt }) {
      if (resolvedAt !== undefined && parseTimestamp(resolvedAt) === undefined)
        yield { pointer: '/resolvedAt', message: 'not an RFC 3339 date-time' };
    },
  },
  {
    id: 'TSMM-AC-03',
    clause: 'schema triggerCondition',
    meaning: 'A policy gap names what policy lacked.',
    *check({ triggerCondition, requiredEvidenceRefs = [] }) {
      if (triggerCondition === 'policy-gap' && requiredEvidenceRefs.length === 0)
        yield { pointer: '/requiredEvidenceRefs', message: 'a policy gap, and nothing is named' };
    },
  },
];
