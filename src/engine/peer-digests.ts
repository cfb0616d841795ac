// SPDX-License-Identifier: Apache-2.0
import { digestPeer } from '../openwop/peer-digest.js';

// Origins come from requests: only so many are remembered.
const MOST = 1_000;

/** Digests of peers' origins, computed once per origin. */
export class PeerDigests {
  readonly #known = new Map<string, string>();

  /** @throws GovernanceError OPENWOP_ORIGIN_MALFORMED */
  get(origin: string): string {
    const known = this.#known.get(origin);
    if (known !== undefined) return known;
    const digest = digestPeer(origin);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(origin, digest);
    return digest;
  }
}
