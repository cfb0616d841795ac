// SPDX-License-Identifier: Apache-2.0
import { advertise } from '../../../src/advertised/advertise.js';
import { createSignatureJudge } from '../../../src/advertised/signature/index.js';
import type { AdvertisedCapability } from '../../../src/advertised/types.js';
import type { JsonObject } from '../../../src/core/json.js';
import { createIssuer } from '../../../src/core/state.js';
import type { TrustPort } from '../../../src/core/trust.js';
import type { Draft } from '../../support/example.js';
import { NOW } from '../../support/now.js';

const ISSUER = createIssuer('attested');

/** The first state of a card, its signatures really judged. */
export function advertised(card: JsonObject, trust: TrustPort): AdvertisedCapability {
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  return advertise(bytes, { issuer: ISSUER, now: NOW, judge: createSignatureJudge(trust) });
}

/** A request for the skill `s` of the provider `agent`, which the data of `dataFor('agent', 's')` grants. */
export function request(changes: Draft = {}): Draft {
  return {
    requester: { ref: 'client', authenticated: true },
    provider: { ref: 'agent' },
    skill: 's',
    inputModes: ['text/plain'],
    outputModes: ['text/plain'],
    protocol: { name: 'a2a', version: '1.0' },
    scope: 'scope.x',
    effect: { class: 'read', risk: 'low' },
    ...changes,
  };
}
