// SPDX-License-Identifier: Apache-2.0
import { type Digest, digestBytes } from '../../core/digest.js';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json, pointer } from '../../core/json.js';
import { DATA_LIMITS } from './limits.js';
import { countNumbers, pagesFor, pagesNeeded } from './memory-pages.js';
import { writeJson } from './write-json.js';

/**
 * The data of one policy: a private copy, its canonical text (RFC 8785) and the digest of that text. Text and digest
 * are made when somebody asks for them after a change, and kept until the next one.
 */
export class PolicyData {
  readonly #document: Record<string, Json>;
  #text: string | undefined;
  #digest: Digest | undefined;
  readonly #maxPages: number;
  // At least what the text has: counted on with each change, and counted out only when that says too much.
  #bytes: number;
  #numbers: number;

  /**
   * @param maxPages what an instance with this data may use
   * @throws AuthorizedError AUTHORIZED_POLICY_DATA
   */
  constructor(data: unknown, maxPages: number) {
    this.#text = dataText(data);
    this.#document = JSON.parse(this.#text);
    if (!isJsonObject(this.#document)) throw fault('AUTHORIZED_POLICY_DATA', { detail: 'not an object' });
    this.#bytes = Buffer.byteLength(this.#text);
    this.#numbers = countNumbers(this.#text);
    this.#maxPages = maxPages;
  }

  /** The canonical text of the document. */
  get text(): string {
    this.#text ??= dataText(this.#document);
    return this.#text;
  }

  /** The digest of {@link text}. */
  get digest(): Digest {
    this.#digest ??= digestBytes(this.text);
    return this.#digest;
  }

  /**
   * Set a value, or with `undefined` remove it; objects on the way are made where they are missing.
   * @returns how to take it back
   * @throws AuthorizedError AUTHORIZED_POLICY_DATA where something on the way is no object or all is too
   * large, AUTHORIZED_POLICY_MEMORY
   */
  set(path: readonly string[], valueText: string | undefined): () => void {
    const { object, name, rest } = this.#reach(path);
    const before = Object.hasOwn(object, name) ? object[name] : undefined;
    if (valueText === undefined && (rest.length > 0 || before === undefined)) return () => {};
    const undo = (): void => {
      put(object, name, before);
      this.#changed();
    };
    put(object, name, valueText === undefined ? undefined : nest(rest, JSON.parse(valueText)));
    this.#changed();
    try {
      this.#measure(path, valueText ?? '');
    } catch (thrown) {
      undo();
      throw thrown;
    }
    return undo;
  }

  // The deepest object that is there, the member to change in it, and the names below that are not there yet.
  #reach(path: readonly string[]): { object: Record<string, Json>; name: string; rest: readonly string[] } {
    let object = this.#document;
    for (const [index, name] of path.entries()) {
      const rest = path.slice(index + 1);
      const next = Object.hasOwn(object, name) ? object[name] : undefined;
      if (rest.length === 0 || next === undefined) return { object, name, rest };
      if (!isJsonObject(next)) {
        throw fault('AUTHORIZED_POLICY_DATA', {
          pointer: pointer('', ...path.slice(0, index + 1)),
          detail: `${quote(name)} is no object`,
        });
      }
      object = next as Record<string, Json>;
    }
    throw fault('AUTHORIZED_POLICY_DATA', { detail: 'the whole document cannot be set' });
  }

  // A change that fits in place must fit into a new instance too, or the next loss of one is the last.
  #measure(path: readonly string[], valueText: string): void {
    this.#bytes += Buffer.byteLength(valueText) + Buffer.byteLength(path.join()) + 6 * path.length;
    this.#numbers += countNumbers(`[${valueText}`);
    const most = pagesNeeded(this.#bytes, this.#numbers);
    if (this.#bytes <= DATA_LIMITS.bytes && most <= this.#maxPages) return;
    this.#bytes = Buffer.byteLength(this.text);
    this.#numbers = countNumbers(this.text);
    pagesFor(this.text, this.#maxPages);
  }

  #changed(): void {
    this.#text = undefined;
    this.#digest = undefined;
  }
}

/** Read a path: its names, or a JSON pointer. @throws AuthorizedError AUTHORIZED_POLICY_DATA */
export function readPath(path: string | readonly string[]): readonly string[] {
  const names =
    typeof path === 'string'
      ? path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      : ['', ...path];
  if (names.length < 2 || names[0] !== '' || !names.every(isName))
    throw fault('AUTHORIZED_POLICY_DATA', { detail: 'not the path of a member' });
  return names.slice(1);
}

/** The text of a value that goes into the data. @throws AuthorizedError AUTHORIZED_POLICY_DATA */
export function dataText(value: unknown): string {
  return writeJson(value, { limits: DATA_LIMITS, code: 'AUTHORIZED_POLICY_DATA', sorted: true });
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.isWellFormed();
}

function nest(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => {
    const object: Record<string, Json> = {};
    put(object, name, inner);
    return object;
  }, value);
}

// Never by assignment: a member may be called `__proto__`.
function put(object: Record<string, Json>, name: string, value: Json | undefined): void {
  if (value === undefined) delete object[name];
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
