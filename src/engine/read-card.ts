// SPDX-License-Identifier: Apache-2.0
import { admit } from '../advertised/admit.js';
import { type AdvertiseContext, advertise, type KnownBytes } from '../advertised/advertise.js';
import { refuseCard, refusesCard } from '../advertised/refuse-card.js';
import { absentField } from '../advertised/required-fields.js';
import type { AdvertisedCapability } from '../advertised/types.js';
import { type Digest, digestBytes } from '../core/digest.js';
import { fault, GovernanceError } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import { parseStrict } from '../core/json-strict/parse-strict.js';
import type { LayerResult } from '../core/layers.js';
import type { TrustPort } from '../core/trust.js';
import { CardCache, type SeenCard } from './card-cache.js';

/** A card, read: seen before or not, and whether it is admitted at all. */
export interface CardReading {
  readonly seen: SeenCard;
  readonly admission: LayerResult<AdvertisedCapability>;
}

/** Reads cards and remembers them by digest and trust revision: a card seen before costs a hash. */
export class CardReader {
  readonly #context: Omit<AdvertiseContext, 'now'>;
  readonly #trust: TrustPort | undefined;
  readonly #mostBytes: number;
  readonly #cache: CardCache;

  constructor(
    context: Omit<AdvertiseContext, 'now'>,
    trust: TrustPort | undefined,
    mostBytes: number,
    most: number,
  ) {
    this.#context = context;
    this.#trust = trust;
    this.#mostBytes = mostBytes;
    this.#cache = new CardCache(most);
  }

  /** @throws AdvertisedError where the bytes are no card */
  async read(card: Uint8Array | string, now: number): Promise<CardReading> {
    // INVARIANT: text becomes bytes without loss, so that the digest is of what arrived.
    if (typeof card === 'string' && !card.isWellFormed())
      throw fault('ADVERTISED_JSON_LONE_SURROGATE', { pointer: '' });
    const bytes = typeof card === 'string' ? Buffer.from(card, 'utf8') : card;
    if (!(bytes instanceof Uint8Array))
      throw fault('ADVERTISED_NOT_A_CARD', { pointer: '', detail: 'not bytes' });
    if (bytes.byteLength > this.#mostBytes) {
      throw fault('ADVERTISED_JSON_TOO_LARGE', { pointer: '', detail: `${bytes.byteLength} bytes` });
    }
    const digest = digestBytes(bytes);
    const known = this.#cache.get(this.#key(digest, now));
    const seen =
      known !== undefined && !(await this.#fetchKeys(known.state.emitted, known))
        ? known
        : // A caller may change its bytes while keys are fetched; what is read is what was hashed.
          await this.#first(known?.bytes ?? Uint8Array.from(bytes), digest, now);
    return { seen, admission: admit(seen.state, this.#trust?.requireSignature ?? false) };
  }

  async #first(bytes: Uint8Array, digest: Digest, now: number): Promise<SeenCard> {
    const emitted = parseStrict(bytes, this.#context.limits);
    // A card that lacks a required field is refused before its signatures are looked at, so no key is fetched for it.
    if (absentField(emitted, this.#context.requiredFields ?? []) === undefined)
      await this.#fetchKeys(emitted);
    const state = this.#advertise(bytes, { digest, emitted }, now);
    return this.#cache.put(this.#key(digest, now), state, bytes);
  }

  #advertise(bytes: Uint8Array, known: Required<KnownBytes>, now: number): AdvertisedCapability {
    try {
      return advertise(bytes, { ...this.#context, now }, known);
    } catch (error) {
      if (!(error instanceof GovernanceError) || !refusesCard(error)) throw error;
      return refuseCard(bytes, known.emitted, error, this.#context.issuer);
    }
  }

  // A card that no key speaks for may have one that can be fetched; true where something was.
  async #fetchKeys(emitted: JsonObject, known?: SeenCard): Promise<boolean> {
    if (this.#trust === undefined || (known !== undefined && !awaitsKeys(known.state))) return false;
    const fetching = this.#trust.prepare(emitted);
    await fetching;
    return fetching !== undefined;
  }

  #key(digest: Digest, now: number): string {
    return this.#trust === undefined ? digest : `${digest} ${this.#trust.revisionAt(now)}`;
  }
}

// Also an invalid card does, for the sake of any of its signatures; one that was refused unjudged has none.
function awaitsKeys({ signature, signatures }: AdvertisedCapability): boolean {
  return signature.status !== 'verified' && signatures.length > 0;
}
