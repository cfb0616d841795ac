// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../core/json.js';
import { toJcs } from './jcs.js';
import { type Draft, put } from './members.js';

/**
 * Profile `emitted`: RFC 8785 of the document as it arrived, without its root `signatures`. What signers in the
 * wild do; every member is covered, those of no schema among them.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function canonicalizeEmitted(card: JsonObject): string {
  return toJcs(withoutSignatures(card));
}

/** A document without its root `signatures`, the rest of it shared: what the profile `emitted` covers. */
export function withoutSignatures(card: JsonObject): JsonObject {
  const copy: Draft = {};
  for (const name of Object.keys(card)) {
    if (name !== 'signatures') put(copy, name, card[name] as Json);
  }
  return Object.freeze(copy);
}
