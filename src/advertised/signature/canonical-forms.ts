// SPDX-License-Identifier: Apache-2.0
import { GovernanceError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { CANONICALIZERS, type ProfileName } from '../profiles/profiles.js';

/** The canonical payload of a card under one profile. */
export interface CanonicalForm {
  readonly text: string;
  /** base64url of its UTF-8: the second half of the signing input. */
  readonly encoded: string;
}

/** The canonical forms of one card. */
export interface CanonicalForms {
  /** `undefined` where the profile does not apply to the card. */
  get(profile: ProfileName): CanonicalForm | undefined;
}

/** The canonical forms of one card, each made when first asked for and never twice. */
export function canonicalFormsOf(card: JsonObject): CanonicalForms {
  const made = new Map<ProfileName, CanonicalForm | undefined>();
  return {
    get(profile): CanonicalForm | undefined {
      if (!made.has(profile)) made.set(profile, make(card, profile));
      return made.get(profile);
    },
  };
}

function make(card: JsonObject, profile: ProfileName): CanonicalForm | undefined {
  try {
    const text = CANONICALIZERS[profile](card);
    return { text, encoded: Buffer.from(text, 'utf8').toString('base64url') };
  } catch (error) {
    if (error instanceof GovernanceError && error.code === 'ADVERTISED_PROFILE_INAPPLICABLE')
      return undefined;
    throw error;
  }
}
