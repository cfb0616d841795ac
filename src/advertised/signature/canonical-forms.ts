// SPDX-License-Identifier: Apache-2.0
import { GovernanceError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { freezeJson } from '../../core/json-strict/freeze-json.js';
import { isParsedDocument } from '../../core/json-strict/parsed-document.js';
import { type Payload, type ProfileName, payloadUnder } from '../profiles/profiles.js';

/** The canonical payload of a card under one profile. */
export interface CanonicalForm {
  /** base64url of its UTF-8: the second half of the signing input. */
  readonly encoded: string;
  /** What the payload says, that is its text parsed again; frozen all the way down. */
  payload(): JsonObject;
}

/** The canonical forms of one card. */
export interface CanonicalForms {
  /** `undefined` where the profile does not apply to the card. */
  get(profile: ProfileName): CanonicalForm | undefined;
}

/** The canonical forms of one card, each made when first asked for, and no text of it written twice. */
export function canonicalFormsOf(card: JsonObject): CanonicalForms {
  const made = new Map<ProfileName, CanonicalForm | undefined>();
  const payloads = new Map<ProfileName, Payload>();
  const make = (profile: ProfileName): CanonicalForm | undefined => {
    try {
      const payload = payloadUnder(profile, card, payloads);
      payloads.set(profile, payload);
      return formOf(payload, isParsedDocument(card));
    } catch (error) {
      if (error instanceof GovernanceError && error.code === 'ADVERTISED_PROFILE_INAPPLICABLE')
        return undefined;
      throw error;
    }
  };
  return {
    get(profile): CanonicalForm | undefined {
      if (!made.has(profile)) made.set(profile, make(profile));
      return made.get(profile);
    },
  };
}

function formOf({ encoded, value }: Payload, shared: boolean): CanonicalForm {
  let payload: JsonObject | undefined;
  return {
    encoded,
    payload(): JsonObject {
      payload ??= shared ? value : parsed(encoded);
      return payload;
    },
  };
}

// What was signed is the text. It says what the profile kept, which is shared where the card cannot change: `-0`
// stays one there, which RFC 8785 writes as `0`, and `===` agrees. Any other card may be changed by whoever made it.
function parsed(encoded: string): JsonObject {
  const payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as JsonObject;
  freezeJson(payload);
  return payload;
}
