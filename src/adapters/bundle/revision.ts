// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { parseTimestamp } from '../../core/time.js';
import type { SeenBundle } from './types.js';

const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Order two revisions: negative where `a` is older, 0 where they are the same age, `undefined` where nobody can
 * tell. In this order: equal text; the empty revision is older than any other; RFC 3339 times; semantic versions
 * (with their pre-releases); otherwise texts that differ in their digits alone, number by number from the left
 * (`41` < `42`, `policies-9` < `policies-10`, `2026-01-02.1` < `2026-01-02.2`). Hashes have no order.
 */
export function compareRevisions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? -1 : 1;
  const times = [parseTimestamp(a), parseTimestamp(b)];
  if (times[0] !== undefined && times[1] !== undefined) return times[0] - times[1];
  const [left, right] = [SEMVER.exec(a), SEMVER.exec(b)];
  if (left !== null && right !== null) return compareSemver(left, right);
  if (a.replace(/\d+/g, '0') !== b.replace(/\d+/g, '0')) return undefined;
  return compareNumbers(a.match(/\d+/g) ?? [], b.match(/\d+/g) ?? []);
}

/**
 * Refuse a bundle older than the last one seen. By revision; where revisions have no order or are equal, by the
 * signed `iat`. Call only with values of a verified signature where one is required.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_ROLLBACK, AUTHORIZED_BUNDLE_REVISION_UNORDERED
 */
export function refuseRollback(next: SeenBundle, last: SeenBundle): void {
  const order = compareRevisions(next.revision, last.revision);
  const detail = `${quote(next.revision)} after ${quote(last.revision)}`;
  if (order !== undefined && order !== 0) {
    if (order < 0) throw fault('AUTHORIZED_BUNDLE_ROLLBACK', { detail });
    return;
  }
  const dated = next.issuedAt !== undefined && last.issuedAt !== undefined;
  if (dated && Number(next.issuedAt) < Number(last.issuedAt)) {
    throw fault('AUTHORIZED_BUNDLE_ROLLBACK', { detail: `${detail}, signed earlier` });
  }
  if (order === undefined && !dated) throw fault('AUTHORIZED_BUNDLE_REVISION_UNORDERED', { detail });
}

function compareSemver(a: RegExpExecArray, b: RegExpExecArray): number {
  const release = compareNumbers(a.slice(1, 4), b.slice(1, 4));
  if (release !== 0) return release;
  // A pre-release is older than its release (Semantic Versioning 2.0.0, clause 11).
  if (a[4] === undefined || b[4] === undefined)
    return Number(a[4] === undefined) - Number(b[4] === undefined);
  const [left, right] = [a[4].split('.'), b[4].split('.')];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareIdentifiers(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const numeric = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numeric[0] && numeric[1]) return compareNumbers([a], [b]);
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function compareNumbers(a: readonly string[], b: readonly string[]): number {
  for (const [index, digits] of a.entries()) {
    const [left, right] = [BigInt(digits), BigInt(b[index] ?? '0')];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
