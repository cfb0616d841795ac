// SPDX-License-Identifier: Apache-2.0

/** What the history keeps of one card. */
export interface SeenVersion {
  readonly digest: string;
  /** Digest of the text that its signature covers; of the document where it was not verified. */
  readonly content: string;
  /** The agent's own version; `null` where the card does not declare it. */
  readonly version: string | null;
  readonly verified: boolean;
  /** The key that signed it, by thumbprint where it has no name; `null` where it was not verified. */
  readonly kid: string | null;
  /** The profile it was verified under, on which depends what of it is attested; `null` where it was not. */
  readonly profile: string | null;
}

/**
 * How a card differs from the one that counted before, as codes for policy. It goes back to an older one where its
 * version is lower, or where it was seen before that one and its version is not higher: a signature proves who said
 * it, not that it is still the latest.
 *
 * @param seenEarlier whether what this card says was seen before the reference was
 */
export function historyFindings(
  reference: SeenVersion,
  now: SeenVersion,
  seenEarlier: boolean,
): readonly string[] {
  if (now.digest === reference.digest) return [];
  const codes = ['card.changed'];
  if (reference.verified && now.verified && reference.kid !== now.kid) codes.push('card.key-changed');
  const order = compareVersions(now.version, reference.version);
  if (order < 0 || (seenEarlier && order === 0)) codes.push('card.rollback');
  if (reference.verified && !now.verified) codes.push('card.signature-dropped');
  return codes;
}

/** By the numeric parts; 0 also where a version has none, because then nothing is known of their order. */
function compareVersions(version: string | null, than: string | null): number {
  const a = numbers(version);
  const b = numbers(than);
  if (a === undefined || b === undefined) return 0;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0n) - (b[index] ?? 0n);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return 0;
}

function numbers(version: string | null): readonly bigint[] | undefined {
  const match = /^v?(\d{1,18}(?:\.\d{1,18}){0,3})(?:[-+].*)?$/.exec(version ?? '');
  return match?.[1]?.split('.').map(BigInt);
}
