// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, pointer } from '../../core/json.js';

/** How an emitted card differs from what its signature covers. */
export interface Difference {
  /** JSON pointers of everything that the emitted card adds or says differently; a subtree is named once. */
  readonly pointers: readonly string[];
  /** Whether the two say the same, member for member, the root `signatures` aside. */
  readonly same: boolean;
}

/**
 * Compare an emitted card with what its signature covers. The root `signatures` are never signed and not named.
 * Members that only the covered form has (required ones that a profile writes out) are no addition.
 */
export function differenceOf(emitted: JsonObject, attested: JsonObject): Difference {
  const pointers: string[] = [];
  let shared = 0;
  for (const name of Object.keys(emitted)) {
    if (name === 'signatures' && !Object.hasOwn(attested, name)) continue;
    shared++;
    compareMember(emitted, attested, name, '', pointers);
  }
  const same = pointers.length === 0 && Object.keys(attested).length === shared;
  return { pointers: Object.freeze(pointers), same };
}

function compare(emitted: Json, attested: Json, where: string, out: string[]): void {
  // `===` takes -0 for 0, as RFC 8785 does.
  if (emitted === attested) return;
  if (Array.isArray(emitted) && Array.isArray(attested)) compareLists(emitted, attested, where, out);
  else if (isJsonObject(emitted) && isJsonObject(attested)) {
    const before = out.length;
    const names = Object.keys(emitted);
    for (const name of names) compareMember(emitted, attested, name, where, out);
    // Different, and yet nothing here says so: the attested object has members that this one lacks.
    if (out.length === before && Object.keys(attested).length > names.length) out.push(where);
  } else out.push(where);
}

function compareMember(
  emitted: JsonObject,
  attested: JsonObject,
  name: string,
  where: string,
  out: string[],
): void {
  const here = emitted[name];
  const there = Object.hasOwn(attested, name) ? attested[name] : undefined;
  if (here === there) return;
  if (there === undefined || here === undefined) out.push(pointer(where, name));
  else if (typeof here !== 'object' || typeof there !== 'object') out.push(pointer(where, name));
  else compare(here, there, pointer(where, name), out);
}

/** Pruning profiles leave out empty elements; the rest stay in order, so what is left lines up again. */
function compareLists(
  emitted: readonly Json[],
  attested: readonly Json[],
  where: string,
  out: string[],
): void {
  const even = emitted.length === attested.length;
  const kept = even
    ? emitted.length
    : emitted.reduce<number>((sum, item) => sum + (isHollow(item) ? 0 : 1), 0);
  if (kept !== attested.length) {
    out.push(where);
    return;
  }
  let next = 0;
  for (const [index, item] of emitted.entries()) {
    if (even || !isHollow(item)) compare(item, attested[next++] ?? null, `${where}/${index}`, out);
    else out.push(`${where}/${index}`);
  }
}

function isHollow(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isHollow);
  if (isJsonObject(value)) return Object.values(value).every(isHollow);
  return value === null || value === '';
}
