// SPDX-License-Identifier: Apache-2.0
import { type JsonObject, pointer } from '../../core/json.js';
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
  const here = pointer(where, name);
  if (!Array.isArray(list)) {
    notes.add('card.wrong-type', here, 'expected a list; no mode is offered');
    return NONE;
  }
  const modes = new Set<string>();
  stringsOf(list, here, notes);
  for (const [index, text] of list.entries()) {
    if (typeof text !== 'string') continue;
    const mode = parseMediaType(text);
    if (mode === undefined || isMediaRange(mode))
      notes.add('card.mode-malformed', `${here}/${index}`, undefined, text);
    else modes.add(text);
  }
  return Object.freeze([...modes]);
}

const NONE: readonly string[] = Object.freeze([]);
