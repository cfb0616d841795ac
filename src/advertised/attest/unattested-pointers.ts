// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';
import { jsonEqual } from '../internal/json-equal.js';

/**
 * JSON pointers of everything that an emitted card adds to what its signature covers, or says differently. A
 * subtree is named once. The root `signatures` are never signed and not named.
 */
export function unattestedPointers(emitted: JsonObject, attested: JsonObject): readonly string[] {
  const out: string[] = [];
  for (const name of Object.keys(emitted)) {
    if (name === 'signatures' && !Object.hasOwn(attested, name)) continue;
    compareMember(emitted, attested, name, '', out);
  }
  return Object.freeze(out);
}

function compare(emitted: Json, attested: Json, where: string, out: string[]): void {
  if (jsonEqual(emitted, attested)) return;
  if (Array.isArray(emitted) && Array.isArray(attested)) compareLists(emitted, attested, where, out);
  else if (isJsonObject(emitted) && isJsonObject(attested)) {
    const before = out.length;
    for (const name of Object.keys(emitted)) compareMember(emitted, attested, name, where, out);
    // Different, and yet nothing here says so: the attested object has members that this one lacks.
    if (out.length === before) out.push(where);
  } else out.push(where);
}

function compareMember(
  emitted: JsonObject,
  attested: JsonObject,
  name: string,
  where: string,
  out: string[],
): void {
  const other = member(attested, name);
  const here = pointer(where, name);
  if (other === undefined) out.push(here);
  else compare(member(emitted, name) ?? null, other, here, out);
}

/** Pruning profiles leave out empty elements; the rest stay in order, so what is left lines up again. */
function compareLists(
  emitted: readonly Json[],
  attested: readonly Json[],
  where: string,
  out: string[],
): void {
  const same = emitted.length === attested.length;
  const kept = [...emitted.keys()].filter((index) => same || !isHollow(emitted[index] ?? null));
  if (kept.length !== attested.length) {
    out.push(where);
    return;
  }
  let next = 0;
  for (const [index, item] of emitted.entries()) {
    const here = pointer(where, index);
    if (kept[next] === index) compare(item, attested[next++] ?? null, here, out);
    else out.push(here);
  }
}

function isHollow(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isHollow);
  if (isJsonObject(value)) return Object.values(value).every(isHollow);
  return value === null || value === '';
}
