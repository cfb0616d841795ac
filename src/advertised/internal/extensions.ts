// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { type Declared, isDeclared, UNDECLARED } from '../../core/undeclared.js';
import type { CardExtension } from '../types.js';
import { uriVersion } from './extension-version.js';
import { jsonEqual } from './json-equal.js';
import { EXTENSION_MEMBERS, noteMembers } from './members.js';
import type { Notes } from './notes.js';
import { takeList, takeObject, takeString } from './take.js';

/**
 * The declared extensions: absent and `null` are undeclared, `[]` is declared and none. Two entries of one URI
 * with different content refuse the card, and so does a required one that has no URI: leaving it out would lose
 * a restriction.
 *
 * @throws AdvertisedError ADVERTISED_EXTENSION_CONFLICT, ADVERTISED_EXTENSION_UNREADABLE
 */
export function readExtensions(
  capabilities: JsonObject,
  where: string,
  notes: Notes,
): Declared<readonly CardExtension[]> {
  const list = takeList(capabilities, 'extensions', where, notes);
  if (list === undefined) return UNDECLARED;
  const seen = new Map<string, Json>();
  const extensions: CardExtension[] = [];
  for (const [index, entry] of list.entries()) {
    const here = `${where}/extensions/${index}`;
    const extension = readExtension(entry, here, notes);
    if (extension === undefined) continue;
    const earlier = seen.get(extension.uri);
    if (earlier === undefined) {
      seen.set(extension.uri, entry);
      extensions.push(extension);
    } else if (jsonEqual(earlier, entry))
      notes.add('card.extension-repeated', here, undefined, extension.uri);
    else throw fault('ADVERTISED_EXTENSION_CONFLICT', { pointer: here, detail: quote(extension.uri) });
  }
  return Object.freeze(extensions);
}

function readExtension(entry: Json, where: string, notes: Notes): CardExtension | undefined {
  if (!isJsonObject(entry)) {
    notes.add('card.extension-malformed', where, 'expected an object');
    return undefined;
  }
  noteMembers(entry, EXTENSION_MEMBERS, where, notes);
  const required = readRequired(entry, where, notes);
  const uri = member(entry, 'uri');
  if (typeof uri !== 'string' || uri === '') {
    if (required) throw fault('ADVERTISED_EXTENSION_UNREADABLE', { pointer: where });
    notes.add('card.extension-malformed', where, '`uri` is not a string with content');
    return undefined;
  }
  const description = takeString(entry, 'description', where, notes);
  const version = readVersion(entry, uri, where, notes);
  return Object.freeze({
    uri,
    required,
    ...(version !== undefined && { version }),
    ...(isDeclared(description) && { description }),
  });
}

// A `required` that cannot be read counts as true: the restriction, not the grant, gets the benefit of the doubt.
function readRequired(entry: JsonObject, where: string, notes: Notes): boolean {
  const value = member(entry, 'required');
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null) return false;
  notes.add('card.wrong-type', `${where}/required`, 'expected a boolean; counts as true');
  return true;
}

function readVersion(entry: JsonObject, uri: string, where: string, notes: Notes): string | undefined {
  const params = takeObject(entry, 'params', where, notes);
  const version = params === undefined ? undefined : member(params, 'version');
  return typeof version === 'string' ? version : uriVersion(uri);
}
