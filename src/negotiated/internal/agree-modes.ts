// SPDX-License-Identifier: Apache-2.0
import { isMediaRange, type MediaType, mediaTypeServes, parseMediaType } from '../../core/media-type.js';
import { type Declared, isDeclared } from '../../core/undeclared.js';
import type { ModeTerms } from '../types.js';

/**
 * Agree on the modes of one direction: what is requested and served is accepted as it was requested; a range is
 * granted every offered type it covers. Undeclared modes serve nothing, unless `grantUndeclared` (MCP outputs,
 * design section 2): then the request stands and a constraint says so.
 */
export function agreeModes(
  requested: readonly string[],
  offered: Declared<readonly string[]>,
  grantUndeclared: boolean,
): ModeTerms {
  const undeclared = !isDeclared(offered);
  if (undeclared && grantUndeclared) return grantAll(requested);
  const offers = undeclared ? [] : parseOffers(offered);
  const accepted = new Set<string>();
  const rejected: string[] = [];
  const ranges: MediaType[] = [];
  for (const text of requested) {
    const mode = parseMediaType(text);
    const served = mode !== undefined && offers.some((offer) => mediaTypeServes(offer, mode));
    if (!served) rejected.push(text);
    else if (isMediaRange(mode)) ranges.push(mode);
    else accepted.add(text);
  }
  return { accepted: [...accepted], rejected, undeclared, ...grantRanges(ranges, offers, accepted) };
}

// What is no media type (a parameter twice) is never served, declared or not.
function grantAll(requested: readonly string[]): ModeTerms {
  const isMode = (text: string): boolean => parseMediaType(text) !== undefined;
  const rejected = requested.filter((text) => !isMode(text));
  return { accepted: requested.filter(isMode), rejected, forRange: [], undeclared: true };
}

// A card's lists are frozen and live as long as it is remembered: each is parsed once.
const PARSED = new WeakMap<readonly string[], readonly MediaType[]>();

function parseOffers(offered: readonly string[]): readonly MediaType[] {
  const known = PARSED.get(offered);
  if (known !== undefined) return known;
  const offers = offered.map(parseMediaType).filter((mode) => mode !== undefined);
  if (Object.isFrozen(offered)) PARSED.set(offered, offers);
  return offers;
}

// A range grants what no named mode already grants, so that each accepted mode has one explanation.
function grantRanges(
  ranges: readonly MediaType[],
  offers: readonly MediaType[],
  named: ReadonlySet<string>,
): Pick<ModeTerms, 'forRange'> & Partial<Pick<ModeTerms, 'accepted'>> {
  if (ranges.length === 0) return { forRange: [] };
  const namedModes = [...named].map(parseMediaType).filter((mode) => mode !== undefined);
  const forRange: { mode: string; range: string }[] = [];
  for (const offer of offers) {
    if (namedModes.some((mode) => mediaTypeServes(offer, mode))) continue;
    if (forRange.some((grant) => grant.mode === offer.text)) continue;
    const range = mostSpecific(ranges.filter((candidate) => mediaTypeServes(offer, candidate)));
    if (range !== undefined) forRange.push({ mode: offer.text, range: range.text });
  }
  return { forRange, accepted: [...named, ...forRange.map((grant) => grant.mode)] };
}

// The narrowest range explains a grant, whatever the order of the request: `text/*` before `*/*`.
function mostSpecific(ranges: readonly MediaType[]): MediaType | undefined {
  return [...ranges].sort((a, b) => rank(a) - rank(b) || (a.text < b.text ? -1 : 1))[0];
}

function rank(range: MediaType): number {
  return (range.type === '*' ? 2 : 0) - (range.parameters.length > 0 ? 1 : 0);
}
