// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../core/json.js';

/**
 * Refuse a document that lacks a field which the negotiation profile marks "required, no default". `null` is
 * absence. This comes before any signature: such a card is malformed, not unsigned (design section 2).
 *
 * @param fields JSON pointers
 * @throws AdvertisedError ADVERTISED_REQUIRED_FIELD_ABSENT
 */
export function checkRequiredFields(document: JsonObject, fields: readonly string[]): void {
  const field = absentField(document, fields);
  if (field !== undefined) throw fault('ADVERTISED_REQUIRED_FIELD_ABSENT', { pointer: field });
}

/**
 * Refuse a verified card whose signature leaves a required field out: anybody could have added it since. The root
 * `signatures` are never signed, so there the document counts.
 *
 * @throws AdvertisedError ADVERTISED_REQUIRED_FIELD_UNATTESTED
 */
export function checkRequiredCovered(
  document: JsonObject,
  payload: JsonObject,
  fields: readonly string[],
): void {
  const field = fields.find(
    (one) => absentField(isSignatures(one) ? document : payload, [one]) !== undefined,
  );
  if (field !== undefined) throw fault('ADVERTISED_REQUIRED_FIELD_UNATTESTED', { pointer: field });
}

function isSignatures(field: string): boolean {
  return field.split('/')[1] === 'signatures';
}

/** The first of the fields that a document lacks; `undefined` where it has them all. */
export function absentField(document: JsonObject, fields: readonly string[]): string | undefined {
  return fields.find((field) => (valueAt(document, field) ?? null) === null);
}

/** RFC 6901 section 4; `undefined` where the pointer leads nowhere or is no pointer. */
function valueAt(document: JsonObject, pointer: string): Json | undefined {
  const [root, ...tokens] = pointer.split('/');
  if (root !== '') return undefined;
  let value: Json | undefined = document;
  for (const raw of tokens) {
    const token = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(token) ? (value as Json[])[Number(token)] : undefined;
    else value = value !== undefined && isJsonObject(value) ? member(value, token) : undefined;
  }
  return value;
}
