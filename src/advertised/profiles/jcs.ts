// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import { fault } from '../../core/errors.js';
import type { Json } from '../../core/json.js';

/**
 * RFC 8785 text of a JSON value: UTF-16 key order, ECMAScript numbers, literal UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE for a lone surrogate or a number that is not finite
 */
export function toJcs(value: Json): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch (cause) {
    throw fault('ADVERTISED_PROFILE_INAPPLICABLE', { pointer: '', detail: 'not I-JSON', cause });
  }
}

/**
 * The same text as base64url of its UTF-8.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function encodeJcs(value: Json): string {
  return Buffer.from(toJcs(value), 'utf8').toString('base64url');
}
