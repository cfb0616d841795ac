// SPDX-License-Identifier: Apache-2.0
import { canonicalizeUnder } from '../advertised/signature/index.js';
import type { AdvertisedCapability, CardCapabilities } from '../advertised/types.js';
import { countPlaces } from '../core/count-places.js';
import { digestBytes } from '../core/digest.js';
import { encodeIdentifier } from '../core/identifier.js';
import { isDeclared } from '../core/undeclared.js';
import type { EntryDraft, EvidenceEntry, EvidenceStore } from '../evidenced/types.js';
import type { SeenVersion } from './history-findings.js';
import {
  isSame,
  MOST_REMEMBERED,
  type Pointer,
  ProviderHistory,
  pointerTo,
  type Sighting,
} from './provider-history.js';

/** What the history says of one card, and the entry to write where that is news. */
export interface HistoryReading {
  /** Codes for policy: `card.changed`, `card.rollback`, `card.signature-dropped`, `card.key-changed`. */
  readonly codes: readonly string[];
  /** The entry to write with the negotiation; `undefined` where nothing is new. Takes its place at once. */
  entry(at: string, accepted: boolean): EntryDraft | undefined;
  /** To be called where the entry could not be written: its place is free again. */
  failed(): void;
}

const MOST_PROVIDERS = 1_000;
// A place stays free only where the process ended between a failed write and the next one.
const MOST_FREE = 16;

/**
 * What was seen of each provider's cards, kept in the evidence as entries `card.<provider>.<n>`. The reference moves
 * only where policy accepted a negotiation on a card, so a card that is refused for going back keeps being one that
 * goes back, and one that anybody shows does not become the measure.
 */
export class CardHistory {
  readonly #evidence: EvidenceStore;
  readonly #providers = new Map<string, ProviderHistory>(); // names come from outside

  constructor(evidence: EvidenceStore) {
    this.#evidence = evidence;
  }

  read(ref: string, card: AdvertisedCapability): HistoryReading {
    const provider = this.#provider(ref);
    const now = versionOf(card);
    const codes = provider.codesFor(now);
    let taken: Sighting | undefined;
    return {
      codes,
      entry: (at, accepted) => {
        const { reference } = provider;
        const isReference = reference !== undefined && isSame(reference.card, now);
        // Another negotiation may have moved the reference meanwhile; what policy did not hear it did not accept.
        const heard = provider.codesFor(now).every((code) => codes.includes(code));
        const adopted = accepted && heard && !(isReference && provider.isAdopted);
        if (!adopted && provider.knows(now)) return undefined;
        taken = provider.take(now, adopted, (place) => this.#at(ref, place) !== undefined);
        return {
          id: entryId(ref, taken.place),
          kind: 'card.seen',
          at,
          body: bodyOf(ref, card, taken, { reference: provider.reference, codes }),
        };
      },
      failed: () => {
        if (taken !== undefined) provider.undo(taken);
        taken = undefined;
      },
    };
  }

  #provider(ref: string): ProviderHistory {
    const known = this.#providers.get(ref) ?? this.#load(ref);
    this.#providers.delete(ref);
    this.#providers.set(ref, known);
    const oldest = this.#providers.keys().next();
    if (this.#providers.size > MOST_PROVIDERS && oldest.done !== true) this.#providers.delete(oldest.value);
    return known;
  }

  // The log is read back by id: a bounded number of look-ups, however long it is.
  #load(ref: string): ProviderHistory {
    const taken = (place: number): boolean => this.#at(ref, place) !== undefined;
    let count = countPlaces(taken);
    const free: number[] = [];
    for (let place = count; place < count + MOST_FREE; place += 1) {
      if (!taken(place)) continue;
      for (let gap = count; gap < place; gap += 1) free.push(gap);
      count = place + 1;
    }
    const lately: Logged[] = [];
    for (let place = Math.max(0, count - MOST_REMEMBERED); place < count; place += 1) {
      const logged = this.#at(ref, place);
      if (logged !== undefined) lately.push(logged);
    }
    lately.sort((a, b) => a.seq - b.seq);
    const known = [...this.#before(ref, lately), ...lately].map(({ sighting }) => sighting);
    return new ProviderHistory(count, free, known);
  }

  /** The accepted cards before those seen lately, by the pointer that each entry has to the one before. */
  #before(ref: string, lately: readonly Logged[]): readonly Logged[] {
    const first = lately.find(({ sighting }) => sighting.adopted);
    let pointer = first === undefined ? (lately.at(-1)?.reference ?? null) : first.sighting.previous;
    const found: Logged[] = [];
    while (pointer !== null && found.length < MOST_REMEMBERED) {
      const logged = this.#at(ref, pointer.place);
      const known = lately.some(({ sighting }) => sighting.place === pointer?.place);
      if (known || logged?.sighting.card.digest !== pointer.digest) break;
      found.unshift(logged);
      pointer = logged.sighting.previous;
    }
    return found;
  }

