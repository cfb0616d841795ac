// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../../core/json.js';
import type { FieldSpec, MessageSpec } from './card-schema.js';

/** A JSON object being built. */
export type Draft = Record<string, Json>;

/** Set a member whose name comes from outside: `__proto__` is a member like any other. */
export function put(draft: Draft, name: string, value: Json): void {
  if (name !== '__proto__') draft[name] = value;
  else Object.defineProperty(draft, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Where a walk stands; linked, so that a pointer is written only when something is refused. */
export interface Place {
  readonly up: Place | undefined;
  readonly token: string | number;
}

/** The refusal of a member whose type or name gives the card no canonical form. */
export function inapplicable(place: Place | undefined, detail: string): Error {
  const tokens: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.up) tokens.unshift(at.token);
  return fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: pointer('', ...tokens), detail });
}

/** A member that must be an object. @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE */
export function asObject(value: Json, place: Place | undefined): JsonObject {
  if (!isJsonObject(value)) throw inapplicable(place, 'expected an object');
  return value;
}

/** A member that must be a list. @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE */
export function asList(value: Json, place: Place | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw inapplicable(place, 'expected a list');
  return value as readonly Json[];
}

/** What a profile keeps of the value of a field that is set; `undefined` leaves it out. */
export type Keep = (field: FieldSpec, value: Json, up: Place | undefined, name: string) => Json | undefined;

/**
 * What a profile keeps of a message: the very object where it keeps all of it as it is, else a frozen copy. Unknown
 * members are left out. A field under both its names is refused, and so are two variants of a oneof: parsers disagree
 * on which one counts, so one of them could be added after signing and be read by somebody.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function keepMembers(
  spec: MessageSpec,
  object: JsonObject,
  place: Place | undefined,
  keep: Keep,
): JsonObject {
  const names = Object.keys(object);
  let out: Draft | undefined;
  let variants = 0;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = object[name] as Json;
    const field = spec.byName.get(name);
    if (field !== undefined) {
      if (name !== field.name && Object.hasOwn(object, field.name))
        throw inapplicable({ up: place, token: name }, `second name of ${quote(field.name)}`);
      if (value !== null && ++variants > 1 && spec.oneof)
        throw inapplicable({ up: place, token: name }, 'more than one variant');
    }
    const kept = field === undefined ? undefined : keep(field, value, place, name);
    if (out === undefined) {
      if (kept === value && name === field?.name) continue;
      out = startOf(object, names, index);
    }
    if (kept !== undefined && field !== undefined) out[field.name] = kept;
  }
  return out === undefined ? object : Object.freeze(out);
}

/** The same for a map: names come from outside, and every one of them is kept. */
export function keepEntries(
  map: JsonObject,
  keep: (value: Json, name: string) => Json | undefined,
): JsonObject {
  const names = Object.keys(map);
  let out: Draft | undefined;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = map[name] as Json;
    const kept = keep(value, name);
    if (out === undefined) {
      if (kept === value) continue;
      out = startOf(map, names, index);
    }
    if (kept !== undefined) put(out, name, kept);
  }
  return out === undefined ? map : Object.freeze(out);
}

/** The same for a list. */
export function keepElements(
  list: readonly Json[],
  keep: (value: Json, index: number) => Json | undefined,
): readonly Json[] {
  let out: Json[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const value = list[index] as Json;
    const kept = keep(value, index);
    if (out === undefined) {
      if (kept === value) continue;
      out = list.slice(0, index);
    }
    if (kept !== undefined) out.push(kept);
  }
  return out === undefined ? list : Object.freeze(out);
}

/** A copy of the first members, which are kept as they are. */
function startOf(object: JsonObject, names: readonly string[], end: number): Draft {
  const out: Draft = {};
  for (let index = 0; index < end; index++) {
    const name = names[index] as string;
    put(out, name, object[name] as Json);
  }
  return out;
}
