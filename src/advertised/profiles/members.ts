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

/** A field that a document sets: what it is, its value, and where. */
export interface KnownMember {
  readonly field: FieldSpec;
  readonly value: Json;
  readonly place: Place;
}

/**
 * The fields of a message that a document has; unknown members are passed over. A field under both its names is
 * refused, and so are two variants of a oneof: parsers disagree on which one counts, so one of them could be added
 * after signing and be read by somebody.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function knownMembers(
  spec: MessageSpec,
  object: JsonObject,
  place: Place | undefined,
): readonly KnownMember[] {
  const found: KnownMember[] = [];
  let variants = 0;
  for (const name of Object.keys(object)) {
    const field = spec.byName.get(name);
    if (field === undefined) continue;
    const at: Place = { up: place, token: name };
    if (name !== field.name && Object.hasOwn(object, field.name)) {
      throw inapplicable(at, `second name of ${quote(field.name)}`);
    }
    const value = object[name] as Json;
    if (value !== null && ++variants > 1 && spec.oneof) throw inapplicable(at, 'more than one variant');
    found.push({ field, value, place: at });
  }
  return found;
}
