// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../../core/json.js';

/** Whether two JSON values are equal; the order of members does not count, and `-0` is `0` as in RFC 8785. */
export function jsonEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => jsonEqual(item, b[at] ?? null));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && jsonEqual(a[name] ?? null, b[name] ?? null));
}
