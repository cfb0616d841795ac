// SPDX-License-Identifier: Apache-2.0
import { type ErrorCode, fault } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import type { JsonLimits } from './limits.js';

// Nothing to escape and no surrogate: such text is its own JSON between quotes.
const PLAIN = /^[\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]*$/;

/** What a value is written under: its bounds, the code of a refusal, and whether members are sorted (RFC 8785). */
export interface WriteOptions {
  readonly limits: JsonLimits;
  readonly code: ErrorCode;
  readonly sorted?: boolean;
}

/**
 * Write a value as JSON without asking it how: no `toJSON`, no `JSON.stringify` of an object, each member read once.
 * What is returned is what is judged, so nothing that changes its mind later can. Only plain objects and arrays,
 * well-formed text, finite numbers and safe integers pass; a member that is `undefined` is refused, not dropped.
 * @throws GovernanceError the code of the options, with a pointer
 */
export function writeJson(value: unknown, options: WriteOptions): string {
  const writer = new JsonWriter(options);
  writer.value(value, 0);
  return writer.finish();
}

/** Writes values of one document; {@link writeJson} is the way to it except where the members are known. */
export class JsonWriter {
  readonly #limits: JsonLimits;
  readonly #options: WriteOptions;
  readonly #path: (string | number)[] = [];
  #out = '';

  constructor(options: WriteOptions) {
    this.#options = options;
    this.#limits = options.limits;
  }

  /** Punctuation and names that are known to be plain. */
  raw(text: string): void {
    this.#out += text;
  }

  /** Go into a member, so that a refusal says where; {@link leave} goes back. */
  enter(name: string): void {
    this.#path.push(name);
  }

  /** Go back out of a member. */
  leave(): void {
    this.#path.pop();
  }

  /** Any value; `depth` is how many objects and arrays stand around it. */
  value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#out += this.#text(value);
    else if (typeof value === 'number') this.#out += this.#number(value);
    else if (typeof value === 'boolean') this.#out += value ? 'true' : 'false';
    else if (value === null) this.#out += 'null';
    else if (typeof value === 'object') this.#container(value, depth + 1);
    else throw this.refuse(`a ${typeof value} is no JSON value`);
  }

  /** The text, once it is whole. */
  finish(): string {
    // Two steps, because counting bytes costs more than counting characters and the first bound nearly always holds.
    if (this.#out.length * 3 > this.#limits.bytes && Buffer.byteLength(this.#out) > this.#limits.bytes)
      throw this.refuse(`more than ${this.#limits.bytes} bytes`);
    return this.#out;
  }

  /** The error of what is being written, at the member that is being written. */
  refuse(detail: string): Error {
    return fault(this.#options.code, { detail, pointer: pointer('', ...this.#path) });
  }

  #container(value: object, depth: number): void {
    if (depth > this.#limits.depth) throw this.refuse(`deeper than ${this.#limits.depth}`);
    // While it grows: a document that never ends is refused at the bound and not when memory is gone.
    if (this.#out.length > this.#limits.bytes) throw this.refuse(`more than ${this.#limits.bytes} bytes`);
    if (Array.isArray(value)) this.#array(value, depth);
    else this.#object(value, depth);
  }

  #array(value: readonly unknown[], depth: number): void {
    this.#out += '[';
    const { length } = value;
    for (let index = 0; index < length; index++) {
      if (index > 0) this.#out += ',';
      if (this.#out.length > this.#limits.bytes) throw this.refuse(`more than ${this.#limits.bytes} bytes`);
      this.#path.push(index);
      this.value(value[index], depth);
      this.#path.pop();
    }
    this.#out += ']';
  }

  #object(value: object, depth: number): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw this.refuse('not a plain object');
    const names = Object.keys(value);
    if (names.length > this.#limits.members) throw this.refuse(`more than ${this.#limits.members} members`);
    if (this.#options.sorted === true) names.sort();
    this.#out += '{';
    let first = true;
    for (const name of names) {
      this.#out += first ? `${this.#text(name)}:` : `,${this.#text(name)}:`;
      first = false;
      this.#path.push(name);
      this.value((value as Readonly<Record<string, unknown>>)[name], depth);
      this.#path.pop();
    }
    this.#out += '}';
  }

  #text(text: string): string {
    if (PLAIN.test(text)) return `"${text}"`;
    // A lone surrogate aborts the module's parser; two of them silently become another character.
    if (!text.isWellFormed()) throw this.refuse('text with half a character (a lone surrogate)');
    return JSON.stringify(text);
  }

  #number(value: number): string {
    if (!Number.isFinite(value)) throw this.refuse('a number that is not finite');
    // The module computes in arbitrary precision, JSON.parse does not: beyond 2^53 the two disagree.
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw this.refuse('an integer beyond 2^53');
    return String(value);
  }
}
