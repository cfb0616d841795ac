// SPDX-License-Identifier: Apache-2.0
import type { CardFacts } from '../advertised/types.js';
import type { NegotiationRequest } from '../core/request.js';
import type { ProtocolTerms } from '../negotiated/types.js';
import { decideVersion } from '../openwop/decide-version.js';
import { offeredVersions, type ProtocolsConfig } from '../openwop/protocols.js';
import { parseVersion } from '../openwop/version-grammar.js';
import type { SeenCard } from './card-cache.js';

// Versions come from requests: a caller that names a new one each time must not fill the memory.
const MOST_REMEMBERED = 64;

/**
 * The version decision of one negotiation: what the configuration offers and the card's interfaces offer. A card's
 * version that is no version offers nothing. Decided once per card, named version and authentication.
 */
export function protocolTerms(
  seen: SeenCard,
  request: NegotiationRequest,
  config: ProtocolsConfig,
): ProtocolTerms {
  const { name, version } = request.protocol;
  const { authenticated } = request.requester;
  const key = `${name} ${authenticated} ${version ?? ''}`;
  const known = seen.versions.get(key);
  if (known !== undefined) return known;
  const terms = decide(seen.state.view, request, config);
  if (seen.versions.size < MOST_REMEMBERED) seen.versions.set(key, terms);
  return terms;
}

function decide(view: CardFacts, request: NegotiationRequest, config: ProtocolsConfig): ProtocolTerms {
  const { name, version } = request.protocol;
  const decision = decideVersion({
    protocol: name,
    ...offeredVersions(name, config),
    ...(version !== undefined && { named: version }),
    peer: view.protocol === name ? view.protocolVersions.filter((text) => parseVersion(name, text)) : [],
    authenticated: request.requester.authenticated,
  });
  const requested = version === undefined ? {} : { requested: version };
  // INVARIANT: frozen, because every negotiation that asks the same gets the same one.
  return Object.freeze(
    decision.outcome === 'accepted'
      ? { name, outcome: 'accepted', ...requested, version: decision.version, reason: decision.reason }
      : { name, outcome: 'refused', ...requested, reason: decision.reason },
  );
}
