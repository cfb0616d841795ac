// SPDX-License-Identifier: Apache-2.0
import { fault, type GovernanceError, quote } from '../errors.js';
import { pointer } from '../json.js';
import type { JsonLimits } from './limits.js';
import { survivesDouble } from './number-text.js';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
// RFC 8259 section 7: control characters must be escaped, and only these escapes exist.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the grammar excludes
const CHARACTERS = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,4096}/y;

/** Where a value stands; linked, so that a pointer is written only for the one that is named. */
interface Place {
  readonly up: Place | undefined;
  readonly token: string | number;
}

/** The document itself. */
const ROOT = undefined;

/** The first fault of a text, in document order. */
export interface FoundFault {
  readonly error: GovernanceError;
  /** Where it is, in UTF-16 code units from the start. */
  readonly at: number;
}

/**
 * Read a text again, slowly, and name its first fault with a JSON pointer; `undefined` where it has none. It runs
 * only on documents that the fast path refused, so it is written to be exact rather than fast.
 */
export function findFault(text: string, limits: Required<JsonLimits>): FoundFault | undefined {
  try {
    new FaultFinder(text, limits).document();
    return undefined;
  } catch (error) {
    if (error instanceof Found) return error.found;
    throw error;
  }
}

class Found extends Error {
  readonly found: FoundFault;

  constructor(found: FoundFault) {
    super('found');
    this.found = found;
  }
}

class FaultFinder {
  readonly #text: string;
  readonly #limits: Required<JsonLimits>;
  #at = 0;
  #values = 0;

  constructor(text: string, limits: Required<JsonLimits>) {
    this.#text = text;
    this.#limits = limits;
  }

  document(): void {
    this.#take(SPACE);
    this.#value(ROOT, 1);
    this.#take(SPACE);
    if (this.#at < this.#text.length) this.#malformed(ROOT, 'text after the document');
  }

  #value(where: Place | undefined, depth: number): void {
    const first = this.#text[this.#at];
    if (first === '{') this.#object(where, depth);
    else if (first === '[') this.#array(where, depth);
    else if (first === '"') this.#string(where);
    else if (this.#take(LITERAL) === undefined) this.#number(where);
  }

  #object(where: Place | undefined, depth: number): void {
    this.#open(where, depth);
    const seen = new Set<string>();
    if (this.#closed('}')) return;
    do {
      this.#take(SPACE);
      const start = this.#at;
      if (this.#text[start] !== '"') this.#malformed(where, 'a member name is missing');
      // A key with a lone surrogate cannot be written in a pointer: the pointer names its object.
      const key = this.#string(where);
      const inside: Place = { up: where, token: key };
      if (key === '__proto__') this.#found('ADVERTISED_JSON_PROTO_KEY', inside, start);
      if (seen.has(key)) this.#found('ADVERTISED_JSON_DUPLICATE_KEY', inside, start);
      seen.add(key);
      this.#take(SPACE);
      if (this.#text[this.#at] !== ':') this.#malformed(inside, 'a colon is missing');
      this.#at++;
      this.#take(SPACE);
      this.#value(inside, depth + 1);
    } while (this.#more(where, '}'));
  }

  #array(where: Place | undefined, depth: number): void {
    this.#open(where, depth);
    if (this.#closed(']')) return;
    let index = 0;
    do {
      this.#take(SPACE);
      this.#value({ up: where, token: index++ }, depth + 1);
    } while (this.#more(where, ']'));
  }

  #open(where: Place | undefined, depth: number): void {
    const { maxDepth } = this.#limits;
    if (depth > maxDepth)
      this.#found('ADVERTISED_JSON_TOO_DEEP', where, this.#at, `more than ${maxDepth} levels`);
    this.#count(where);
    this.#at++;
  }

  #closed(bracket: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #more(where: Place | undefined, bracket: string): boolean {
    this.#take(SPACE);
    const next = this.#text[this.#at];
    if (next !== ',' && next !== bracket) this.#malformed(where, `\`,\` or \`${bracket}\` is missing`);
    if (next === ',') this.#count(where);
    this.#at++;
    return next === ',';
  }

  /** Count a value: the first one of a container, or one behind a comma. */
  #count(where: Place | undefined): void {
    const { maxValues } = this.#limits;
    if (++this.#values > maxValues)
      this.#found('ADVERTISED_JSON_TOO_MANY_VALUES', where, this.#at, `more than ${maxValues}`);
  }

  #string(where: Place | undefined): string {
    const start = this.#at;
    this.#at++;
    // In runs: one match of a string of megabytes exhausts the stack of the matcher.
    let run: string | undefined;
    do run = this.#take(CHARACTERS);
    while (run !== undefined);
    const end = this.#at;
    if (this.#text[end] !== '"') {
      this.#at = start;
      return this.#malformed(where, 'a string is not well formed');
    }
    this.#at++;
    const raw = this.#text.slice(start + 1, end);
    const value = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (!value.isWellFormed()) this.#found('ADVERTISED_JSON_LONE_SURROGATE', where, start);
    return value;
  }

  #number(where: Place | undefined): void {
    const start = this.#at;
    const raw = this.#take(NUMBER);
    if (raw === undefined) this.#malformed(where, 'a value is missing or not well formed');
    else if (!survivesDouble(raw)) this.#found('ADVERTISED_JSON_NUMBER_INEXACT', where, start, quote(raw));
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0];
    if (taken !== undefined) this.#at += taken.length;
    return taken;
  }

  #malformed(where: Place | undefined, what: string): never {
    const end = this.#at >= this.#text.length;
    this.#found('ADVERTISED_JSON_MALFORMED', where, this.#at, end ? 'the text ends too early' : what);
  }

  #found(code: Parameters<typeof fault>[0], where: Place | undefined, at: number, what?: string): never {
    const position = positionOf(this.#text, at);
    const detail = what === undefined ? position : `${what}, ${position}`;
    throw new Found({ error: fault(code, { pointer: pointerTo(where), detail }), at });
  }
}

function pointerTo(where: Place | undefined): string {
  const tokens: (string | number)[] = [];
  for (let at = where; at !== undefined; at = at.up) tokens.unshift(at.token);
  return pointer('', ...tokens);
}

/** A place in a text for a person: line and column from 1, and the byte from 0. */
export function positionOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - (before.lastIndexOf('\n') + 1) + 1;
  return `line ${line}, column ${column} (byte ${Buffer.byteLength(before)})`;
}
