// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import type { CardExtension, CardFacts, CardSkill } from '../../src/advertised/types.js';
import type { PolicyVerdict } from '../../src/core/policy.js';
import type { NegotiationRequest, RequestedExtension } from '../../src/core/request.js';
import { type Declared, UNDECLARED } from '../../src/core/undeclared.js';
import type { ProtocolTerms } from '../../src/negotiated/types.js';

/** Media types as cards offer them: few enough that requests hit them, odd enough to matter. */
export const OFFERED_MODES: readonly string[] = [
  'application/json',
  'text/plain',
  'TEXT/Plain',
  'text/plain;format=flowed',
  'application/json; charset=UTF-8',
  'image/png',
  'application/vnd.x+json;profile="a b"',
];

/** Media types and ranges as requests name them. */
export const REQUESTED_MODES: readonly string[] = [
  ...OFFERED_MODES,
  '*/*',
  'text/*',
  'audio/ogg',
  'application/JSON',
];

const URIS = ['https://e.example/a/v1', 'https://e.example/b', 'https://e.example/c/v2', 'urn:x:d'] as const;

const declared = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Declared<T>> =>
  fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: fc.constant(UNDECLARED) });

const offeredModes = fc.uniqueArray(fc.constantFrom(...OFFERED_MODES), { maxLength: 5 });

const cardExtension: fc.Arbitrary<CardExtension> = fc.record(
  { uri: fc.constantFrom(...URIS), required: fc.boolean(), version: fc.constantFrom('v1', '1.0.0', '2') },
  { requiredKeys: ['uri', 'required'] },
);

/** What a card offers. */
export const cardExtensions: fc.Arbitrary<Declared<readonly CardExtension[]>> = declared(
  fc.uniqueArray(cardExtension, { selector: (extension) => extension.uri, maxLength: 4 }),
);

/** A skill with modes of its own, or without. */
export const skill: fc.Arbitrary<CardSkill> = fc.record({
  id: fc.constant('skill'),
  name: fc.constant('skill'),
  tags: fc.constant([]),
  inputModes: declared(offeredModes),
  outputModes: declared(offeredModes),
  securityRequirements: fc.constant(UNDECLARED),
});

/** The facts of a card. */
export const facts: fc.Arbitrary<CardFacts> = fc
  .record({
    protocol: fc.constantFrom('a2a' as const, 'mcp' as const),
    streaming: declared(fc.boolean()),
    extensions: cardExtensions,
    defaultInputModes: declared(offeredModes),
    defaultOutputModes: declared(offeredModes),
    skill,
  })
  .map(({ protocol, streaming, extensions, skill: only, ...modes }) => ({
    protocol,
    shape: protocol === 'a2a' ? '1.0' : '2026-07-28',
    name: UNDECLARED,
    version: UNDECLARED,
    interfaces: [],
    protocolVersions: ['1.0'],
    capabilities: { streaming, pushNotifications: UNDECLARED, extendedAgentCard: UNDECLARED, extensions },
    ...modes,
    securityRequirements: UNDECLARED,
    skills: new Map([[only.id, only]]),
  }));

const requestedExtension: fc.Arbitrary<RequestedExtension> = fc.record(
  {
    uri: fc.constantFrom(...URIS),
    required: fc.boolean(),
    version: fc.constantFrom('1', '1.0.0', '2', 'v1'),
  },
  { requiredKeys: ['uri', 'required'] },
);

const requestedModes = fc.uniqueArray(fc.constantFrom(...REQUESTED_MODES), { minLength: 1, maxLength: 5 });

/** A request for the skill of {@link facts}. */
export const request: fc.Arbitrary<NegotiationRequest> = fc.record({
  requester: fc.record({ ref: fc.constant('client'), authenticated: fc.boolean() }),
  provider: fc.constant({ ref: 'agent' }),
  skill: fc.constant('skill'),
  inputModes: requestedModes,
  outputModes: requestedModes,
  extensions: fc.uniqueArray(requestedExtension, { selector: (extension) => extension.uri, maxLength: 4 }),
  protocol: fc.constant({ name: 'a2a' as const }),
  scope: fc.constant('scope.x'),
  effect: fc.constant({ class: 'read' }),
});

/** A version decision. */
export const protocolTerms: fc.Arbitrary<ProtocolTerms> = fc.constantFrom<ProtocolTerms>(
  { name: 'a2a', outcome: 'accepted', version: '1.0', reason: 'ok' },
  { name: 'a2a', outcome: 'accepted', requested: '1.0', version: '0.3', reason: 'ok' },
  { name: 'a2a', outcome: 'refused', requested: '9.9', reason: 'unsupported' },
);

/** What a policy may answer, faults and gaps among it. */
export const verdict: fc.Arbitrary<Pick<PolicyVerdict, 'status' | 'authorization'>> = fc.record({
  status: fc.constantFrom('decided' as const, 'decided' as const, 'gap' as const, 'fault' as const),
  authorization: fc.record({
    decision: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const, 'review' as const),
    reasons: fc.constant([]),
    constraints: fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 2 }),
    obligations: fc.constant([]),
    scope: fc.constant('scope.x'),
  }),
});
