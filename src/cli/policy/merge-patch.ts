// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../../core/json.js';

/**
 * Apply a JSON merge patch (RFC 7396): objects merge, `null` removes, anything else replaces. With `keepNull` the
 * result is again a patch, and its nulls stay.
 */
export function mergePatch(target: Json, patch: Json, keepNull = false): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, Json>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !keepNull) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value, keepNull));
  }
  return Object.fromEntries(merged);
}
