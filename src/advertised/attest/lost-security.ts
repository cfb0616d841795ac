// SPDX-License-Identifier: Apache-2.0
import { GovernanceError } from '../../core/errors.js';
import { isJsonObject, type JsonObject, member } from '../../core/json.js';
import { isDeclared } from '../../core/undeclared.js';
import { jsonEqual } from '../internal/json-equal.js';
import { AGENT_CARD } from '../profiles/card-schema.js';
import { readSdkView } from '../profiles/sdk-view.js';
import type { SecurityRequirements, SignatureJudgement } from '../types.js';

/** Whether something that the signer required may be missing from the requirements that a signature covers. */
export type LostSecurity = (attested: SecurityRequirements) => boolean;

// Under these an absent requirement is attested as absent; the others prune what is empty, and a requirement
// without scopes is empty (facts section 2.4).
const ATTESTS_ABSENCE: ReadonlySet<string | undefined> = new Set(['emitted', 'a2a-1.0']);

/**
 * What a signed payload can have lost. A signature names no profile: whoever holds a card signed under `a2a-sdk`
 * can serve the very text that was signed, and that verifies under `emitted` too. So it is the text that counts,
 * and not the profile it verified under. Nothing is lost where no accepted profile prunes, where the text holds
 * what a pruning profile would have left out, or where every alternative names every scheme of the card, so that
 * there is nothing more to require.
 */
export function lostSecurity(payload: JsonObject, judgement: SignatureJudgement): LostSecurity {
  const schemes = Object.keys(objectAt(payload, 'securitySchemes'));
  let pruned: boolean | undefined;
  return (attested) => {
    if (attested === 'unknown' || namesAll(attested, schemes)) return false;
    pruned ??= mayBePruned(payload, judgement);
    return pruned;
  };
}

function namesAll(requirements: SecurityRequirements, schemes: readonly string[]): boolean {
  if (requirements === 'unknown' || !isDeclared(requirements) || requirements.length === 0)
    return schemes.length === 0;
  return requirements.every((alternative) => schemes.every((scheme) => alternative.has(scheme)));
}

function mayBePruned(payload: JsonObject, { card, profiles = [] }: SignatureJudgement): boolean {
  if (!ATTESTS_ABSENCE.has(card.profile)) return true;
  if (profiles.every((profile) => ATTESTS_ABSENCE.has(profile))) return false;
  // Pruning leaves known members alone, and most cards that were not pruned show it here already.
  if (!Object.keys(payload).every((name) => AGENT_CARD.byName.get(name)?.name === name)) return false;
  try {
    return jsonEqual(readSdkView(payload), payload);
  } catch (error) {
    // ADVERTISED_PROFILE_INAPPLICABLE: no pruning profile writes such a text.
    if (error instanceof GovernanceError) return false;
    throw error;
  }
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return value !== undefined && isJsonObject(value) ? value : {};
}
