// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer';
import { fault, type GovernanceError } from '../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { findFault } from './find-fault.js';
import { findInvalidUtf8 } from './find-invalid-utf8.js';
import { freezeJson } from './freeze-json.js';
import { isWellFormedJson } from './is-well-formed-json.js';
import { boundedLimits, type JsonLimits } from './limits.js';
import { rememberParsed } from './parsed-document.js';
import { scanText } from './scan-text.js';

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Parse a JSON document from outside: an object, in UTF-8, without anything two parsers could read in two ways.
 * The value is what `JSON.parse` gives, frozen all the way down; nothing is filled in or repaired.
 *
 * @throws GovernanceError ADVERTISED_JSON_TOO_LARGE, ADVERTISED_JSON_BOM, ADVERTISED_JSON_NOT_UTF8, ADVERTISED_JSON_MALFORMED,
 *   ADVERTISED_JSON_NOT_AN_OBJECT, ADVERTISED_JSON_TOO_DEEP, ADVERTISED_JSON_TOO_MANY_VALUES, ADVERTISED_JSON_DUPLICATE_KEY,
 *   ADVERTISED_JSON_PROTO_KEY, ADVERTISED_JSON_LONE_SURROGATE, ADVERTISED_JSON_NUMBER_INEXACT; each with a JSON pointer and a position
 * @example parseStrict(new TextEncoder().encode('{"name":"agent"}')) // { name: 'agent' }
 */
export function parseStrict(bytes: Uint8Array, limits?: JsonLimits): JsonObject {
  const bounds = boundedLimits(limits);
  const { maxBytes, maxDepth, maxValues } = bounds;
  if (bytes.length > maxBytes) {
    const detail = `${bytes.length} bytes, at most ${maxBytes}`;
    throw fault('ADVERTISED_JSON_TOO_LARGE', { pointer: '', detail });
  }
  // RFC 8259 section 8.1: no byte order mark. A parser that skips one signs other bytes than it reads.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw fault('ADVERTISED_JSON_BOM', { pointer: '' });
  if (!isUtf8(bytes)) throw findInvalidUtf8(bytes, bounds);
  const text = DECODER.decode(bytes);
  const value = parseText(text, bounds);
  if (!isJsonObject(value)) throw fault('ADVERTISED_JSON_NOT_AN_OBJECT', { pointer: '' });
  const scan = scanText(text, maxValues);
  if (!scan.numbersExact || scan.depth > maxDepth || scan.values > maxValues) throw explain(text, bounds);
  // Two members of one name become one in the value: the counts differ exactly where a name is repeated.
  const { members, proto } = freezeJson(value);
  if (proto || members !== scan.members) throw explain(text, bounds);
  // Valid UTF-8 holds no surrogates; only an escape can write one (RFC 8259 section 8.2).
  if (scan.escaped && SURROGATE_ESCAPE.test(text) && !isWellFormedJson(value)) throw explain(text, bounds);
  rememberParsed(value);
  return value;
}

function parseText(text: string, bounds: Required<JsonLimits>): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw explain(text, bounds);
  }
}

function explain(text: string, bounds: Required<JsonLimits>): GovernanceError {
  // INVARIANT: what the fast path refuses the finder refuses too (a test says so); if not, the answer stays no.
  return findFault(text, bounds)?.error ?? fault('ADVERTISED_JSON_MALFORMED', { pointer: '' });
}
