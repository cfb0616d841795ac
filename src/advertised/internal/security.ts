// SPDX-License-Identifier: Apache-2.0
import { FrozenMap } from '../../core/frozen-map.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { UNDECLARED } from '../../core/undeclared.js';
import type { FindingCode } from '../finding-codes.js';
import type { SecurityRequirement, SecurityRequirements } from '../types.js';
import { conjoinSecurity, MOST_ALTERNATIVES } from './conjoin-security.js';
import type { Notes } from './notes.js';
import { frozen, isStrings, take } from './take.js';

type Entry = SecurityRequirement | FindingCode;

/**
 * The security requirements of a card or skill, from the 1.0 member and from the 0.3 one: where both are there
 * both must be met, whatever the version of the card. A requirement that cannot be read is unknown, never none.
 */
export function readSecurity(object: JsonObject, where: string, notes: Notes): SecurityRequirements {
  const current = readList(object, 'securityRequirements', where, readWrapped, notes);
  const legacy = readList(object, 'security', where, readPlain, notes);
  const both = conjoinSecurity(current, legacy);
  // A2A 0.2 `authentication`: it says that something is required, in a form that no later version reads.
  return both === UNDECLARED && take(object, 'authentication') !== undefined ? 'unknown' : both;
}

function readList(
  object: JsonObject,
  name: string,
  where: string,
  readEntry: (entry: Json) => Entry,
  notes: Notes,
): SecurityRequirements {
  const list = take(object, name);
  if (list === undefined) return UNDECLARED;
  const here = `${where}/${name}`;
  if (!Array.isArray(list)) {
    notes.add('card.security-malformed', here, 'expected a list');
    return 'unknown';
  }
  if (list.length > MOST_ALTERNATIVES) {
    notes.add('card.security-malformed', here, `more than ${MOST_ALTERNATIVES} alternatives`);
    return 'unknown';
  }
  const requirements: SecurityRequirement[] = [];
  let readable = true;
  for (const [index, item] of list.entries()) {
    const entry = readEntry(item);
    if (typeof entry !== 'string') requirements.push(entry);
    else {
      readable = false;
      notes.add(entry, `${here}/${index}`);
    }
  }
  return readable ? Object.freeze(requirements) : 'unknown';
}

/** 1.0: `{"schemes": {"oauth": {"list": ["read"]}}}`; ProtoJSON leaves out what is empty. */
function readWrapped(entry: Json): Entry {
  if (!isJsonObject(entry)) return 'card.security-malformed';
  const names = Object.keys(entry);
  const schemes = member(entry, 'schemes') ?? {};
  if (names.some((name) => name !== 'schemes')) {
    const plain = names.every((name) => Array.isArray(entry[name]));
    return plain ? 'card.security-unwrapped' : 'card.security-malformed';
  }
  if (!isJsonObject(schemes)) return 'card.security-malformed';
  const requirement = new Map<string, readonly string[]>();
  for (const [scheme, wrapped] of Object.entries(schemes)) {
    if (!isJsonObject(wrapped)) return 'card.security-malformed';
    if (Object.keys(wrapped).some((name) => name !== 'list')) return 'card.security-malformed';
    const scopes = scopesOf(member(wrapped, 'list') ?? []);
    if (scopes === undefined) return 'card.security-malformed';
    requirement.set(scheme, scopes);
  }
  return new FrozenMap(requirement);
}

/** 0.3: `{"oauth": ["read"]}`. */
function readPlain(entry: Json): Entry {
  if (!isJsonObject(entry)) return 'card.security-malformed';
  const requirement = new Map<string, readonly string[]>();
  for (const [scheme, list] of Object.entries(entry)) {
    const scopes = scopesOf(list);
    if (scopes === undefined) return 'card.security-malformed';
    requirement.set(scheme, scopes);
  }
  return new FrozenMap(requirement);
}

function scopesOf(list: Json): readonly string[] | undefined {
  if (!Array.isArray(list) || !isStrings(list)) return undefined;
  return list.length < 2 ? frozen(list) : Object.freeze([...new Set(list)]);
}
