// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../core/json.js';
import { toJcs } from './jcs.js';

/**
 * Profile `emitted`: RFC 8785 of the document as it arrived, without its root `signatures`. What signers in the
 * wild do; every member is covered, those of no schema among them.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function canonicalizeEmitted(card: JsonObject): string {
  // Null prototype: `__proto__` is a member like any other, and must be signed like any other.
  const copy: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const name of Object.keys(card)) {
    if (name !== 'signatures') copy[name] = card[name] as Json;
  }
  return toJcs(copy);
}
