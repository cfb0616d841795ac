// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../../core/json.js';
import { isMediaRange, parseMediaType } from '../../core/media-type.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { Notes } from './notes.js';
import { stringsOf, take } from './take.js';

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
  const here = `${where}/${name}`;
  if (!Array.isArray(list)) {
    notes.add('card.wrong-type', here, 'expected a list; no mode is offered');
    return NONE;
  }
  const strings = stringsOf(list, here, notes);
  if (strings.length === list.length && new Set(strings).size === strings.length && strings.every(isOffered))
    return strings;
  const modes = new Set<string>();
  for (const [index, text] of list.entries()) {
    if (typeof text !== 'string') continue;
    if (isOffered(text)) modes.add(text);
    else notes.add('card.mode-malformed', `${here}/${index}`, undefined, text);
  }
  return Object.freeze([...modes]);
}

// RFC 9110 section 12.5.1: a range says what is wanted, so it belongs in a request and never in an offer.
function isOffered(text: string): boolean {
  const mode = parseMediaType(text);
  return mode !== undefined && !isMediaRange(mode);
}

const NONE: readonly string[] = Object.freeze([]);
