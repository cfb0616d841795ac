// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../advertised/types.js';
import type { ProtocolTerms } from '../negotiated/types.js';

/** A card already seen: its state, and the version decisions already made on it. */
export interface SeenCard {
  readonly state: AdvertisedCapability;
  readonly versions: Map<string, ProtocolTerms>;
  /** The card as it arrived; kept until it is in the evidence. */
  readonly bytes: Uint8Array;
  /** Whether the evidence holds the bytes already. */
  stored: boolean;
}

/** Cards already read and verified, by digest and trust revision; the one unused longest goes first. */
export class CardCache {
  readonly #most: number;
  readonly #seen = new Map<string, SeenCard>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): SeenCard | undefined {
    const found = this.#seen.get(key);
    if (found === undefined) return undefined;
    this.#seen.delete(key);
    this.#seen.set(key, found);
    return found;
  }

  put(key: string, state: AdvertisedCapability, bytes: Uint8Array): SeenCard {
    const seen: SeenCard = { state, versions: new Map(), bytes: Uint8Array.from(bytes), stored: false };
    if (this.#most > 0) this.#seen.set(key, seen);
    if (this.#seen.size > this.#most) {
      const oldest = this.#seen.keys().next();
      if (oldest.done !== true) this.#seen.delete(oldest.value);
    }
    return seen;
  }
}
