// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import { fault } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';

// Much of the first sight of a card is the writing of its canonical form, and a third of the library's time is all
// that it takes here. RFC 8785 section 3.2 is what `JSON.stringify` writes of every scalar, in the order of members;
// a value that has no such form goes to the library to be refused, and tests hold the two together.

/**
 * RFC 8785 text of a JSON value: UTF-16 key order, ECMAScript numbers, literal UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE for a lone surrogate or a number that is not finite
 */
export function toJcs(value: Json): string {
  return writeAll(value, false) ? bytes.toString('utf8', 0, at) : fromLibrary(value);
}

/**
 * The same text as base64url of its UTF-8.
 * @param noEscapes whether it is known that no string in the value needs an escape (`ParsedDocument.plain`)
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function encodeJcs(value: Json, noEscapes = false): string {
  if (writeAll(value, noEscapes)) return bytes.toString('base64url', 0, at);
  return Buffer.from(fromLibrary(value), 'utf8').toString('base64url');
}

function fromLibrary(value: Json): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch (cause) {
    throw fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: '', detail: 'not I-JSON', cause });
  }
}

// One text is written at a time and read out at once: the bytes are used again for the next one.
const USUAL = 65_536;
let bytes = Buffer.allocUnsafeSlow(USUAL);
let at = 0;
let plain = false;

/** Whether the value has a canonical form that could be written. */
function writeAll(value: Json, noEscapes: boolean): boolean {
  at = 0;
  plain = noEscapes;
  if (bytes.length > 16 * USUAL) bytes = Buffer.allocUnsafeSlow(USUAL);
  return write(value);
}

function write(value: Json): boolean {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? writeList(value as readonly Json[]) : writeObject(value as JsonObject);
  if (typeof value === 'number' ? !Number.isFinite(value) : value !== null && typeof value !== 'boolean')
    return false;
  const text = String(value);
  reserve(text.length);
  at += bytes.write(text, at, 'latin1');
  return true;
}

function writeList(list: readonly Json[]): boolean {
  reserve(1);
  bytes[at++] = 0x5b;
  for (let index = 0; index < list.length; index++) {
    if (index > 0) bytes[at++] = 0x2c;
    if (!write(list[index] as Json)) return false;
  }
  reserve(1);
  bytes[at++] = 0x5d;
  return true;
}

function writeObject(object: JsonObject): boolean {
  const names = sort(Object.keys(object));
  reserve(1);
  bytes[at++] = 0x7b;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (index > 0) bytes[at++] = 0x2c;
    if (!writeString(name)) return false;
    bytes[at++] = 0x3a;
    if (!write(object[name] as Json)) return false;
  }
  reserve(1);
  bytes[at++] = 0x7d;
  return true;
}

// ASCII that JSON writes as it is is 1 here; what it escapes is 0, and what is not ASCII is `undefined`.
const LITERAL: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code !== 0x22 && code !== 0x5c ? 1 : 0,
);

// From here on one native call is quicker than a walk over the characters.
const LONG = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const ESCAPED = /["\\\u0000-\u001f]/;

function writeString(text: string): boolean {
  const { length } = text;
  if (length >= LONG && (plain || !ESCAPED.test(text))) return writeLong(text);
  reserve(length + 2);
  const out = bytes;
  let to = at;
  out[to++] = 0x22;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (LITERAL[code] !== 1) return writeRest(text, index, to);
    out[to++] = code;
  }
  out[to++] = 0x22;
  at = to;
  return true;
}

function writeLong(text: string): boolean {
  // Half a surrogate pair has no canonical form.
  if (!plain && !text.isWellFormed()) return false;
  reserve(3 * text.length + 2);
  bytes[at++] = 0x22;
  at += bytes.write(text, at, 'utf8');
  bytes[at++] = 0x22;
  return true;
}

/** The rest of a string, from a character on that is not ASCII or is escaped; its quote and start are written. */
function writeRest(text: string, from: number, start: number): boolean {
  if (!text.isWellFormed()) return false;
  at = start;
  reserve(6 * (text.length - from) + 1);
  const out = bytes;
  let to = start;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code <= 0xdfff) {
      const point = text.codePointAt(index++) as number;
      out[to++] = 0xf0 | (point >> 18);
      out[to++] = 0x80 | ((point >> 12) & 0x3f);
      out[to++] = 0x80 | ((point >> 6) & 0x3f);
      out[to++] = 0x80 | (point & 0x3f);
    } else if (code >= 0x800) {
      out[to++] = 0xe0 | (code >> 12);
      out[to++] = 0x80 | ((code >> 6) & 0x3f);
      out[to++] = 0x80 | (code & 0x3f);
    } else if (code >= 0x80) {
      out[to++] = 0xc0 | (code >> 6);
      out[to++] = 0x80 | (code & 0x3f);
    } else if (LITERAL[code] === 1) out[to++] = code;
    else {
      const escaped = ESCAPES[code] as string;
      for (let part = 0; part < escaped.length; part++) out[to++] = escaped.charCodeAt(part);
    }
  }
  out[to++] = 0x22;
  at = to;
  return true;
}

// What `JSON.stringify` writes, without its quotes.
const ESCAPES: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  JSON.stringify(String.fromCharCode(code)).slice(1, -1),
);

/** Make room for so many bytes, and for the one comma or colon that may stand behind them. */
function reserve(more: number): void {
  if (at + more < bytes.length) return;
  const wider = Buffer.allocUnsafeSlow(2 * (at + more + 1));
  bytes.copy(wider, 0, 0, at);
  bytes = wider;
}

// Objects of cards have few members, and an insertion sort of few is faster than `Array.prototype.sort`.
const FEW = 24;

function sort(names: string[]): readonly string[] {
  if (names.length > FEW) return names.sort();
  for (let next = 1; next < names.length; next++) {
    const name = names[next] as string;
    let to = next;
    for (; to > 0 && (names[to - 1] as string) > name; to--) names[to] = names[to - 1] as string;
    names[to] = name;
  }
  return names;
}
