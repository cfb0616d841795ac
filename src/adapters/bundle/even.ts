// SPDX-License-Identifier: Apache-2.0
import { endOfString } from './json-text.js';

/** The whitespace at one place: none, one space, or a line break with the right indentation. */
type Gap = 'none' | 'space' | 'line' | 'uneven';

/**
 * Whether valid JSON is formatted evenly: as `opa build`, `JSON.stringify`, jq, Python and Prettier write it.
 *
 * OPA hashes JSON files by their meaning, so whitespace and the case of escapes are not covered by its signature.
 * In evenly formatted text they have no freedom left: replacing any one byte gives text that is not even, not
 * JSON, or of another hash. The rules: one unit of indentation (a tab or spaces) repeated by depth, the same gap
 * inside both brackets of a pair, at most one space after `:` and `,`, lower-case hex in escapes, and nothing
 * around the document but one final line feed.
 */
export function isEvenJson(text: string): boolean {
  const scanner = new Scanner(text);
  return scanner.document();
}

class Scanner {
  readonly #text: string;
  #at = 0;
  #unit: string | undefined;
  #units = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): boolean {
    if (!this.#value(0)) return false;
    // A unit of one space that occurs once could be a changed tab.
    if (this.#unit === ' ' && this.#units < 2) return false;
    const rest = this.#text.slice(this.#at);
    return rest === '' || rest === '\n';
  }

  #value(depth: number): boolean {
    const char = this.#text[this.#at];
    if (char === '"') return this.#string();
    if (char === '{' || char === '[') return this.#container(depth, char === '{');
    const start = this.#at;
    while (/[-+.\w]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#at > start;
  }

  #container(depth: number, object: boolean): boolean {
    const closing = object ? '}' : ']';
    this.#at += 1;
    if (this.#take(closing)) return true;
    const opened = this.#gap(depth + 1);
    if (opened === 'uneven') return false;
    do {
      if (object && !this.#name()) return false;
      if (!this.#value(depth + 1)) return false;
    } while (this.#take(',') && this.#gap(depth + 1) !== 'uneven');
    return this.#gap(depth) === opened && this.#take(closing);
  }

  #name(): boolean {
    if (!this.#string() || !this.#take(':')) return false;
    this.#take(' ');
    return true;
  }

  #string(): boolean {
    if (this.#text[this.#at] !== '"') return false;
    const end = endOfString(this.#text, this.#at);
    const token = this.#text.slice(this.#at, end);
    this.#at = end;
    return !token.includes('\\u') || !/\\u[0-9a-f]{0,3}[A-F]/.test(token.replaceAll('\\\\', ''));
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #gap(depth: number): Gap {
    const start = this.#at;
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    const gap = this.#text.slice(start, this.#at);
    if (gap === '') return 'none';
    if (gap === ' ') return 'space';
    return gap.startsWith('\n') && this.#indented(gap.slice(1), depth) ? 'line' : 'uneven';
  }

  #indented(indent: string, depth: number): boolean {
    if (depth === 0) return indent === '';
    this.#unit ??= indent.slice(0, indent.length / depth);
    if (this.#unit !== '\t' && !/^ {1,8}$/.test(this.#unit)) return false;
    this.#units += depth;
    return indent === this.#unit.repeat(depth);
  }
}
