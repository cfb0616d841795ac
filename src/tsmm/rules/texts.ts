// SPDX-License-Identifier: Apache-2.0
import { parseMediaType } from '../../core/media-type.js';

const NAME_CHARACTER = /[A-Za-z0-9!#$&^_+./%:?=~-]/;
const REFUSAL =
  /\b(?:reject|refus|den(?:y|ied|ies|ial)|forbid|prohibit|disallow|unauthori[sz]ed|incompatib|no common|missing|expired|revoked|suspended|not (?:allowed|permitted|authori[sz]ed|granted|supported|compatible|available|met)\b)/i;

/** Whether a text has nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Whether two modes are one media type; texts that are no media types are compared as they are. */
export function isSameMode(a: string, b: string): boolean {
  if (a === b) return true;
  const left = parseMediaType(a);
  const right = parseMediaType(b);
  return (
    left !== undefined &&
    right !== undefined &&
    left.type === right.type &&
    left.subtype === right.subtype &&
    left.parameters.join(';') === right.parameters.join(';')
  );
}

/** Whether a sentence names something, in any case, as a word of its own: `text/x` does not name `text/x-log`. */
export function names(sentence: string, name: string): boolean {
  if (isBlank(name)) return false;
  const where = sentence.toLowerCase();
  const what = name.toLowerCase();
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    const before = where[at - 1] ?? ' ';
    // A full stop or a colon behind the name may end the sentence or the clause.
    const after = where.slice(at + what.length).replace(/^[.:?]+(?=\s|$)/, ' ')[0] ?? ' ';
    if (!NAME_CHARACTER.test(before) && !NAME_CHARACTER.test(after)) return true;
  }
  return false;
}

/** Whether a sentence says that something was refused, or why. */
export function saysRefusal(sentence: string): boolean {
  return REFUSAL.test(sentence);
}
