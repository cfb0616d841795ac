// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { canonicalizeA2a10, readA2a10View } from './a2a-1.0.js';
import { canonicalizeA2aPythonLegacy, writeA2aPythonLegacy } from './a2a-python-legacy.js';
import { canonicalizeA2aSdk } from './a2a-sdk.js';
import { canonicalizeEmitted, withoutSignatures } from './emitted.js';
import { encodeJcs } from './jcs.js';
import { readSdkView } from './sdk-view.js';

/** A canonicalization profile: a reading of what the signature of a card covers. */
export type ProfileName = 'emitted' | 'a2a-1.0' | 'a2a-sdk' | 'a2a-python-legacy';

/** The canonical payload text of a card under one profile. @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE */
export type Canonicalize = (card: JsonObject) => string;

/** Every profile by name. */
export const CANONICALIZERS: Readonly<Record<ProfileName, Canonicalize>> = {
  emitted: canonicalizeEmitted,
  'a2a-1.0': canonicalizeA2a10,
  'a2a-sdk': canonicalizeA2aSdk,
  'a2a-python-legacy': canonicalizeA2aPythonLegacy,
};

/** The canonical payload of a card, as its text is signed and as it is read. */
export interface Payload {
  /** base64url of the UTF-8 of its text, as a JWS spells it. */
  readonly encoded: string;
  /** What the text says. Parts of it are shared with the card. */
  readonly value: JsonObject;
}

const VIEWS: Readonly<Record<ProfileName, (card: JsonObject) => JsonObject>> = {
  emitted: withoutSignatures,
  'a2a-1.0': readA2a10View,
  'a2a-sdk': readSdkView,
  'a2a-python-legacy': readSdkView,
};

/**
 * The canonical payload of a card under one profile.
 * @param earlier payloads of the same card under other profiles: where one of them keeps the same, its text is taken
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function payloadUnder(
  profile: ProfileName,
  card: JsonObject,
  earlier: ReadonlyMap<ProfileName, Payload> = new Map(),
): Payload {
  const value = VIEWS[profile](card);
  if (profile === 'a2a-python-legacy')
    return { encoded: Buffer.from(writeA2aPythonLegacy(value), 'utf8').toString('base64url'), value };
  for (const [name, payload] of earlier)
    if (name !== 'a2a-python-legacy' && haveSameMembers(payload.value, value)) return payload;
  return { encoded: encodeJcs(value), value };
}

/** Whether two objects have the very same members; what profiles keep as it is they share. */
function haveSameMembers(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}

/** Every profile name, in the order of trial: the reading that attests the most comes first. */
export const PROFILE_NAMES: readonly ProfileName[] = ['emitted', 'a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'];

/** The profiles that are tried unless the operator says otherwise, in the order of trial. */
export const PROFILES: readonly ProfileName[] = ['emitted', 'a2a-1.0', 'a2a-sdk'];

/**
 * The canonical payload text of a card under a profile named by text.
 * @throws AdvertisedError ADVERTISED_PROFILE_UNKNOWN, ADVERTISED_PROFILE_INAPPLICABLE
 */
export function canonicalizeUnder(profile: string, card: JsonObject): string {
  if (!isProfileName(profile)) throw fault('ADVERTISED_PROFILE_UNKNOWN', { detail: quote(profile) });
  return CANONICALIZERS[profile](card);
}

/** Whether a text names a profile. */
export function isProfileName(text: string): text is ProfileName {
  return (PROFILE_NAMES as readonly string[]).includes(text);
}
