// SPDX-License-Identifier: Apache-2.0
import { type Json, type JsonObject, member } from '../../core/json.js';
import type { TrustPort } from '../../core/trust.js';
import { PROFILE_NAMES, type ProfileName } from '../profiles/profiles.js';
import type { SignatureJudge, SignatureJudgement, SignatureVerdict } from '../types.js';
import { canonicalFormsOf } from './canonical-forms.js';
import { type Judged, judgeSignature, type Trial } from './judge-signature.js';

/** Signatures judged per card at most; those after them are refused, and the card may still be verified. */
export const SIGNATURES_MOST = 8;

/**
 * The judge of signatures for one trust configuration. Every signature is judged by itself. The card is
 * `verified` when one of them is, by the reading that attests the most; else `invalid` when one of them is; else
 * `untrusted`. No signature, or an empty or `null` `signatures`, is `unsigned`. Pure: keys come from memory, the
 * time is an argument. Await `trust.prepare(card)` first where a `jku` may be followed.
 */
export function createSignatureJudge(trust: TrustPort): SignatureJudge {
  const accepted = new Set(trust.profiles);
  const profiles = PROFILE_NAMES.filter((name) => accepted.has(name));
  return (emitted, now) => judgeCard(emitted, { trust, profiles, now });
}

function judgeCard(
  card: JsonObject,
  setting: { readonly trust: TrustPort; readonly profiles: readonly ProfileName[]; readonly now: number },
): SignatureJudgement {
  const entries = member(card, 'signatures');
  if (entries === undefined || entries === null) return UNSIGNED;
  if (!Array.isArray(entries)) {
    return { card: { status: 'invalid', code: 'ADVERTISED_SIGNATURES_TYPE' }, signatures: [] };
  }
  if (entries.length === 0) return UNSIGNED;
  const trial: Trial = { card, forms: canonicalFormsOf(card), ...setting };
  const judged = (entries as readonly Json[])
    .slice(0, SIGNATURES_MOST)
    .map((entry) => judgeSignature(entry, trial));
  const signatures = judged.map(({ verdict }) => verdict);
  if (entries.length > SIGNATURES_MOST) signatures.push(TOO_MANY);

  const best = bestOf(judged, setting.profiles);
  if (best?.payload !== undefined) {
    return { card: best.verdict, signatures, payload: best.payload, profiles: setting.profiles };
  }
  const first = signatures.find(({ status }) => status === 'invalid') ?? signatures[0] ?? TOO_MANY;
  return { card: first, signatures };
}

const UNSIGNED: SignatureJudgement = { card: { status: 'unsigned' }, signatures: [] };
const TOO_MANY: SignatureVerdict = { status: 'invalid', code: 'ADVERTISED_SIGNATURES_TOO_MANY' };

function bestOf(judged: readonly Judged[], profiles: readonly ProfileName[]): Judged | undefined {
  for (const profile of profiles) {
    const found = judged.find((one) => one.profile === profile);
    if (found !== undefined) return found;
  }
  return undefined;
}
