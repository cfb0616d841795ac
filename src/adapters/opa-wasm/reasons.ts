// SPDX-License-Identifier: Apache-2.0
import type { PolicyReason } from '../../core/policy.js';

/** Reasons in one order and without repeats; policies may give them as a set, whose order is that of hash buckets. */
export function canonicalReasons(reasons: readonly PolicyReason[]): readonly PolicyReason[] {
  if (reasons.length < 2) return Object.freeze(reasons);
  const sorted = [...reasons].sort(compare);
  return Object.freeze(
    sorted.filter((reason, index) => {
      const before = sorted[index - 1];
      return before === undefined || compare(before, reason) !== 0;
    }),
  );
}

// By code unit, as everywhere; a comparison by locale would depend on the machine.
function compare(a: PolicyReason, b: PolicyReason): number {
  return text(a.code, b.code) || text(a.message, b.message) || text(a.gap ?? '', b.gap ?? '');
}

function text(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
