// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability, SecurityRequirements } from '../advertised/types.js';
import { freezeAll } from '../core/freeze.js';
import type { PolicyInput, PolicySecurity } from '../core/policy.js';
import { UNDECLARED } from '../core/undeclared.js';
import type { Terms } from '../negotiated/types.js';

/** The policy's input: the envelope of design section 4, trimmed to it, members always in the same order. */
export function policyInput(
  advertised: AdvertisedCapability,
  terms: Terms,
  now: string,
  history: readonly string[],
): PolicyInput {
  const { request, skill } = terms;
  const { requester, provider, effect } = request;
  const { signature } = advertised;
  // Own members alone: what others put on Object.prototype is no fact of a card.
  const profile = Object.hasOwn(signature, 'profile') ? signature.profile : undefined;
  // A key without a name lets its holder write any `kid`, also one that policy data pins: its thumbprint says who.
  const kid = Object.hasOwn(signature, 'kid') ? signature.kid : undefined;
  const keyId = Object.hasOwn(signature, 'thumbprint') ? signature.thumbprint : kid;
  return freezeAll<PolicyInput>({
    requester: {
      ref: requester.ref,
      authenticated: requester.authenticated,
      ...(requester.tenant !== undefined && { tenant: requester.tenant }),
      ...(requester.workspace !== undefined && { workspace: requester.workspace }),
      attributes: requester.attributes ?? {},
    },
    provider:
      provider.origin === undefined ? { ref: provider.ref } : { ref: provider.ref, origin: provider.origin },
    card: {
      digest: advertised.digest,
      signature: signature.status,
      ...(profile !== undefined && { profile }),
      ...(keyId !== undefined && { keyId }),
      unattested: advertised.unattested,
      protocolVersion: terms.protocol.version ?? advertised.view.shape,
      history,
    },
    skill: {
      id: skill.id,
      tags: skill.tags,
      securityRequirements: security(advertised, skill.securityRequirements),
    },
    scope: request.scope,
    effect: effect.risk === undefined ? { class: effect.class } : { class: effect.class, risk: effect.risk },
    negotiated: terms.forPolicy,
    now,
  });
}

// A skill without requirements of its own has the card's; `unknown` anywhere is unknown.
function security(advertised: AdvertisedCapability, own: SecurityRequirements): PolicySecurity {
  const card = advertised.view.securityRequirements;
  const counted = own === UNDECLARED ? card : own;
  if (counted === 'unknown' || card === 'unknown') return { state: 'unknown' };
  if (counted === UNDECLARED) return { state: 'undeclared' };
  return { state: 'declared', value: counted.map((alternative) => Object.fromEntries(alternative)) };
}
