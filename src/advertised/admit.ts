// SPDX-License-Identifier: Apache-2.0
import { type LayerResult, type Reason, refuse } from '../core/layers.js';
import type { AdvertisedCapability, SignatureStatus } from './types.js';

const REASONS: Readonly<Record<SignatureStatus, Reason>> = {
  verified: { code: 'ADVERTISED_SIGNATURE_VERIFIED', message: 'a trusted key signed the card' },
  untrusted: {
    code: 'ADVERTISED_SIGNATURE_UNTRUSTED',
    message: 'the card is signed, and no trusted key speaks for it',
  },
  unsigned: { code: 'ADVERTISED_SIGNATURE_ABSENT', message: 'the card is not signed' },
  invalid: { code: 'ADVERTISED_SIGNATURE_INVALID', message: 'a signature of the card does not verify' },
};

/**
 * Whether an advertised card goes on at all: one with an invalid signature is refused, never treated as unsigned,
 * and where signatures are required only a verified one passes (design section 2).
 */
export function admit(
  advertised: AdvertisedCapability,
  requireSignature: boolean,
): LayerResult<AdvertisedCapability> {
  const { status } = advertised.signature;
  const reason = REASONS[status];
  const [refusal] = advertised.view.shape === 'refused' ? advertised.findings : [];
  if (refusal !== undefined) return refuse({ code: refusal.code, message: refusal.message });
  if (status === 'invalid') return refuse(reason);
  if (requireSignature && status !== 'verified') return refuse(REQUIRED, reason);
  return { passed: true, state: advertised, reasons: [reason] };
}

const REQUIRED: Reason = {
  code: 'ADVERTISED_SIGNATURE_REQUIRED',
  message: 'a verified signature is required',
};
