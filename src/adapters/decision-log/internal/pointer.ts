// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../../../core/json.js';

/** The tokens of a JSON pointer (RFC 6901); `undefined` where the text is none, or the whole document. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, or `undefined`. */
export function valueAt(value: Json | undefined, tokens: readonly string[]): Json | undefined {
  let current = value;
  for (const token of tokens) current = current === undefined ? undefined : child(current, token);
  return current;
}

/** A copy without the member at a pointer, or `undefined` where there is no such member. */
export function without(value: Json, [token, ...rest]: readonly string[]): Json | undefined {
  if (token === undefined) return undefined;
  const inner = child(value, token);
  if (inner === undefined) return undefined;
  if (rest.length > 0) {
    const changed = without(inner, rest);
    return changed === undefined ? undefined : replace(value, token, changed);
  }
  if (!isJsonObject(value)) return undefined; // OPA removes members of objects only
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token));
}

/** A copy with a value at a pointer; objects on the way are made. `undefined` where something else is in the way. */
export function withValue(value: Json, [token, ...rest]: readonly string[], put: Json): Json | undefined {
  if (token === undefined) return put;
  const inner = child(value, token);
  if (inner === undefined && !isJsonObject(value)) return undefined;
  const changed = withValue(inner ?? {}, rest, put);
  return changed === undefined ? undefined : replace(value, token, changed);
}

function child(value: Json, token: string): Json | undefined {
  if (isJsonObject(value)) return member(value, token);
  return Array.isArray(value) && /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
}

function replace(value: Json, token: string, put: Json): Json {
  if (isJsonObject(value)) {
    // fromEntries defines members, so `__proto__` stays a member like any other.
    const others = Object.entries(value).filter(([name]) => name !== token);
    return Object.fromEntries([...others, [token, put]]) as JsonObject;
  }
  return Array.isArray(value) ? value.with(Number(token), put) : value;
}
