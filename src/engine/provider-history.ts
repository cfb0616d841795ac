// SPDX-License-Identifier: Apache-2.0
import { historyFindings, type SeenVersion } from './history-findings.js';

/** One card of one provider as the log has it. */
export interface Sighting {
  readonly card: SeenVersion;
  /** `<n>` of its entry `card.<provider>.<n>`. */
  readonly place: number;
  /** Whether policy accepted a negotiation on it, so that it became the reference. */
  readonly adopted: boolean;
  /** The reference before it was adopted. */
  readonly previous: Pointer | null;
}

/** An entry of the log, by place; the digest tells whether it is the one that was meant. */
export interface Pointer {
  readonly place: number;
  readonly digest: string;
}

// Refused cards come from anybody: they must not push out the accepted ones, so each kind has its own bound.
const MOST = 64;

/** What is known of one provider's cards: the reference, what was accepted before it, and what was seen lately. */
export class ProviderHistory {
  readonly #adopted: Sighting[] = [];
  readonly #seen = new Map<string, Sighting>();
  // When a card was first seen, by content: another space makes another document of an old card. Larger is later.
  readonly #first = new Map<string, number>();
  #sights = 0;
  #provisional: Sighting | undefined;
  #count: number;
  readonly #free: number[];

  /**
   * @param count the end of the places that the log has taken @param free those before it that it has not
   * @param known what it holds in them, oldest first
   */
  constructor(count: number, free: readonly number[], known: readonly Sighting[]) {
    this.#count = count;
    this.#free = [...free];
    for (const sighting of known) this.#keep(sighting);
  }

  /**
   * The last card that policy accepted a negotiation on, or else the first one whose signature was verified. A card
   * that is neither cannot become the measure of the cards after it: anybody can show one.
   */
  get reference(): Sighting | undefined {
    return this.#adopted.at(-1) ?? this.#provisional;
  }

  /** Whether policy accepted a negotiation on the reference. */
  get isAdopted(): boolean {
    return this.#adopted.length > 0;
  }

  /** How a card differs from the reference, as codes for policy. */
  codesFor(card: SeenVersion): readonly string[] {
    const { reference } = this;
    if (reference === undefined) return [];
    const first = this.#first.get(card.content);
    const than = this.#first.get(reference.card.content) ?? 0;
    return historyFindings(reference.card, card, first !== undefined && first < than);
  }

  /** Whether the log has this card, with this verdict, already. */
  knows(card: SeenVersion): boolean {
    const seen = this.#seen.get(card.digest);
    return (
      (seen !== undefined && isSame(seen.card, card)) || this.#adopted.some((one) => isSame(one.card, card))
    );
  }

  /** Take the next place for a card, before its entry is written: other negotiations go on meanwhile. */
  take(card: SeenVersion, adopted: boolean, isTaken: (place: number) => boolean): Sighting {
    let place = this.#free.shift() ?? this.#count;
    // Another process may write the same log.
    while (isTaken(place)) place = this.#free.shift() ?? Math.max(place + 1, this.#count);
    this.#count = Math.max(this.#count, place + 1);
    const before = this.reference;
    const previous = adopted && before !== undefined ? pointerTo(before) : null;
    const sighting = { card, place, adopted, previous };
    this.#keep(sighting);
    return sighting;
  }

  /** What was taken could not be written: its place is free again, and the card counts for nothing. */
  undo(sighting: Sighting): void {
    const index = this.#adopted.indexOf(sighting);
    if (index >= 0) this.#adopted.splice(index, 1);
    const { digest, content } = sighting.card;
    if (this.#seen.get(digest) === sighting) this.#seen.delete(digest);
    if (this.#provisional === sighting)
      this.#provisional = [...this.#seen.values()].find(({ card }) => card.verified);
    this.#forget(content);
    this.#free.push(sighting.place);
    this.#free.sort((a, b) => a - b);
    while (this.#free.at(-1) === this.#count - 1) {
      this.#free.pop();
      this.#count -= 1;
    }
  }

  #keep(sighting: Sighting): void {
    const { digest, content } = sighting.card;
    this.#sights += 1;
    if (!this.#first.has(content)) this.#first.set(content, this.#sights);
    if (sighting.adopted) this.#adopted.push(sighting);
    else this.#seen.set(digest, sighting);
    if (sighting.card.verified) this.#provisional ??= sighting;
    const dropped = this.#adopted.length > MOST ? this.#adopted.shift() : undefined;
    if (dropped !== undefined) this.#forget(dropped.card.content);
    const oldest = this.#seen.values().next();
    if (this.#seen.size <= MOST || oldest.done === true) return;
    this.#seen.delete(oldest.value.card.digest);
    this.#forget(oldest.value.card.content);
  }

  #forget(content: string): void {
    const kept = [...this.#adopted, ...this.#seen.values(), this.#provisional];
    if (!kept.some((one) => one?.card.content === content)) this.#first.delete(content);
  }
}

/** How many cards of each kind are remembered. */
export const MOST_REMEMBERED: number = MOST;

/** A pointer to a sighting. */
export function pointerTo({ place, card }: Sighting): Pointer {
  return { place, digest: card.digest };
}

/** Whether two sightings say the same of a card; its verdict changes where the trust store does. */
export function isSame(a: SeenVersion, b: SeenVersion): boolean {
  return a.digest === b.digest && a.verified === b.verified && a.kid === b.kid && a.profile === b.profile;
}
