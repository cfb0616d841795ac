// SPDX-License-Identifier: Apache-2.0
import { type AttestedFact, attestationOf } from '../../advertised/attest/attestation-of.js';
import type {
  AdvertisedCapability,
  CardExtension,
  Finding,
  SignatureVerdict,
} from '../../advertised/types.js';
import { isDeclared } from '../../core/undeclared.js';

/** One capability of a card, told apart from its absence. */
export interface FlagFact {
  readonly state: 'true' | 'false' | 'undeclared';
  readonly attested: boolean;
}

/** What `parley card --format json` prints of one card. */
export interface CardDescription {
  readonly digest: string;
  readonly protocol: 'a2a' | 'mcp';
  readonly protocolVersion: string;
  readonly signature: SignatureVerdict;
  readonly signatures: readonly SignatureVerdict[];
  readonly capabilities: {
    readonly streaming: FlagFact;
    readonly pushNotifications: FlagFact;
    readonly extendedAgentCard: FlagFact;
    readonly extensions: {
      readonly state: 'undeclared' | 'declared';
      readonly attested: boolean;
      readonly value: readonly CardExtension[];
    };
  };
  /** JSON pointers of what no signature covers; `""` is the whole document. */
  readonly unattested: readonly string[];
  readonly findings: readonly Finding[];
}

/** Describe a card that was read: who signed it, what that covers, what it says of its capabilities. */
export function describeCard(advertised: AdvertisedCapability): CardDescription {
  const { view, signature, signatures, unattested, findings } = advertised;
  const { streaming, pushNotifications, extendedAgentCard, extensions } = attestationOf(advertised);
  return {
    digest: advertised.digest,
    protocol: view.protocol,
    protocolVersion: view.shape,
    signature,
    signatures,
    capabilities: {
      streaming: flag(streaming),
      pushNotifications: flag(pushNotifications),
      extendedAgentCard: flag(extendedAgentCard),
      extensions: {
        state: isDeclared(extensions.value) ? 'declared' : 'undeclared',
        attested: extensions.attestation === 'attested',
        value: isDeclared(extensions.value) ? extensions.value : [],
      },
    },
    unattested,
    findings,
  };
}

function flag({ value, attestation }: AttestedFact<boolean>): FlagFact {
  return {
    state: isDeclared(value) ? (value ? 'true' : 'false') : 'undeclared',
    attested: attestation === 'attested',
  };
}
