// SPDX-License-Identifier: Apache-2.0
import { configure } from 'safe-stable-stringify';
import { fault } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { isWellFormedJson } from '../../core/json-strict/is-well-formed-json.js';

// Strict: what JSON has no form for throws instead of becoming `null`.
const stringify = configure({ strict: true });

/**
 * RFC 8785 text of a JSON value: UTF-16 key order, ECMAScript numbers, literal UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE for a lone surrogate or a number that is not finite
 */
export function toJcs(value: Json): string {
  let text: string | undefined;
  try {
    text = stringify(value);
  } catch (cause) {
    throw fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: '', detail: 'not I-JSON', cause });
  }
  // The library escapes half a surrogate pair (ECMA-262 QuoteJSONString) where RFC 8785 section 3.2.2.2 stops. It
  // escapes nothing else from `d` on, so a text without this has none.
  if (text === undefined || (text.includes('\\ud') && !isWellFormedJson(value)))
    throw fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: '', detail: 'not I-JSON' });
  return text;
}

/**
 * The same text as base64url of its UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function encodeJcs(value: Json): string {
  return Buffer.from(toJcs(value), 'utf8').toString('base64url');
}
