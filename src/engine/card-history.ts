// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../advertised/types.js';
import { countPlaces } from '../core/count-places.js';
import { encodeIdentifier } from '../core/identifier.js';
import { isDeclared } from '../core/undeclared.js';
import type { EntryDraft, EvidenceStore } from '../evidenced/types.js';
import { historyFindings, type SeenVersion } from './history-findings.js';

/** What the history says of one card, and the entry to write where that is news. */
export interface HistoryReading {
  /** Codes for policy: `card.changed`, `card.rollback`, `card.signature-dropped`, `card.key-changed`. */
  readonly codes: readonly string[];
  /** The entry to write with the negotiation; `undefined` where nothing is new. Takes its place at once. */
  entry(at: string, accepted: boolean): EntryDraft | undefined;
  /** To be called where the entry could not be written: what is known of the provider is read from the log again. */
  failed(): void;
}

interface Provider {
  /** How many entries the log holds of it; the next one's place. */
  count: number;
  /** The last card that a negotiation was accepted on, or the first one seen. */
  reference: SeenVersion | undefined;
  /** Cards seen lately, by digest. */
  readonly seen: Map<string, SeenVersion>;
}

const MOST_PROVIDERS = 1_000;
const MOST_SEEN = 64;

/**
 * What was seen of each provider's cards, kept in the evidence. The reference moves only where policy accepted a
 * negotiation on a card, so a card that is refused for going back keeps being one that goes back.
 */
export class CardHistory {
  readonly #evidence: EvidenceStore;
  readonly #providers = new Map<string, Provider>(); // names come from outside

  constructor(evidence: EvidenceStore) {
    this.#evidence = evidence;
  }

  read(providerRef: string, card: AdvertisedCapability): HistoryReading {
    const provider = this.#provider(providerRef);
    const now = versionOf(card);
    const { reference } = provider;
    const codes =
      reference === undefined ? [] : historyFindings(reference, now, provider.seen.has(now.digest));
    return {
      codes,
      entry(at, accepted) {
        const adopted = reference === undefined || (accepted && reference.digest !== now.digest);
        if (!adopted && provider.seen.has(now.digest)) return undefined;
        const id = entryId(providerRef, provider.count);
        // Other negotiations go on while this one is written: the place is taken, and the card seen, from here on.
        remember(provider, now, adopted);
        const body = JSON.stringify({
          format: 'parley.card-seen/1',
          provider: providerRef,
          ...now,
          adopted,
          codes,
        });
        return { id, kind: 'card.seen', at, body };
      },
      failed: () => {
        this.#providers.delete(providerRef);
      },
    };
  }

  #provider(ref: string): Provider {
    const known = this.#providers.get(ref) ?? this.#load(ref);
    this.#providers.delete(ref);
    this.#providers.set(ref, known);
    const oldest = this.#providers.keys().next();
    if (this.#providers.size > MOST_PROVIDERS && oldest.done !== true) this.#providers.delete(oldest.value);
    return known;
  }

  // The log is read back by id, newest last: a few look-ups, however long it is.
  #load(ref: string): Provider {
    const at = (place: number): string | undefined => this.#evidence.find(entryId(ref, place))?.body;
    const count = countPlaces((place) => at(place) !== undefined);
    const provider: Provider = { count: 0, reference: undefined, seen: new Map() };
    const places = new Set([0, ...Array.from({ length: MOST_SEEN }, (_, back) => count - MOST_SEEN + back)]);
    for (const place of [...places].filter((one) => one >= 0 && one < count).sort((a, b) => a - b)) {
      const { adopted, digest, version, verified, kid } = JSON.parse(at(place) ?? '{}');
      remember(provider, { digest, version, verified, kid }, adopted === true);
    }
    provider.count = count;
    return provider;
  }
}

function remember(provider: Provider, card: SeenVersion, adopted: boolean): void {
  provider.count += 1;
  provider.seen.set(card.digest, card);
  const oldest = provider.seen.keys().next();
  if (provider.seen.size > MOST_SEEN && oldest.done !== true) provider.seen.delete(oldest.value);
  if (adopted) provider.reference = card;
}

function versionOf(card: AdvertisedCapability): SeenVersion {
  const { version } = card.view;
  const { status, kid } = card.signature;
  return {
    digest: card.digest,
    version: isDeclared(version) ? version : null,
    verified: status === 'verified',
    kid: status === 'verified' ? (kid ?? null) : null,
  };
}

function entryId(ref: string, place: number): string {
  return `card.${encodeIdentifier(ref, false)}.${place}`;
}
