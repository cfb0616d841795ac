// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../errors.js';

/** Reads one value from outside into a frozen one of its own. @throws RequestRefusal */
export type Reader<T> = (value: unknown) => T;

/**
 * Why a value was refused, on its way up: each frame it passes adds its token to the path, so that a request that
 * is read without trouble pays for no pointer.
 */
export class RequestRefusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly path: (string | number)[] = [];

  constructor(code: ErrorCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * The value as an object that has no other members than these.
 * @throws RequestRefusal
 */
export function closed(value: unknown, names: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const object = plainObject(value);
  for (const name of Object.keys(object)) {
    if (!names.has(name)) throw within(name, new RequestRefusal('NEGOTIATED_REQUEST_MEMBER_UNKNOWN'));
  }
  return object;
}

/** Read a required member of an object. */
export function must<T>(object: Readonly<Record<string, unknown>>, name: string, read: Reader<T>): T {
  const found = may(object, name, read);
  if (found === undefined) throw within(name, new RequestRefusal('NEGOTIATED_REQUEST_MEMBER_MISSING'));
  return found;
}

/** Read an optional member; one that is `undefined` is as good as absent, and an inherited one is. */
export function may<T>(
  object: Readonly<Record<string, unknown>>,
  name: string,
  read: Reader<T>,
): T | undefined {
  if (!Object.hasOwn(object, name)) return undefined;
  const value = object[name];
  if (value === undefined) return undefined;
  try {
    return read(value);
  } catch (error) {
    throw within(name, error);
  }
}

/** A reader of a list. */
export function list<T>(read: Reader<T>, least: number, most: number): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw wrongType('a list');
    if (value.length < least) throw new RequestRefusal('NEGOTIATED_REQUEST_LIST_EMPTY');
    if (value.length > most) throw tooLong(value.length, most);
    const out: T[] = [];
    for (let index = 0; index < value.length; index++) {
      try {
        out.push(read(value[index]));
      } catch (error) {
        throw within(index, error);
      }
    }
    return Object.freeze(out);
  };
}

/** The value as an object with no class: from JSON, a literal, or without a prototype. */
export function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    // The root prototype of any realm has none above it; a Date or a Map has one.
    if (prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null)
      return value as Readonly<Record<string, unknown>>;
  }
  throw wrongType('an object');
}

/** Add where it happened to a refusal; anything else passes as it is. */
export function within(token: string | number, error: unknown): unknown {
  if (error instanceof RequestRefusal) error.path.unshift(token);
  return error;
}

/** The refusal of another JSON type. */
export function wrongType(expected: string): RequestRefusal {
  return new RequestRefusal('NEGOTIATED_REQUEST_TYPE_WRONG', `expected ${expected}`);
}

/** The refusal of too many entries. */
export function tooLong(count: number, most: number): RequestRefusal {
  return new RequestRefusal('NEGOTIATED_REQUEST_LIST_TOO_LONG', `${count} entries, at most ${most}`);
}
