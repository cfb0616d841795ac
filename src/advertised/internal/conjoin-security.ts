// SPDX-License-Identifier: Apache-2.0
import { FrozenMap } from '../../core/frozen-map.js';
import { isDeclared } from '../../core/undeclared.js';
import type { SecurityRequirement, SecurityRequirements } from '../types.js';

/** Two long lists make a long product; beyond this many alternatives nobody can say what is required. */
export const MOST_ALTERNATIVES = 64;

/**
 * What satisfies both requirements: each alternative of the one together with each of the other, without those
 * that ask for more than another one does. A list is OR, so it is never simply appended to: that would widen it.
 */
export function conjoinSecurity(a: SecurityRequirements, b: SecurityRequirements): SecurityRequirements {
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  if (!isDeclared(a) || a.length === 0) return isDeclared(b) ? b : a;
  if (!isDeclared(b) || b.length === 0) return a;
  if (a.length * b.length > MOST_ALTERNATIVES * MOST_ALTERNATIVES) return 'unknown';
  const product = minimal(a.flatMap((left) => b.map((right) => together(left, right))));
  return product.length > MOST_ALTERNATIVES ? 'unknown' : Object.freeze(product);
}

function together(a: SecurityRequirement, b: SecurityRequirement): SecurityRequirement {
  const both = new Map(a);
  for (const [scheme, scopes] of b) {
    const union = new Set([...(both.get(scheme) ?? []), ...scopes]);
    both.set(scheme, Object.freeze([...union]));
  }
  return new FrozenMap(both);
}

function minimal(alternatives: readonly SecurityRequirement[]): SecurityRequirement[] {
  const kept: SecurityRequirement[] = [];
  for (const candidate of alternatives) {
    if (kept.some((other) => asksAtMost(other, candidate))) continue;
    const rest = kept.filter((other) => !asksAtMost(candidate, other));
    kept.splice(0, kept.length, ...rest, candidate);
  }
  return kept;
}

/** Whether whoever satisfies `b` satisfies `a` too. */
function asksAtMost(a: SecurityRequirement, b: SecurityRequirement): boolean {
  for (const [scheme, scopes] of a) {
    const given = b.get(scheme);
    if (given === undefined || !scopes.every((scope) => given.includes(scope))) return false;
  }
  return true;
}
