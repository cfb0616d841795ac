// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { Notes } from './notes.js';

// INVARIANT: member names here come from our own tables and need no escape in a pointer.

/** A member that is there and not `null`: ProtoJSON reads `null` as absent, and `noteMembers` notes it. */
export function take(object: JsonObject, name: string): Json | undefined {
  return member(object, name) ?? undefined;
}

/** A string member; anything else is noted and undeclared, never turned into a string. */
export function takeString(object: JsonObject, name: string, where: string, notes: Notes): Declared<string> {
  const value = take(object, name);
  if (typeof value === 'string') return value;
  if (value !== undefined) notes.add('card.wrong-type', `${where}/${name}`, 'expected a string');
  return UNDECLARED;
}

/** A boolean member; `"false"`, `0` and the like are noted and undeclared (facts: one SDK reads them as true). */
export function takeBoolean(
  object: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): Declared<boolean> {
  const value = take(object, name);
  if (typeof value === 'boolean') return value;
  if (value !== undefined) notes.add('card.wrong-type', `${where}/${name}`, 'expected a boolean');
  return UNDECLARED;
}

/** A list member; anything else is noted and absent. */
export function takeList(
  object: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): readonly Json[] | undefined {
  const value = take(object, name);
  if (value === undefined || Array.isArray(value)) return value;
  notes.add('card.wrong-type', `${where}/${name}`, 'expected a list');
  return undefined;
}

/** An object member; anything else is noted and absent. */
export function takeObject(
  object: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): JsonObject | undefined {
  const value = take(object, name);
  if (value === undefined || isJsonObject(value)) return value;
  notes.add('card.wrong-type', `${where}/${name}`, 'expected an object');
  return undefined;
}

/** A member that is a list of strings; what is none is noted and left out. */
export function takeStrings(
  object: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): readonly string[] {
  const list = takeList(object, name, where, notes) ?? NONE;
  return isStrings(list) ? frozen(list) : stringsOf(list, `${where}/${name}`, notes);
}

const NONE: readonly Json[] = Object.freeze([]);

/** The strings of a list; anything else in it is noted and left out. */
export function stringsOf(list: readonly Json[], where: string, notes: Notes): readonly string[] {
  if (isStrings(list)) return frozen(list);
  const strings: string[] = [];
  for (const [index, item] of list.entries()) {
    if (typeof item === 'string') strings.push(item);
    else notes.add('card.wrong-type', `${where}/${index}`, 'expected a string');
  }
  return Object.freeze(strings);
}

/** Whether everything in a list is a string. */
export function isStrings(list: readonly Json[]): list is readonly string[] {
  for (let index = 0; index < list.length; index++) if (typeof list[index] !== 'string') return false;
  return true;
}

/** A list of a document, frozen: itself where it is, as in every document that was parsed strictly. */
export function frozen(list: readonly string[]): readonly string[] {
  return Object.isFrozen(list) ? list : Object.freeze([...list]);
}
