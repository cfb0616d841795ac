// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../json.js';

/** Whether no string and no member name of a value holds half of a surrogate pair. Recursive: check depth first. */
export function isWellFormedJson(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormedJson);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedJson(item));
}
