// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeIdentifier } from '../../src/core/identifier.js';
import type { Json } from '../../src/core/json.js';
import type { Outcome } from '../../src/negotiated/outcome.js';
import { buildNegotiation, type NegotiationParts } from '../../src/tsmm/build-negotiation.js';
import type { CapabilityNegotiation } from '../../src/tsmm/types.js';
import { validateNegotiation } from '../../src/tsmm/validate-negotiation.js';
import { type StageOptions, stage } from '../support/states.js';

const A = 'https://e.example/a/v1';
const B = 'https://e.example/b';
const C = 'https://e.example/c';

function build(
  options: StageOptions,
  outcome: Outcome,
  more: Partial<NegotiationParts> = {},
): CapabilityNegotiation {
  const { request, terms } = stage(options);
  const record = buildNegotiation({
    request,
    negotiationId: 'neg.1',
    decisionId: 'decision.1',
    outcome,
    terms,
    refusal: 'policy denies this',
    policyConstraints: [],
    evidenceRefs: ['event.1'],
    ...more,
  });
  expect(validateNegotiation(record as unknown as Json)).toEqual({ valid: true, findings: [] });
  return record;
}

/** A is granted in a version, B is not offered, C is required by the provider. */
const MIXED: StageOptions = {
  capabilities: {
    extensions: [
      { uri: A, required: false, description: 'Traces each step.' },
      { uri: C, required: true },
    ],
  },
  request: {
    inputModes: ['application/json', 'image/gif'],
    outputModes: ['text/*'],
    extensions: [
      { uri: A, version: '1.0.0', required: true },
      { uri: B, required: false },
    ],
  },
};

describe('buildNegotiation of an acceptance', () => {
  it('says what was granted as it was requested', () => {
    expect(build({}, 'accepted')).toStrictEqual({
      negotiationId: 'neg.1',
      requesterRef: 'client',
      providerRef: 'agent',
      skillRef: 'skill',
      requestedInputModes: ['text/plain'],
      acceptedInputModes: ['text/plain'],
      requestedOutputModes: ['text/plain'],
      acceptedOutputModes: ['text/plain'],
      requestedExtensions: [],
      acceptedExtensions: [],
      rejectedExtensions: [],
      requiredExtensionsMissing: [],
      authorizationScopeRef: 'scope.x',
      policyDecisionRef: 'decision.1',
      negotiationOutcome: 'accepted',
      evidenceRefs: ['event.1'],
    });
  });

  it('says each constraint once, those of policy first', () => {
    const record = build({ request: { outputModes: ['text/*'] } }, 'accepted-with-constraints', {
      policyConstraints: ['eur-only', 'output mode text/plain granted for text/*'],
    });
    expect(record.constraints).toEqual(['eur-only', 'output mode text/plain granted for text/*']);
  });

  it('accounts for each extension, with its version and a reason', () => {
    const { request, ...rest } = MIXED;
    const record = build(
      {
        ...rest,
        request: { ...request, extensions: [...(request?.extensions ?? []), { uri: C, required: false }] },
      },
      'accepted-with-constraints',
    );
    expect(record.acceptedExtensions).toEqual([
      { uri: A, version: '1.0.0', decision: 'accepted', reason: 'Traces each step.' },
      { uri: C, decision: 'accepted', reason: 'Advertised by provider.' },
    ]);
    expect(record.rejectedExtensions).toEqual([
      { uri: B, decision: 'rejected', reason: 'Not advertised by provider.' },
    ]);
    expect(record.requestedExtensions[0]).toStrictEqual({ uri: A, version: '1.0.0', required: true });
  });
});

describe('buildNegotiation of a review', () => {
  it('keeps what would be granted, and what is missing', () => {
    const record = build(MIXED, 'review-required');
    expect(record).toMatchObject({
      acceptedInputModes: ['application/json'],
      acceptedOutputModes: ['text/plain'],
      requiredExtensionsMissing: [C],
      negotiationOutcome: 'review-required',
    });
    expect(record.constraints).toContain(`provider requires ${C}`);
  });
});

describe('buildNegotiation of a refusal', () => {
  it('grants nothing, and gives each extension its own reason', () => {
    const record = build(MIXED, 'rejected');
    expect(record).toMatchObject({
      requestedInputModes: ['application/json', 'image/gif'],
      acceptedInputModes: [],
      acceptedOutputModes: [],
      acceptedExtensions: [],
      requiredExtensionsMissing: [A, C],
      constraints: [`provider requires ${C}`],
    });
    expect(record.rejectedExtensions).toEqual([
      { uri: A, version: '1.0.0', decision: 'rejected', reason: 'Not granted: policy denies this.' },
      { uri: B, decision: 'rejected', reason: 'Not advertised by provider.' },
    ]);
  });

  it('names an extension that both require once', () => {
    const options: StageOptions = {
      capabilities: { extensions: [{ uri: C, required: true, version: '1' }] },
      request: { extensions: [{ uri: C, version: '2', required: true }] },
    };
    expect(build(options, 'rejected').requiredExtensionsMissing).toEqual([C]);
    expect(
      build({ ...options, request: { extensions: [{ uri: C, version: '2', required: false }] } }, 'rejected'),
    ).toMatchObject({ requiredExtensionsMissing: [C], constraints: [`provider requires ${C}`] });
  });

  it.each<Outcome>(['rejected', 'accepted', 'accepted-with-constraints', 'review-required'])(
    'says nothing of the offer where the walk ended before it: %s',
    (outcome) => {
      const record = build(MIXED, outcome, {
        terms: undefined,
        refusal: 'the provider offers no such skill',
      });
      expect(record).toMatchObject({
        negotiationOutcome: 'rejected',
        acceptedInputModes: [],
        acceptedExtensions: [],
        requiredExtensionsMissing: [A],
      });
      expect(record.constraints).toBeUndefined();
      for (const term of record.rejectedExtensions)
        expect(term.reason).toBe('Not granted: the provider offers no such skill.');
      expect(JSON.stringify(record)).not.toContain(C);
    },
  );

  it('does not hand on the constraints of policy: there is nothing to bound', () => {
    expect(build({}, 'rejected', { policyConstraints: ['eur-only'] }).constraints).toBeUndefined();
  });
});

describe('identifiers of the record', () => {
  it('hold any text of a request, and give it back', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('did:web:a#k', 'a b', 'ü/ß', '_x41'),
    );
    fc.assert(
      fc.property(text, text, text, text, (requester, skill, scope, negotiationId) => {
        fc.pre(requester !== 'agent');
        const request = { requester: { ref: requester, authenticated: true }, scope };
        const record = build({ request: { ...request, skill }, skill: { id: skill } }, 'accepted', {
          negotiationId,
        });
        expect(
          [record.requesterRef, record.skillRef, record.authorizationScopeRef, record.negotiationId].map(
            decodeIdentifier,
          ),
        ).toEqual([requester, skill, scope, negotiationId]);
      }),
      { numRuns: 200 },
    );
  });
});
