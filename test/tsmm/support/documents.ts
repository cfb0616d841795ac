// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';

const id = fc.constantFrom('a', 'neg.1', 'agent:one', 'a-b_c', 'Z.9:x');
const slashId = fc.oneof(id, fc.constantFrom('a/b', '/'));
const text = fc.oneof(fc.constantFrom('', 'a', 'application/json', 'text/plain', '*/*'), fc.string());
const uri = fc.constantFrom('https://a.example/x/v1', 'https://b.example/y', 'urn:e:1', 'no uri', '');
const list = <T>(item: fc.Arbitrary<T>, least = 0): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength: least, maxLength: 3 });

const asked = fc.record(
  { uri, version: text, required: fc.boolean() },
  { requiredKeys: ['uri', 'required'] },
);
const decided = fc.record(
  { uri, version: text, decision: fc.constantFrom('accepted', 'rejected'), reason: text },
  { requiredKeys: ['uri', 'decision'] },
);

/** Capability negotiations that are mostly schema-valid, and say anything. */
export const negotiations: fc.Arbitrary<unknown> = fc.record(
  {
    negotiationId: slashId,
    requesterRef: slashId,
    providerRef: slashId,
    skillRef: slashId,
    description: text,
    requestedInputModes: list(text, 1),
    acceptedInputModes: list(text),
    requestedOutputModes: list(text, 1),
    acceptedOutputModes: list(text),
    requestedExtensions: list(asked),
    acceptedExtensions: list(decided),
    rejectedExtensions: list(decided),
    requiredExtensionsMissing: fc.oneof(fc.constant([]), list(uri)),
    authorizationScopeRef: slashId,
    policyDecisionRef: slashId,
    negotiationOutcome: fc.constantFrom(
      'accepted',
      'accepted-with-constraints',
      'rejected',
      'review-required',
    ),
    constraints: list(text),
    evidenceRefs: list(slashId, 1),
  },
  {
    requiredKeys: [
      'negotiationId',
      'requesterRef',
      'providerRef',
      'skillRef',
      'requestedInputModes',
      'acceptedInputModes',
      'requestedOutputModes',
      'acceptedOutputModes',
      'requestedExtensions',
      'acceptedExtensions',
      'rejectedExtensions',
      'requiredExtensionsMissing',
      'authorizationScopeRef',
      'policyDecisionRef',
      'negotiationOutcome',
      'evidenceRefs',
    ],
  },
);

const time = fc.constantFrom('2026-05-05T00:00:00Z', '2026-05-05T00:00:01.5+02:00', 'yesterday', '');

/** Decision receipts that are schema-valid, and say anything. */
export const receipts: fc.Arbitrary<unknown> = fc
  .record({
    decisionId: id,
    timestamp: time,
    subjectRef: id,
    requestingActorRef: id,
    authorityBasis: fc.record(
      {
        authorityRef: id,
        status: fc.constantFrom('active', 'revoked', 'suspended', 'expired'),
        source: text,
        scope: text,
      },
      { requiredKeys: ['authorityRef', 'status', 'source'] },
    ),
    policyRefs: list(id, 1),
    evidenceRefs: list(id, 1),
    boundaryRef: id,
    decision: fc.record({
      outcome: fc.constantFrom('allow', 'deny', 'warn', 'review', 'downgrade', 'suspend'),
      reason: text,
    }),
    effect: fc.record({
      effectRef: id,
      admission: fc.constantFrom('permitted', 'blocked', 'queued-for-review', 'restricted'),
    }),
    revocationStateChecked: fc.record({
      status: fc.constantFrom('fresh-active', 'fresh-revoked', 'stale', 'unavailable'),
      checkedAt: time,
      sourceRef: id,
    }),
    assuranceLevel: fc.constantFrom('minimal', 'operational', 'assured', 'agentic'),
    reviewPath: text,
    relatedEnvelopeRef: fc.option(id, { nil: undefined }),
  })
  .map((receipt) => JSON.parse(JSON.stringify(receipt)) as unknown);

/** Payloads of negotiation.decided that are schema-valid. */
export const payloads: fc.Arbitrary<unknown> = fc.record(
  {
    protocol: fc.constantFrom('a2a', 'mcp'),
    outcome: fc.constantFrom('accepted', 'refused'),
    at: time,
    requested: text,
    version: text,
    floor: text,
    peerDigest: fc.constantFrom('0'.repeat(64), 'af'.repeat(32)),
    reason: fc.constantFrom('below-floor', 'unauthenticated', 'unsupported', 'ok'),
  },
  { requiredKeys: ['protocol', 'outcome', 'at'] },
);

/** Host events, most of them with a decided payload. */
export const hostEvents: fc.Arbitrary<unknown> = fc.record(
  {
    eventId: id,
    type: fc.constantFrom('negotiation.decided', 'negotiation.decided', 'a-1.b', 'a.b.c', 'A.b', 'a.-b'),
    timestamp: time,
    delivery: fc.constantFrom('durable', 'durable', 'ephemeral'),
    workspaceId: id,
    payload: payloads,
  },
  { requiredKeys: ['eventId', 'type', 'timestamp', 'delivery', 'payload'] },
);

/** Run events, as they should be. */
export const runEvents: fc.Arbitrary<unknown> = fc.record(
  {
    eventId: id,
    runId: slashId,
    nodeId: id,
    causationId: id,
    type: fc.constant('negotiation.decided'),
    payload: payloads,
    timestamp: time,
    sequence: fc.nat(),
    schemaVersion: fc.integer({ min: 1 }),
    engineVersion: fc.nat(),
  },
  { requiredKeys: ['eventId', 'runId', 'type', 'payload', 'timestamp', 'sequence', 'schemaVersion'] },
);
