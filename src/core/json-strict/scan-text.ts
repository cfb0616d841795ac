// SPDX-License-Identifier: Apache-2.0
import { survivesDouble } from './number-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What one linear pass over the text of a valid JSON document finds. */
export interface TextScan {
  /** Colons outside strings: as many as the document has members, repeats counted. */
  readonly members: number;
  /** Commas and opening brackets: as many as the document has values, an empty container counted as one more. */
  readonly values: number;
  /** Containers inside containers; 1 for a document without any inside. */
  readonly depth: number;
  /** Whether every number survives a double. */
  readonly numbersExact: boolean;
  /** Whether there is a backslash, that is an escape in some string. */
  readonly escaped: boolean;
}

/**
 * Count members and depth and check numbers, in one pass that skips over strings. The text must be valid JSON
 * (`JSON.parse` took it); on anything else the counts mean nothing, but the pass still ends.
 *
 * @param maxValues the pass ends where there are more; the other counts are then those up to there
 */
export function scanText(text: string, maxValues: number = Number.POSITIVE_INFINITY): TextScan {
  const escaped = text.includes('\\');
  const end = text.length;
  let members = 0;
  let values = 0;
  let depth = 0;
  let deepest = 0;
  let numbersExact = true;
  let at = 0;
  while (at < end && values <= maxValues) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = afterString(text, at, escaped);
      continue;
    }
    if (code === 0x3a) members++;
    else if (code === 0x2c) values++;
    else if (code === 0x7b || code === 0x5b) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const after = afterNumber(text, at);
      // 15 digits always survive (IEEE 754 double: DBL_DIG is 15), far from the ends of its range.
      const plain = after - at <= 15 && !hasLargeExponent(text, at, after);
      if (!plain && !survivesDouble(text.slice(at, after))) numbersExact = false;
      at = after;
      continue;
    }
    at++;
  }
  return { members, values, depth: deepest, numbersExact, escaped };
}

function afterString(text: string, open: number, escaped: boolean): number {
  let close = text.indexOf('"', open + 1);
  if (close < 0) return text.length;
  if (!escaped || text.charCodeAt(close - 1) !== BACKSLASH) return close + 1;
  // A backslash before the quote: only a walk from the start tells an escaped quote from an escaped backslash.
  close = open + 1;
  while (close < text.length && text.charCodeAt(close) !== QUOTE)
    close += text.charCodeAt(close) === BACKSLASH ? 2 : 1;
  return close + 1;
}

function afterNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const part =
      (code >= 0x30 && code <= 0x39) ||
      code === 0x2e ||
      code === 0x2b ||
      code === 0x2d ||
      (code | 0x20) === 0x65;
    if (!part) break;
  }
  return at;
}

// A double holds 1e308, and 1e-307 in full; the digits before and behind the point take 15 more.
const EXPONENT = 290;

function hasLargeExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++)
    if ((text.charCodeAt(at) | 0x20) === 0x65) return Math.abs(Number(text.slice(at + 1, end))) > EXPONENT;
  return false;
}
