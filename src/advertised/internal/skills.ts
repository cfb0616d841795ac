// SPDX-License-Identifier: Apache-2.0
import { FrozenMap } from '../../core/frozen-map.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { CardSkill } from '../types.js';
import { jsonEqual } from './json-equal.js';
import { type Members, noteMembers } from './members.js';
import { takeModes } from './modes.js';
import type { Notes } from './notes.js';
import { noteUndefinedSchemes } from './schemes.js';
import { readSecurity } from './security.js';
import { take, takeList, takeString, takeStrings } from './take.js';

/** The skills of a card by id. Two skills of one id that differ are one too many: neither is offered. */
export function readSkills(
  card: JsonObject,
  members: Members,
  schemes: ReadonlySet<string>,
  notes: Notes,
): ReadonlyMap<string, CardSkill> {
  const list = takeList(card, 'skills', '', notes) ?? [];
  const skills = new Map<string, CardSkill>();
  let entries: Map<string, Json> | undefined;
  for (let index = 0; index < list.length; index++) {
    const entry = list[index] as Json;
    const here = `/skills/${index}`;
    const id = idOf(entry);
    // Ids are rarely repeated; from the first one that is, the entry of each is kept.
    if (id !== undefined && entries === undefined && skills.has(id))
      entries = entriesById(list.slice(0, index));
    const earlier = id === undefined ? undefined : entries?.get(id);
    if (earlier === undefined) {
      const skill = readSkill(entry, members, schemes, here, notes);
      if (skill === undefined) continue;
      skills.set(skill.id, skill);
      entries?.set(skill.id, entry);
    } else if (jsonEqual(earlier, entry)) notes.add('card.skill-repeated', here, undefined, id);
    else {
      notes.add('card.skill-conflict', here, undefined, id);
      skills.delete(id ?? '');
    }
  }
  return new FrozenMap(skills);
}

function entriesById(list: readonly Json[]): Map<string, Json> {
  const entries = new Map<string, Json>();
  for (const entry of list) {
    const id = idOf(entry);
    if (id !== undefined) entries.set(id, entry);
  }
  return entries;
}

function idOf(entry: Json): string | undefined {
  const id = isJsonObject(entry) ? member(entry, 'id') : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function readSkill(
  entry: Json,
  members: Members,
  schemes: ReadonlySet<string>,
  where: string,
  notes: Notes,
): CardSkill | undefined {
  if (!isJsonObject(entry)) {
    notes.add('card.skill-malformed', where, 'expected an object');
    return undefined;
  }
  noteMembers(entry, members, where, notes);
  const id = member(entry, 'id');
  if (typeof id !== 'string' || id === '') {
    notes.add('card.skill-malformed', where, '`id` is not a string with content');
    return undefined;
  }
  takeString(entry, 'description', where, notes);
  const securityRequirements = readSecurity(entry, where, notes);
  noteUndefinedSchemes(securityRequirements, schemes, where, notes);
  return Object.freeze({
    id,
    name: takeString(entry, 'name', where, notes),
    tags: takeStrings(entry, 'tags', where, notes),
    inputModes: takeSkillModes(entry, 'inputModes', where, notes),
    outputModes: takeSkillModes(entry, 'outputModes', where, notes),
    securityRequirements,
  });
}

/** An explicit `[]` is what ProtoJSON writes for an unset list: it inherits the defaults, as absence does. */
function takeSkillModes(
  entry: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): Declared<readonly string[]> {
  const raw = take(entry, name);
  if (raw === undefined || (Array.isArray(raw) && raw.length === 0)) return UNDECLARED;
  return takeModes(entry, name, where, notes);
}
