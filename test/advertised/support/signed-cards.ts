// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../../../src/advertised/types.js';
import type { Json, JsonObject } from '../../../src/core/json.js';
import { advertiseObject, type Changes, skillWith } from './cards.js';
import { modelJudge, SIGNATURES } from './model-judge.js';

/** Every profile, in the order of trial. */
export const PROFILES = ['emitted', 'a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'] as const;

/** A profile by name. */
export type Profile = (typeof PROFILES)[number];

const KEY = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

/** What makes a card a signed one, with two schemes to require. */
export const WITH: Changes = { securitySchemes: { k: KEY, weak: KEY }, signatures: SIGNATURES };

/** The URI of an extension that names its version. */
export const EXTENSION = 'https://e.example/trace/v1';

/** Advertise a card whose signature was made over another one, under a profile. */
export function advertiseSigned(
  card: JsonObject,
  profile: Profile,
  signed: JsonObject,
): AdvertisedCapability {
  return advertiseObject(card, { judge: modelJudge(profile, signed) });
}

/** One requirement of the scheme `k`. */
export function scheme(list: readonly string[]): readonly JsonObject[] {
  return [{ schemes: { k: { list } } }];
}

/** Capabilities with one extension. */
export function extensions(entry: Json): Changes {
  return { capabilities: { extensions: [entry] } };
}

/** One skill, with changes. */
export function skills(changes: Changes): Changes {
  return { skills: [skillWith(changes)] };
}
