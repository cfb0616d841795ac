// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../json.js';
import { REQUEST_LIMITS } from '../request-limits.js';
import { plainObject, type Reader, RequestRefusal, tooLong, within, wrongType } from './reader.js';
import { anyText, text } from './texts.js';

/** Read the attributes of a requester: any JSON, within bounds, as a frozen copy. */
export const attributes: Reader<{ readonly [name: string]: Json }> = (value) =>
  copyObject(plainObject(value), REQUEST_LIMITS.depth, REQUEST_LIMITS.attributes);

function copy(value: unknown, depth: number): Json {
  switch (typeof value) {
    case 'string':
      return anyText(value);
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      break;
    case 'object':
      if (value === null) return null;
      // A value that holds itself ends here too.
      if (depth === 0) throw new RequestRefusal('NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP');
      return Array.isArray(value)
        ? copyList(value, depth - 1)
        : copyObject(plainObject(value), depth - 1, REQUEST_LIMITS.entries);
  }
  throw wrongType('a JSON value');
}

function copyList(list: readonly unknown[], depth: number): Json {
  if (list.length > REQUEST_LIMITS.entries) throw tooLong(list.length, REQUEST_LIMITS.entries);
  const out: Json[] = [];
  for (let index = 0; index < list.length; index++) {
    try {
      out.push(copy(list[index], depth));
    } catch (error) {
      throw within(index, error);
    }
  }
  return Object.freeze(out);
}

function copyObject(
  object: Readonly<Record<string, unknown>>,
  depth: number,
  most: number,
): { readonly [name: string]: Json } {
  const names = Object.keys(object);
  if (names.length > most) throw tooLong(names.length, most);
  const out: Record<string, Json> = {};
  for (const name of names) {
    try {
      // Assigned to an object literal, `__proto__` would set its prototype.
      if (name === '__proto__') throw new RequestRefusal('NEGOTIATED_REQUEST_ATTRIBUTE_NAME');
      out[text(name)] = copy(object[name], depth);
    } catch (error) {
      throw within(name, error);
    }
  }
  return Object.freeze(out);
}
