// SPDX-License-Identifier: Apache-2.0
import { canonicalizeUnder } from '../../../src/advertised/profiles/profiles.js';
import type { SignatureJudge } from '../../../src/advertised/types.js';
import { GovernanceError } from '../../../src/core/errors.js';
import type { JsonObject } from '../../../src/core/json.js';

/** What every signed card of these tests carries; the model judge looks at the card, not at this. */
export const SIGNATURES: readonly JsonObject[] = [{ protected: 'e30', signature: 'AA' }];

/**
 * A judge without cryptography: a card verifies exactly when its canonical form under the profile is the one that
 * was signed. That is what a signature means; real keys and signatures are tested beside the real judge.
 */
export function modelJudge(profile: string, signed: JsonObject): SignatureJudge {
  const text = canonicalizeUnder(profile, signed);
  return (emitted) => {
    if (formOf(profile, emitted) !== text) return { card: { status: 'invalid' }, signatures: [] };
    const payload = JSON.parse(text) as JsonObject;
    return { card: { status: 'verified', profile }, signatures: [{ status: 'verified', profile }], payload };
  };
}

function formOf(profile: string, card: JsonObject): string | undefined {
  try {
    return canonicalizeUnder(profile, card);
  } catch (error) {
    if (error instanceof GovernanceError) return undefined;
    throw error;
  }
}
