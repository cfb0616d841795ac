// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import { fault } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';

/**
 * RFC 8785 text of a JSON value: UTF-16 key order, ECMAScript numbers, literal UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE for a lone surrogate or a number that is not finite
 */
export function toJcs(value: Json): string {
  // RFC 8785 is `JSON.stringify` of sorted objects (section 3.2). Most of the first sight of a card is spent here,
  // and one native pass takes a third of the library's time; whatever it might write differently goes to the library.
  const sorted = sortMembers(value);
  if (sorted !== undefined) {
    const text = JSON.stringify(sorted);
    // `JSON.stringify` escapes a lone surrogate, which has no canonical form.
    if (!text.includes('\\ud')) return text;
  }
  try {
    return canonicalize(value) ?? 'null';
  } catch (cause) {
    throw fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: '', detail: 'not I-JSON', cause });
  }
}

/** A copy whose objects list their members in order; `undefined` where an object cannot keep that order. */
function sortMembers(value: Json): Json | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return sortElements(value as readonly Json[]);
  const object = value as JsonObject;
  const out: Record<string, Json> = {};
  for (const name of Object.keys(object).sort()) {
    // An object lists names that are integers first, and `__proto__` is no member of a plain one.
    if (isDigit(name.charCodeAt(0)) || name === '__proto__') return undefined;
    const inner = sortMembers(object[name] as Json);
    if (inner === undefined) return undefined;
    out[name] = inner;
  }
  return out;
}

function sortElements(list: readonly Json[]): readonly Json[] | undefined {
  let out: Json[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const element = list[index] as Json;
    const inner = sortMembers(element);
    if (inner === undefined) return undefined;
    // Most lists hold text, and need no copy.
    if (inner !== element && out === undefined) out = list.slice();
    if (out !== undefined) out[index] = inner;
  }
  return out ?? list;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
