// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { AGENT_CARD, type FieldSpec, type MessageSpec, messageSpec } from './card-schema.js';
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
 * What the A2A SDKs keep of a card before they write it: known fields only (under either name), scalars coerced
 * as a2a-js 1.3.0 does, then everything empty removed at every depth: `""`, `null`, `[]`, `{}`, elements of lists
 * and content of `params` among it. `false` and `0` stay, except a bool without presence. Where the two SDKs read
 * a document differently in kind (a list for an object, two names of one field) the profile does not apply.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function readSdkView(card: JsonObject): JsonObject {
  return readMessage(AGENT_CARD, card, undefined) ?? Object.freeze({});
}

function readMessage(
  spec: MessageSpec,
  object: JsonObject,
  place: Place | undefined,
): JsonObject | undefined {
  return unlessEmpty(keepMembers(spec, object, place, readField));
}

function readField(field: FieldSpec, value: Json, up: Place | undefined, name: string): Json | undefined {
  if (value === null) return undefined;
  switch (field.kind) {
    case 'string':
      return readString(value, up, name);
    case 'bool': {
      // a2a-js: `Boolean(x)`, so 0 and "" read as false and any other text as true.
      if (typeof value === 'object') throw inapplicable({ up, token: name }, 'expected a bool');
      const bool = Boolean(value);
      return !bool && field.presence === 'D' ? undefined : bool;
    }
    default:
      return readContainer(field, value, { up, token: name });
  }
}

function readContainer(field: FieldSpec, value: Json, at: Place): Json | undefined {
  switch (field.kind) {
    case 'list': {
      const list = keepElements(asList(value, at), (element, index) =>
        readElement(field, element, at, index),
      );
      return list.length === 0 ? undefined : list;
    }
    case 'map':
      return unlessEmpty(
        keepEntries(asObject(value, at), (entry, name) => readElement(field, entry, at, name)),
      );
    case 'message':
      return readMessage(messageSpec(field.message), asObject(value, at), at);
    default:
      return prune(asObject(value, at));
  }
}

function readElement(field: FieldSpec, value: Json, up: Place, token: string | number): Json | undefined {
  if (field.message === undefined) return readString(value, up, token);
  const at: Place = { up, token };
  return readMessage(messageSpec(field.message), asObject(value, at), at);
}

function readString(value: Json, up: Place | undefined, token: string | number): string | undefined {
  // a2a-js: `String(x)`; of null in a list it makes the text "null", which a2a-python refuses.
  if (typeof value === 'object') throw inapplicable({ up, token }, 'expected a string');
  const text = String(value);
  return text === '' ? undefined : text;
}

function prune(value: Json): Json | undefined {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const list = keepElements(value, prune);
    return list.length === 0 ? undefined : list;
  }
  return isJsonObject(value) ? unlessEmpty(keepEntries(value, prune)) : value;
}

function unlessEmpty(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
