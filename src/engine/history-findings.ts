// SPDX-License-Identifier: Apache-2.0

/** What the history keeps of one card. */
export interface SeenVersion {
  readonly digest: string;
  /** The agent's own version; `null` where the card does not declare it. */
  readonly version: string | null;
  readonly verified: boolean;
  /** The key that signed it; `null` where it was not verified. */
  readonly kid: string | null;
}

/**
 * How a card differs from the one that counted before, as codes for policy. A card seen before that is not the
 * reference, or one of a lower version, goes back to an older one: a signature proves who said it, not that it is
 * still the latest.
 *
 * @param seenBefore whether this very card is in the history
 */
export function historyFindings(
  reference: SeenVersion,
  now: SeenVersion,
  seenBefore: boolean,
): readonly string[] {
  if (now.digest === reference.digest) return [];
  const codes = ['card.changed'];
  if (reference.verified && now.verified && reference.kid !== now.kid) codes.push('card.key-changed');
  if (seenBefore || isLower(now.version, reference.version)) codes.push('card.rollback');
  if (reference.verified && !now.verified) codes.push('card.signature-dropped');
  return codes;
}

/** Whether a version is lower by its numeric parts; versions that have none cannot be compared. */
function isLower(version: string | null, than: string | null): boolean {
  const a = numbers(version);
  const b = numbers(than);
  if (a === undefined || b === undefined) return false;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0n) - (b[index] ?? 0n);
    if (difference !== 0n) return difference < 0n;
  }
  return false;
}

function numbers(version: string | null): readonly bigint[] | undefined {
  const match = /^v?(\d{1,18}(?:\.\d{1,18}){0,3})(?:[-+].*)?$/.exec(version ?? '');
  return match?.[1]?.split('.').map(BigInt);
}
