// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../core/json.js';
import { isMediaRange, parseMediaType } from '../../core/media-type.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { Notes } from './notes.js';
import { frozen, stringsOf, take } from './take.js';

/**
 * A list of modes. What is no media type (`text`, the empty string, a range) is noted and kept out. A list that
 * cannot be read restricts to nothing: reading it as absent would offer a skill the card's wider defaults.
 */
export function takeModes(
  object: JsonObject,
  name: string,
  where: string,
  notes: Notes,
): Declared<readonly string[]> {
  const list = take(object, name);
  if (list === undefined) return UNDECLARED;
  if (Array.isArray(list) && areModes(list)) return frozen(list);
  const here = `${where}/${name}`;
  if (!Array.isArray(list)) {
    notes.add('card.wrong-type', here, 'expected a list; no mode is offered');
    return NONE;
  }
  const modes = new Set<string>();
  stringsOf(list, here, notes);
  for (const [index, text] of list.entries()) {
    if (typeof text !== 'string' || modes.has(text)) continue;
    if (isOffered(text)) modes.add(text);
    else notes.add('card.mode-malformed', `${here}/${index}`, undefined, text);
  }
  return Object.freeze([...modes]);
}

/** Whether a list is one of modes, all offered and none of them twice. */
function areModes(list: readonly Json[]): list is readonly string[] {
  for (let index = 0; index < list.length; index++) {
    const mode = list[index];
    if (typeof mode !== 'string' || !isOffered(mode)) return false;
  }
  return list.length < 3 ? list.length < 2 || list[0] !== list[1] : new Set(list).size === list.length;
}

// A type and a subtype of everyday characters, and nothing else: no wildcard, no parameter.
const EVERYDAY = /^[a-z]+\/[a-z0-9.+-]+$/;

// RFC 9110 section 12.5.1: a range says what is wanted, so it belongs in a request and never in an offer.
function isOffered(text: string): boolean {
  if (EVERYDAY.test(text)) return true;
  const mode = parseMediaType(text);
  return mode !== undefined && !isMediaRange(mode);
}

const NONE: readonly string[] = Object.freeze([]);
