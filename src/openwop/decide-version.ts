// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../core/errors.js';
import type { VersionDecision, VersionQuestion, VersionRefused } from './types.js';
import { compareVersions, type ParsedVersion, parseVersion, sortOut } from './version-grammar.js';

/** The question with every version parsed; `named` is what was named, or what silence stands for. */
interface Reading {
  readonly offered: readonly ParsedVersion[];
  readonly preferred: ParsedVersion;
  readonly floor: ParsedVersion;
  readonly named?: ParsedVersion;
  /** Offered by both sides, as this side writes it. */
  readonly mutual: readonly ParsedVersion[];
  readonly peer: readonly ParsedVersion[];
  readonly counter: boolean;
  readonly authenticated: boolean;
}

type Refusal = VersionRefused['reason'];

/**
 * Decide which version two sides speak (OpenWOP interop, "Negotiation is a protocol"): accepted at a version that
 * both offer, or refused with a reason. Never below the floor, never below the preferred version and never
 * lower than what was named unless the exchange is authenticated. What was named or offered from outside and is
 * no version is an answer of its own (`malformed`), so that it can be recorded.
 *
 * @throws GovernanceError OPENWOP_VERSION_MALFORMED where this side's own offer, preference or floor is no version
 */
export function decideVersion(question: VersionQuestion): VersionDecision {
  const own = readOwn(question);
  const requested = question.named === undefined ? {} : { requested: question.named };
  const outside = readOutside(question, own.offered);
  if (outside === undefined || question.contradicted === true) {
    return refused(question, own, requested, 'unsupported', { malformed: true });
  }
  const reading: Reading = { ...own, ...outside };
  const chosen = choose(reading);
  if (typeof chosen === 'string') return refused(question, own, requested, chosen, {});
  return { outcome: 'accepted', version: chosen.text, ...requested, reason: 'ok' };
}

function choose(reading: Reading): ParsedVersion | Refusal {
  const { named, floor, preferred, authenticated } = reading;
  if (named !== undefined) {
    if (compareVersions(named, floor) < 0) return 'below-floor';
    if (!reading.counter && !reading.offered.some((version) => version.key === named.key))
      return 'unsupported';
  }
  const common = reading.mutual.filter((version) => compareVersions(version, floor) >= 0);
  const result = named === undefined ? pickSilent(common, preferred) : pickNamed(common, named, reading);
  if (result === undefined) return emptyReason(reading);
  const lowered =
    compareVersions(result, preferred) < 0 || (named !== undefined && compareVersions(result, named) < 0);
  return lowered && !authenticated ? 'unauthenticated' : result;
}

function pickSilent(common: readonly ParsedVersion[], preferred: ParsedVersion): ParsedVersion | undefined {
  return common.find((version) => version.key === preferred.key) ?? highest(common);
}

function pickNamed(
  common: readonly ParsedVersion[],
  named: ParsedVersion,
  { counter, offered, preferred }: Reading,
): ParsedVersion | undefined {
  // A handshake answers a version that it does not know with the one it likes best (MCP lifecycle).
  if (counter && !offered.some((version) => version.key === named.key)) return pickSilent(common, preferred);
  // The named version, or the next lower one that the other side offers: a downgrade.
  const atMost = highest(common.filter((version) => compareVersions(version, named) <= 0));
  return atMost ?? (counter ? pickSilent(common, preferred) : undefined);
}

function highest(versions: readonly ParsedVersion[]): ParsedVersion | undefined {
  let best: ParsedVersion | undefined;
  for (const version of versions) {
    if (best === undefined || compareVersions(version, best) > 0) best = version;
  }
  return best;
}

function emptyReason({ peer, floor }: Reading): Refusal {
  const allBelow = peer.length > 0 && peer.every((version) => compareVersions(version, floor) < 0);
  return allBelow ? 'below-floor' : 'unsupported';
}

type Own = Pick<Reading, 'offered' | 'preferred' | 'floor' | 'counter' | 'authenticated'>;

function readOwn(question: VersionQuestion): Own {
  const { protocol } = question;
  const parse = (text: string, at: string): ParsedVersion => {
    const parsed = parseVersion(protocol, text);
    if (parsed === undefined) throw fault('OPENWOP_VERSION_MALFORMED', { pointer: at, detail: quote(text) });
    return parsed;
  };
  return {
    offered: question.offered.map((text, index) => parse(text, `/offered/${index}`)),
    preferred: parse(question.preferred, '/preferred'),
    floor: parse(question.floor, '/floor'),
    counter: (question.answer ?? (protocol === 'mcp' ? 'counter' : 'exact')) === 'counter',
    // Whoever calls this from JavaScript may pass anything: only `true` is authentication.
    authenticated: question.authenticated === true,
  };
}

function readOutside(
  question: VersionQuestion,
  offered: readonly ParsedVersion[],
): Pick<Reading, 'named' | 'peer' | 'mutual'> | undefined {
  const { protocol } = question;
  const text = question.named ?? question.assumed;
  const named = text === undefined ? undefined : parseVersion(protocol, text);
  if (text !== undefined && named === undefined) return undefined;
  const said = named === undefined ? {} : { named };
  if (question.peer === undefined) return { ...said, peer: offered, mutual: offered };
  const { wellFormed, malformed } = sortOut(protocol, question.peer);
  if (malformed.length > 0) return undefined;
  const keys = new Set(wellFormed.map((version) => version.key));
  return { ...said, peer: wellFormed, mutual: offered.filter((version) => keys.has(version.key)) };
}

function refused(
  question: VersionQuestion,
  own: Own,
  requested: { readonly requested?: string },
  reason: Refusal,
  extra: { readonly malformed?: true },
): VersionRefused {
  const text = question.named ?? question.assumed;
  const refusedKey = text === undefined ? undefined : parseVersion(question.protocol, text)?.key;
  const least =
    own.authenticated || compareVersions(own.preferred, own.floor) < 0 ? own.floor : own.preferred;
  const supported = own.offered
    .filter((version) => version.key !== refusedKey && compareVersions(version, least) >= 0)
    .map((version) => version.text);
  return { outcome: 'refused', ...requested, reason, supported: [...new Set(supported)], ...extra };
}
