// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CapabilityNegotiation, ExtensionDecision, ExtensionRequest } from './types.js';

const identifier = z.string().regex(/^[A-Za-z0-9._:/-]+$/);
const texts = z.array(z.string());
const askedModes = z.array(z.string()).min(1);

const askedExtension: z.ZodType<ExtensionRequest> = z.strictObject({
  uri: z.string(),
  version: z.exactOptional(z.string()),
  required: z.boolean(),
});

const decidedExtension: z.ZodType<ExtensionDecision> = z.strictObject({
  uri: z.string(),
  version: z.exactOptional(z.string()),
  decision: z.enum(['accepted', 'rejected']),
  reason: z.exactOptional(z.string()),
});

const shape = z
  .strictObject({
    negotiationId: identifier,
    requesterRef: identifier,
    providerRef: identifier,
    skillRef: identifier,
    description: z.exactOptional(z.string()),
    requestedInputModes: askedModes,
    acceptedInputModes: texts,
    requestedOutputModes: askedModes,
    acceptedOutputModes: texts,
    requestedExtensions: z.array(askedExtension),
    acceptedExtensions: z.array(decidedExtension),
    rejectedExtensions: z.array(decidedExtension),
    requiredExtensionsMissing: texts,
    authorizationScopeRef: identifier,
    policyDecisionRef: identifier,
    negotiationOutcome: z.enum(['accepted', 'accepted-with-constraints', 'rejected', 'review-required']),
    constraints: z.exactOptional(texts),
    evidenceRefs: z.array(identifier).min(1),
  })
  .refine((document) => document.requiredExtensionsMissing.length === 0 || !isAcceptance(document), {
    path: ['negotiationOutcome'],
    params: { shape: true },
    error: 'a required extension is missing, so the outcome must be `rejected` or `review-required`',
  });

function isAcceptance(document: { readonly negotiationOutcome: string }): boolean {
  return (
    document.negotiationOutcome === 'accepted' || document.negotiationOutcome === 'accepted-with-constraints'
  );
}

/** The zod type of a TSMM capability negotiation; accepts what its JSON Schema accepts (TSMM CN-1, CN-2, CN-4). */
export const capabilityNegotiation: z.ZodType<CapabilityNegotiation> = shape;
