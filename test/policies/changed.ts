// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../src/core/json.js';

/** A copy of a document with members set by pointer, or removed where the new value is null, as the Rego tests do. */
export function changed(document: JsonObject, changes: JsonObject): JsonObject {
  const copy = structuredClone(document) as Record<string, Json>;
  for (const path of Object.keys(changes).sort()) {
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    let object: unknown = copy;
    for (const name of names) object = (object as Record<string, unknown> | undefined)?.[name];
    if (typeof object !== 'object' || object === null) continue;
    const value = changes[path] ?? null;
    if (value === null) Reflect.deleteProperty(object, last);
    else Object.defineProperty(object, last, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
