// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../core/errors.js';
import type { NegotiationRequest } from '../core/request.js';
import { digestPeer, originOf } from '../openwop/peer-digest.js';

// Origins come from requests: only so many are remembered.
const MOST = 1_000;

/** Digests of peers' origins, computed once per origin. */
export class PeerDigests {
  readonly #known = new Map<string, string>();

  /**
   * The digest of the peer's origin, where the request names it: the peer is the provider where we ask, and the
   * requester where it asks us.
   * @throws NegotiatedError NEGOTIATED_REQUEST_ORIGIN_MALFORMED where it has the form of an origin and no URL has it
   * (`https://1.2.3.400`)
   */
  of(request: NegotiationRequest): string | undefined {
    const inbound = request.direction === 'inbound';
    const { origin } = inbound ? request.requester : request.provider;
    if (origin === undefined) return undefined;
    return this.#known.get(origin) ?? this.#first(origin, inbound ? '/requester/origin' : '/provider/origin');
  }

  #first(origin: string, pointer: string): string {
    if (originOf(origin) === undefined)
      throw fault('NEGOTIATED_REQUEST_ORIGIN_MALFORMED', { pointer, detail: quote(origin) });
    const digest = digestPeer(origin);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(origin, digest);
    return digest;
  }
}
