// SPDX-License-Identifier: Apache-2.0
import { type Declared, isDeclared } from '../../core/undeclared.js';
import { readCard } from '../read-card.js';
import type { AdvertisedCapability, CardCapabilities, CardExtension } from '../types.js';

/** `attested`: a signature covers it; `unattested`: the document says it and nothing covers it. */
export type Attestation = 'attested' | 'unattested' | 'undeclared';

/** A fact as the view that counts has it, and what stands behind it. */
export interface AttestedFact<T> {
  readonly value: Declared<T>;
  readonly attestation: Attestation;
}

/** The capabilities of which absence, `false` and emptiness mean three things, each with its attestation. */
export interface CapabilityAttestation {
  readonly streaming: AttestedFact<boolean>;
  readonly pushNotifications: AttestedFact<boolean>;
  readonly extendedAgentCard: AttestedFact<boolean>;
  readonly extensions: AttestedFact<readonly CardExtension[]>;
}

/**
 * What stands behind each capability of an advertised card. On a verified card a fact of the view is attested; one
 * that only the emitted document declares (`extensions: []` under `a2a-1.0`) is unattested and UNDECLARED in the
 * view. On any other card what is declared is unattested.
 */
export function attestationOf(advertised: AdvertisedCapability): CapabilityAttestation {
  const { capabilities } = advertised.view;
  const verified = advertised.signature.status === 'verified';
  const emitted = verified ? readCard(advertised.emitted).facts.capabilities : capabilities;
  const fact = <Name extends keyof CardCapabilities>(
    name: Name,
  ): { readonly value: CardCapabilities[Name]; readonly attestation: Attestation } => {
    const value = capabilities[name];
    if (verified && isDeclared<unknown>(value)) return { value, attestation: 'attested' };
    return { value, attestation: isDeclared<unknown>(emitted[name]) ? 'unattested' : 'undeclared' };
  };
  return {
    streaming: fact('streaming'),
    pushNotifications: fact('pushNotifications'),
    extendedAgentCard: fact('extendedAgentCard'),
    extensions: fact('extensions'),
  };
}
