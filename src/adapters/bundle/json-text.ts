// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';

/** Strict JSON with the text of its numbers kept: OPA hashes and evaluates numbers by their literal text. */
export type JsonNode =
  | { readonly kind: 'literal'; readonly value: null | boolean }
  | { readonly kind: 'number'; readonly literal: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: readonly (readonly [string, null | boolean])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Read one JSON document strictly: UTF-8 without BOM, no duplicate members, no lone surrogates, bounded depth.
 * `name` is the file that messages speak of.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_JSON_INVALID
 */
export function parseJsonText(bytes: Uint8Array, name: string, depth: number): JsonNode {
  return new Parser(decodeUtf8(bytes, name), name, depth).document();
}

/**
 * Bytes as text; ill-formed UTF-8 is refused and a BOM is kept (and refused by the parser).
 * @throws AuthorizedError AUTHORIZED_BUNDLE_JSON_INVALID
 */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw fault('AUTHORIZED_BUNDLE_JSON_INVALID', { detail: `${quote(name)} is not UTF-8`, cause });
  }
}

class Parser {
  readonly #text: string;
  readonly #name: string;
  readonly #depth: number;
  #at = 0;

  constructor(text: string, name: string, depth: number) {
    this.#text = text;
    this.#name = name;
    this.#depth = depth;
  }

  document(): JsonNode {
    const node = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#refuse('text after the document');
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > this.#depth) throw this.#refuse(`nesting over ${this.#depth} levels`);
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"') return { kind: 'string', value: this.#string() };
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return { kind: 'literal', value };
      }
    }
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.#text)?.[0];
    if (literal === undefined) throw this.#refuse('a value was expected');
    this.#at += literal.length;
    return { kind: 'number', literal };
  }

  #object(depth: number): JsonNode {
    const members = new Map<string, JsonNode>();
    this.#at += 1;
    if (this.#take('}')) return { kind: 'object', members };
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#refuse('a member name was expected');
      const name = this.#string();
      if (members.has(name)) throw this.#refuse(`duplicate member ${quote(name)}`);
      if (!this.#take(':')) throw this.#refuse('`:` was expected');
      members.set(name, this.#value(depth + 1));
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#refuse('`}` was expected');
    return { kind: 'object', members };
  }

  #array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at += 1;
    if (this.#take(']')) return { kind: 'array', items };
    do items.push(this.#value(depth + 1));
    while (this.#take(','));
    if (!this.#take(']')) throw this.#refuse('`]` was expected');
    return { kind: 'array', items };
  }

  #string(): string {
    const start = this.#at;
    const end = endOfString(this.#text, start);
    let value: unknown;
    try {
      // The platform's parser judges escapes and control characters; the token is one string, nothing else.
      value = JSON.parse(this.#text.slice(start, end));
    } catch (cause) {
      throw this.#refuse('a malformed string', cause);
    }
    if (typeof value !== 'string' || !value.isWellFormed()) throw this.#refuse('a lone surrogate');
    this.#at = end;
    return value;
  }

  #take(char: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t') return;
      this.#at += 1;
    }
  }

  #refuse(what: string, cause?: unknown): Error {
    const detail = `${quote(this.#name)}: ${what} at character ${this.#at}`;
    return fault('AUTHORIZED_BUNDLE_JSON_INVALID', { detail, cause });
  }
}

/** Index after the closing quote of the string token that starts at `start`; the end of the text if none closes. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return at + 1;
    at += char === 0x5c ? 2 : 1;
  }
  return text.length;
}
