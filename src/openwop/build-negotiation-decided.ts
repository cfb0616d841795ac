// SPDX-License-Identifier: Apache-2.0
import { digestPeer } from './peer-digest.js';
import type { InteropProtocol, NegotiationDecided, VersionDecision } from './types.js';
import { parseVersion } from './version-grammar.js';

/** The length of the longest version that is written in the wild, an MCP revision date. */
const LONGEST_VERSION = 10;

/** What {@link buildNegotiationDecided} takes. */
export interface NegotiationDecidedParts {
  readonly protocol: InteropProtocol;
  readonly decision: VersionDecision;
  readonly floor: string;
  /** Any URL of the peer; only its origin is read, and only as a digest. */
  readonly peerOrigin?: string | undefined;
  /** The digest of that origin, where it is known already. */
  readonly peerDigest?: string | undefined;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * The content-free payload of a version decision. `requested` is what was named, exactly; a malformed one that is
 * longer than a version is left out, because it could carry content into a log that must hold none.
 *
 * @throws GovernanceError OPENWOP_ORIGIN_MALFORMED
 */
export function buildNegotiationDecided(parts: NegotiationDecidedParts): NegotiationDecided {
  const { protocol, decision } = parts;
  const { peerOrigin } = parts;
  const peerDigest = parts.peerDigest ?? (peerOrigin === undefined ? undefined : digestPeer(peerOrigin));
  const named = decision.requested;
  const shown = named !== undefined && isVersionLike(protocol, named) ? { requested: named } : {};
  return {
    protocol,
    outcome: decision.outcome,
    ...shown,
    ...(decision.outcome === 'accepted' ? { version: decision.version } : {}),
    floor: parts.floor,
    ...(peerDigest === undefined ? {} : { peerDigest }),
    reason: decision.reason,
    at: parts.at,
  };
}

function isVersionLike(protocol: InteropProtocol, text: string): boolean {
  return text.length <= LONGEST_VERSION || parseVersion(protocol, text) !== undefined;
}
