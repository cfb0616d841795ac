// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { AGENT_CARD, type FieldSpec, type MessageSpec, messageSpec } from './card-schema.js';
import { asList, asObject, type Draft, inapplicable, knownMembers, type Place, put } from './members.js';

/**
 * What the A2A SDKs keep of a card before they write it: known fields only (under either name), scalars coerced
 * as a2a-js 1.3.0 does, then everything empty removed at every depth: `""`, `null`, `[]`, `{}`, elements of lists
 * and content of `params` among it. `false` and `0` stay, except a bool without presence. Where the two SDKs read
 * a document differently in kind (a list for an object, two names of one field) the profile does not apply.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function readSdkView(card: JsonObject): JsonObject {
  return readMessage(AGENT_CARD, card, undefined) ?? {};
}

function readMessage(
  spec: MessageSpec,
  object: JsonObject,
  place: Place | undefined,
): JsonObject | undefined {
  const out: Draft = {};
  let empty = true;
  for (const { field, value, place: at } of knownMembers(spec, object, place)) {
    const kept = value === null ? undefined : readField(field, value, at);
    if (kept === undefined) continue;
    out[field.name] = kept;
    empty = false;
  }
  return empty ? undefined : out;
}

function readField(field: FieldSpec, value: Json, at: Place): Json | undefined {
  switch (field.kind) {
    case 'bool': {
      // a2a-js: `Boolean(x)`, so 0 and "" read as false and any other text as true.
      if (typeof value === 'object') throw inapplicable(at, 'expected a bool');
      const bool = Boolean(value);
      return !bool && field.presence === 'D' ? undefined : bool;
    }
    case 'struct':
      return prune(asObject(value, at));
    case 'message':
      return readMessage(messageSpec(field.message), asObject(value, at), at);
    case 'list':
      return someOf(
        asList(value, at).map((element, index) => readElement(field, element, { up: at, token: index })),
      );
    case 'map': {
      const map = asObject(value, at);
      return membersOf(Object.keys(map), (name) =>
        readElement(field, map[name] as Json, { up: at, token: name }),
      );
    }
    default:
      return readString(value, at);
  }
}

function readElement(field: FieldSpec, value: Json, at: Place): Json | undefined {
  return field.message === undefined
    ? readString(value, at)
    : readMessage(messageSpec(field.message), asObject(value, at), at);
}

function readString(value: Json, at: Place): string | undefined {
  // a2a-js: `String(x)`; of null in a list it makes the text "null", which a2a-python refuses.
  if (typeof value === 'object') throw inapplicable(at, 'expected a string');
  const text = String(value);
  return text === '' ? undefined : text;
}

function prune(value: Json): Json | undefined {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) return someOf(value.map(prune));
  if (isJsonObject(value)) return membersOf(Object.keys(value), (name) => prune(value[name] as Json));
  return value;
}

function someOf(list: readonly (Json | undefined)[]): readonly Json[] | undefined {
  const kept = list.filter((element) => element !== undefined);
  return kept.length === 0 ? undefined : kept;
}

function membersOf(
  names: readonly string[],
  read: (name: string) => Json | undefined,
): JsonObject | undefined {
  const out: Draft = {};
  let empty = true;
  for (const name of names) {
    const kept = read(name);
    if (kept === undefined) continue;
    put(out, name, kept);
    empty = false;
  }
  return empty ? undefined : out;
}
