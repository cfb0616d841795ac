// SPDX-License-Identifier: Apache-2.0

/** A JSON value as read from outside; frozen and never mutated once inside. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; read members with `Object.hasOwn` or through a parser, never by trusting the prototype. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** Whether the value is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object, or `undefined` where it is absent: never something inherited. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Append one reference token to a JSON pointer (RFC 6901 section 3 escapes). */
export function pointer(base: string, ...tokens: readonly (string | number)[]): string {
  let out = base;
  for (const token of tokens) out += `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return out;
}
