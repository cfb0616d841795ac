// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';
import type { TrustedKey, TrustPort } from '../../core/trust.js';
import type { ProfileName } from '../profiles/profiles.js';
import type { SignatureVerdict } from '../types.js';
import { verifyBytes } from './algorithms.js';
import type { CanonicalForms } from './canonical-forms.js';
import { isInScope, originsOf } from './origin.js';
import { type ReadSignature, readSignature } from './read-signature.js';
import { signingInput } from './signing-input.js';

/** Keys tried per signature at most. */
export const KEYS_MOST = 8;

/** One card on trial: what every signature of it is judged against. */
export interface Trial {
  readonly card: JsonObject;
  readonly forms: CanonicalForms;
  readonly trust: TrustPort;
  /** Accepted profiles, in the order of trial. */
  readonly profiles: readonly ProfileName[];
  readonly now: number;
}

/** The verdict on one signature and, where it is verified, what it covers. */
export interface Judged {
  readonly verdict: SignatureVerdict;
  readonly profile?: ProfileName;
  /** The attested view: the canonical payload, parsed again. */
  readonly payload?: JsonObject;
}

/**
 * Judge one entry of `signatures`, by itself (A2A section 8.4.3). `invalid`: malformed, forbidden, revoked, or a
 * pinned key of this `kid` contradicts it. `untrusted`: well formed, but no pinned key speaks for it, now and for
 * the origins of this card.
 */
export function judgeSignature(entry: Json, trial: Trial): Judged {
  const read = readSignature(entry);
  if (!read.ok) {
    const { ok: _, ...rest } = read;
    return { verdict: { status: 'invalid', ...rest } };
  }
  const name = { kid: read.kid, alg: read.algorithm.name };
  const keys = keysFor(read, trial);
  if ('code' in keys) return { verdict: { status: keys.status, ...name, code: keys.code } };

  const tried: string[] = [];
  for (const profile of trial.profiles) {
    const form = trial.forms.get(profile);
    // Two profiles often give one text; what did not verify once does not verify twice.
    if (form === undefined || tried.includes(form.encoded)) continue;
    tried.push(form.encoded);
    const data = signingInput(read.protected, form.encoded);
    for (const trusted of keys.usable) {
      if (!verifyBytes(read.algorithm, trusted.key, data, read.signature)) continue;
      const payload = form.payload();
      // The attested view is what counts, so its origins must be in scope as well as the emitted ones.
      if (trusted.origins !== 'any' && !isInScope(trusted.origins, originsOf(payload)))
        return { verdict: { status: 'untrusted', ...name, code: 'ADVERTISED_SIGNATURE_KEY_ORIGIN' } };
      const verdict: SignatureVerdict = {
        status: 'verified',
        profile,
        ...name,
        keySource: trusted.source,
        ...(isNamed(trusted, read.kid) ? {} : { thumbprint: trusted.thumbprint }),
      };
      return { verdict, profile, payload };
    }
  }
  // A pinned key that has no name was only a guess: that it does not fit contradicts nothing.
  const contradicted = keys.usable.some((trusted) => isNamed(trusted, read.kid));
  if (contradicted) return { verdict: { status: 'invalid', ...name, code: 'ADVERTISED_SIGNATURE_MISMATCH' } };
  return keys.revoked
    ? { verdict: { status: 'invalid', ...name, code: 'ADVERTISED_SIGNATURE_KEY_REVOKED' } }
    : { verdict: { status: 'untrusted', ...name, code: 'ADVERTISED_SIGNATURE_KEY_UNKNOWN' } };
}

interface NoKeys {
  readonly status: 'invalid' | 'untrusted';
  readonly code: ErrorCode;
}

interface Keys {
  readonly usable: readonly TrustedKey[];
  /** Whether a key of this very name was revoked, and others may have made the signature. */
  readonly revoked: boolean;
}

function keysFor(read: ReadSignature, trial: Trial): NoKeys | Keys {
  const { trust, now } = trial;
  if (trust.isRevoked(read.kid)) return { status: 'invalid', code: 'ADVERTISED_SIGNATURE_KEY_REVOKED' };
  const all = trust.keys(read.kid, read.jku, now);
  const fit = all.filter((trusted) => fits(trusted, read));
  if (fit.length === 0) {
    return all.some((trusted) => isNamed(trusted, read.kid))
      ? { status: 'invalid', code: 'ADVERTISED_SIGNATURE_KEY_UNFIT' }
      : { status: 'untrusted', code: 'ADVERTISED_SIGNATURE_KEY_UNKNOWN' };
  }
  const standing = fit.filter((trusted) => !trusted.revoked);
  if (standing.length === 0) return { status: 'invalid', code: 'ADVERTISED_SIGNATURE_KEY_REVOKED' };
  const begun = standing.filter(({ notBefore }) => notBefore === undefined || now >= notBefore);
  if (begun.length === 0) return { status: 'untrusted', code: 'ADVERTISED_SIGNATURE_KEY_EARLY' };
  const inForce = begun.filter(({ notAfter }) => notAfter === undefined || now <= notAfter);
  if (inForce.length === 0) return { status: 'untrusted', code: 'ADVERTISED_SIGNATURE_KEY_EXPIRED' };
  const usable = inScope(inForce, trial.card);
  if (usable.length === 0) return { status: 'untrusted', code: 'ADVERTISED_SIGNATURE_KEY_ORIGIN' };
  const revoked = fit.some((trusted) => trusted.revoked && isNamed(trusted, read.kid));
  return { usable: usable.slice(0, KEYS_MOST), revoked };
}

function inScope(keys: readonly TrustedKey[], card: JsonObject): readonly TrustedKey[] {
  if (keys.every((trusted) => trusted.origins === 'any')) return keys;
  const origins = originsOf(card);
  return keys.filter((trusted) => isInScope(trusted.origins, origins));
}

function fits(trusted: TrustedKey, { algorithm }: ReadSignature): boolean {
  return trusted.shape === algorithm.shape && (trusted.alg === undefined || trusted.alg === algorithm.name);
}

function isNamed(trusted: TrustedKey, kid: string): boolean {
  return trusted.kid === kid || trusted.thumbprint === kid;
}