  #at(ref: string, place: number): Logged | undefined {
    const entry = this.#evidence.find(entryId(ref, place));
    return entry === undefined ? undefined : readEntry(entry, place);
  }
}

interface Logged {
  readonly seq: number;
  readonly sighting: Sighting;
  /** What the reference was once this was written. */
  readonly reference: Pointer | null;
}

function readEntry({ seq, body }: EvidenceEntry, place: number): Logged {
  // Without a verified signature the document is the content.
  const read = JSON.parse(body);
  const { digest, content = digest, version, verified, kid, profile, adopted, previous, reference } = read;
  const card = { digest, content, version, verified, kid, profile };
  return { seq, sighting: { card, place, adopted, previous }, reference };
}

function bodyOf(
  ref: string,
  advertised: AdvertisedCapability,
  { card, adopted, previous }: Sighting,
  history: { readonly reference: Sighting | undefined; readonly codes: readonly string[] },
): string {
  const reference = history.reference === undefined ? null : pointerTo(history.reference);
  return JSON.stringify({
    format: 'parley.card-seen/1',
    provider: ref,
    ...card,
    // Said where a signature covers it; elsewhere it is the document, and JSON leaves it out.
    content: card.verified ? card.content : undefined,
    capabilities: statesOf(advertised.view.capabilities),
    adopted,
    codes: history.codes,
    previous,
    reference,
  });
}

/** What the view that counts says of each capability: a reader of the log alone can tell absence from "none". */
function statesOf(capabilities: CardCapabilities): { readonly [name in keyof CardCapabilities]: string } {
  const { streaming, pushNotifications, extendedAgentCard, extensions } = capabilities;
  const flag = (value: CardCapabilities['streaming']): string =>
    isDeclared(value) ? String(value) : 'undeclared';
  return {
    streaming: flag(streaming),
    pushNotifications: flag(pushNotifications),
    extendedAgentCard: flag(extendedAgentCard),
    extensions: isDeclared(extensions) ? 'declared' : 'undeclared',
  };
}

function versionOf(card: AdvertisedCapability): SeenVersion {
  const { version } = card.view;
  const { status, kid, thumbprint, profile } = card.signature;
  const verified = status === 'verified';
  return {
    digest: card.digest,
    content: contentOf(card),
    version: isDeclared(version) ? version : null,
    verified,
    // Who signed, and not what a key without a name calls itself.
    kid: verified ? (thumbprint ?? kid ?? null) : null,
    profile: verified ? (profile ?? null) : null,
  };
}

// A card that stays the reference is looked at with every negotiation, and its text is written once.
const contents = new WeakMap<AdvertisedCapability, string>();

function contentOf(card: AdvertisedCapability): string {
  const { status, profile } = card.signature;
  if (status !== 'verified' || profile === undefined) return card.digest;
  const known = contents.get(card);
  if (known !== undefined) return known;
  const content = digestBytes(canonicalizeUnder(profile, card.emitted));
  contents.set(card, content);
  return content;
}

function entryId(ref: string, place: number): string {
  return `card.${encodeIdentifier(ref, false)}.${place}`;
}
