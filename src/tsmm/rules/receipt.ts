// SPDX-License-Identifier: Apache-2.0
import { parseTimestamp } from '../../core/time.js';
import type { DecisionReceipt } from '../types.js';
import type { Rule } from './rule.js';
import { isBlank } from './texts.js';

/** The rules that a decision receipt obeys by itself. */
export const RECEIPT_RULES: readonly Rule<DecisionReceipt>[] = [
  {
    id: 'TSMM-DR-01',
    clause: 'docs/model/decision-receipt.md',
    meaning: 'A denied effect is blocked.',
    *check({ decision, effect }) {
      if (decision.outcome === 'deny' && effect.admission !== 'blocked')
        yield admission(`denied, and the effect is \`${effect.admission}\``);
    },
  },
  {
    id: 'TSMM-DR-02',
    clause: 'docs/model/decision-receipt.md',
    meaning: 'An allowed effect is permitted or restricted.',
    *check({ decision, effect }) {
      if (decision.outcome === 'allow' && !isAdmitted(effect))
        yield admission(`allowed, and the effect is \`${effect.admission}\``);
    },
  },
  {
    id: 'TSMM-DR-03',
    clause: 'docs/conformance/runtime-governance-test-profile.md',
    meaning: 'An effect goes ahead only on an active authority.',
    *check({ decision, effect, authorityBasis: { status } }) {
      if (goesAhead(decision, effect) && status !== 'active')
        yield {
          pointer: '/authorityBasis/status',
          message: `${decision.outcome}, and the authority is ${status}`,
        };
    },
  },
  {
    id: 'TSMM-DR-04',
    clause: 'docs/conformance/runtime-governance-test-profile.md',
    meaning: 'An effect goes ahead only on a fresh revocation status.',
    *check({ decision, effect, revocationStateChecked: { status } }) {
      if (goesAhead(decision, effect) && (status === 'stale' || status === 'unavailable'))
        yield revocation(`${decision.outcome}, and the revocation status is ${status}`);
    },
  },
  {
    id: 'TSMM-DR-05',
    clause: 'docs/conformance/runtime-governance-test-profile.md',
    meaning: 'An effect does not go ahead on an authority that was found revoked.',
    *check({ decision, effect, revocationStateChecked: { status } }) {
      if (goesAhead(decision, effect) && status === 'fresh-revoked')
        yield revocation(`${decision.outcome}, and the authority was found revoked`);
    },
  },
  {
    id: 'TSMM-DR-06',
    clause: 'docs/model/decision-receipt.md',
    meaning: 'An authority that was found revoked is not active.',
    *check({ authorityBasis, revocationStateChecked }) {
      if (authorityBasis.status === 'active' && revocationStateChecked.status === 'fresh-revoked')
        yield { pointer: '/authorityBasis/status', message: 'an active authority that was found revoked' };
    },
  },
  {
    id: 'TSMM-DR-07',
    clause: 'docs/model/decision-receipt.md',
    meaning: 'Times are RFC 3339, and revocation was checked at or before the decision.',
    *check({ timestamp, revocationStateChecked: { checkedAt } }) {
      const decided = parseTimestamp(timestamp);
      const checked = parseTimestamp(checkedAt);
      const where = '/revocationStateChecked/checkedAt';
      if (decided === undefined) yield { pointer: '/timestamp', message: 'not an RFC 3339 date-time' };
      if (checked === undefined) yield { pointer: where, message: 'not an RFC 3339 date-time' };
      if (decided !== undefined && checked !== undefined && checked > decided)
        yield { pointer: where, message: 'revocation was checked after the decision' };
    },
  },
  {
    id: 'TSMM-DR-08',
    clause: 'docs/model/decision-receipt.md',
    meaning: 'A receipt gives a reason and a review path.',
    *check({ decision, reviewPath }) {
      if (isBlank(decision.reason)) yield { pointer: '/decision/reason', message: 'an empty reason' };
      if (isBlank(reviewPath)) yield { pointer: '/reviewPath', message: 'an empty review path' };
    },
  },
  {
    id: 'TSMM-DR-09',
    clause: 'docs/model/authorization-checkpoint.md',
    meaning: 'An effect that is under review or suspended waits: it is queued or blocked.',
    *check({ decision, effect }) {
      const waits = decision.outcome === 'review' || decision.outcome === 'suspend';
      if (waits && isAdmitted(effect))
        yield admission(`under ${decision.outcome}, and the effect is \`${effect.admission}\``);
    },
  },
];

/** Whether a receipt lets its effect happen, by what it decides. */
export function isPermissive({ decision }: Pick<DecisionReceipt, 'decision'>): boolean {
  return decision.outcome === 'allow' || decision.outcome === 'warn' || decision.outcome === 'downgrade';
}

function isAdmitted(effect: DecisionReceipt['effect']): boolean {
  return effect.admission === 'permitted' || effect.admission === 'restricted';
}

// A warned or downgraded effect may have been blocked after all; an allow counts whatever its effect says.
function goesAhead(decision: DecisionReceipt['decision'], effect: DecisionReceipt['effect']): boolean {
  return decision.outcome === 'allow' || (isPermissive({ decision }) && isAdmitted(effect));
}

function admission(message: string): { pointer: string; message: string } {
  return { pointer: '/effect/admission', message };
}

function revocation(message: string): { pointer: string; message: string } {
  return { pointer: '/revocationStateChecked/status', message };
}
