// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../core/json.js';
import { AGENT_CARD, type FieldSpec, type MessageSpec, messageSpec } from './card-schema.js';
import { toJcs } from './jcs.js';
import {
  asList,
  asObject,
  inapplicable,
  keepElements,
  keepEntries,
  keepMembers,
  type Place,
} from './members.js';

/**
 * Profile `a2a-1.0`: A2A section 8.4.1. Rule 1 decides presence by the classes of the proto (card-schema.ts), rule
 * 2 is RFC 8785, rule 3 leaves the root `signatures` out. Where 8.4.2 and 8.4.3 say "remove properties with default
 * values" without the exception, rule 1 stands: the section's own example needs it.
 *
 * Unknown members are dropped, `null` is absence for a field that is not REQUIRED, an absent REQUIRED field stays
 * absent, the content of a Struct (`params`) is taken as it is, and a message that is set but empty stays `{}`.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE where a known member has the wrong type, has its
 * snake_case name, or where two variants of a oneof are set
 */
export function canonicalizeA2a10(card: JsonObject): string {
  return toJcs(readA2a10View(card));
}

/** What the profile keeps of a card, before it is written; what it keeps as it is is shared. @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE */
export function readA2a10View(card: JsonObject): JsonObject {
  return readMessage(AGENT_CARD, card, undefined);
}

function readMessage(spec: MessageSpec, object: JsonObject, place: Place | undefined): JsonObject {
  return keepMembers(spec, object, place, readField);
}

function readField(field: FieldSpec, value: Json, up: Place | undefined, name: string): Json | undefined {
  // ProtoJSON parsers take the alias for the field; a verifier that drops it as unknown would read another card.
  if (name !== field.name) throw inapplicable({ up, token: name }, 'snake_case name of a known member');
  if (value === null) {
    if (field.presence === 'R') throw inapplicable({ up, token: name }, 'required, and null');
    return undefined;
  }
  if (field.kind === 'string' || field.kind === 'bool') {
    if (typeof value !== (field.kind === 'bool' ? 'boolean' : 'string'))
      throw inapplicable({ up, token: name }, `expected a ${field.kind}`);
    return field.presence === 'D' && (value === '' || value === false) ? undefined : value;
  }
  return readContainer(field, value, { up, token: name });
}

function readContainer(field: FieldSpec, value: Json, at: Place): Json | undefined {
  switch (field.kind) {
    case 'list': {
      const list = asList(value, at);
      if (list.length === 0 && field.presence === 'E') return undefined;
      return keepElements(list, (element, index) => readElement(field, element, at, index));
    }
    case 'map': {
      const map = asObject(value, at);
      if (field.presence === 'E' && Object.keys(map).length === 0) return undefined;
      return keepEntries(map, (entry, name) => readElement(field, entry, at, name));
    }
    case 'message':
      return readMessage(messageSpec(field.message), asObject(value, at), at);
    default:
      return asObject(value, at);
  }
}

function readElement(field: FieldSpec, value: Json, up: Place, token: string | number): Json {
  if (field.message === undefined) {
    if (typeof value !== 'string') throw inapplicable({ up, token }, 'expected a string');
    return value;
  }
  const at: Place = { up, token };
  return readMessage(messageSpec(field.message), asObject(value, at), at);
}
