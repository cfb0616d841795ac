// SPDX-License-Identifier: Apache-2.0
import { encodeIdentifier } from '../core/identifier.js';
import type { NegotiationRequest, RequestedExtension } from '../core/request.js';
import type { Outcome } from '../negotiated/outcome.js';
import type { ExtensionTerm, Terms } from '../negotiated/types.js';
import type { CapabilityNegotiation, ExtensionDecision, ExtensionRequest } from './types.js';

/** What the record of a negotiation is built from. */
export interface NegotiationParts {
  readonly request: NegotiationRequest;
  readonly negotiationId: string;
  readonly decisionId: string;
  readonly outcome: Outcome;
  /** Absent where the walk ended before anything was negotiated: then nothing is said of the offer. */
  readonly terms?: Terms | undefined;
  /** Why a rejected walk ended, in one sentence: the reason of every extension that was not refused for itself. */
  readonly refusal: string;
  readonly policyConstraints: readonly string[];
  readonly evidenceRefs: readonly string[];
}

/**
 * The TSMM capability negotiation. A refusal grants nothing: its accepted lists are empty, and every requested
 * extension is among the rejected with its own reason (design section 3).
 */
export function buildNegotiation(parts: NegotiationParts): CapabilityNegotiation {
  const { request, outcome, terms } = parts;
  const rejected = outcome === 'rejected' || terms === undefined;
  const constraints = rejected
    ? (terms?.extensions.providerRequired ?? []).map((uri) => `provider requires ${uri}`)
    : unique([...parts.policyConstraints, ...terms.constraints]);
  const requested = request.extensions ?? [];
  return {
    negotiationId: encodeIdentifier(parts.negotiationId),
    requesterRef: encodeIdentifier(request.requester.ref),
    providerRef: encodeIdentifier(request.provider.ref),
    skillRef: encodeIdentifier(request.skill),
    requestedInputModes: request.inputModes,
    acceptedInputModes: rejected ? [] : terms.inputModes.accepted,
    requestedOutputModes: request.outputModes,
    acceptedOutputModes: rejected ? [] : terms.outputModes.accepted,
    requestedExtensions: requested.map(asRequest),
    acceptedExtensions: rejected
      ? []
      : terms.extensions.accepted.map((term) => decided(term, 'accepted', term.reason)),
    rejectedExtensions: rejected
      ? requested.map((extension) => decided(extension, 'rejected', reasonFor(extension, parts)))
      : terms.extensions.rejected.map((term) => decided(term, 'rejected', term.reason)),
    requiredExtensionsMissing: rejected ? missingOf(requested, terms) : terms.extensions.missing,
    authorizationScopeRef: encodeIdentifier(request.scope),
    policyDecisionRef: parts.decisionId,
    negotiationOutcome: terms === undefined ? 'rejected' : outcome,
    ...(constraints.length > 0 && { constraints }),
    evidenceRefs: parts.evidenceRefs,
  };
}

// Where nothing is granted, no required extension was accepted: each is missing, and so is what the provider requires.
function missingOf(requested: readonly RequestedExtension[], terms: Terms | undefined): readonly string[] {
  const required = requested.filter((extension) => extension.required).map((extension) => extension.uri);
  return [...required, ...(terms?.extensions.providerRequired ?? [])];
}

function reasonFor(extension: RequestedExtension, parts: NegotiationParts): string {
  const own = parts.terms?.extensions.rejected.find((term) => term.uri === extension.uri);
  return own?.reason ?? `Not granted: ${parts.refusal}.`;
}

function asRequest({ uri, version, required }: RequestedExtension): ExtensionRequest {
  return version === undefined ? { uri, required } : { uri, version, required };
}

function decided(
  { uri, version }: Pick<ExtensionTerm, 'uri' | 'version'>,
  decision: ExtensionDecision['decision'],
  reason: string,
): ExtensionDecision {
  return version === undefined ? { uri, decision, reason } : { uri, version, decision, reason };
}

function unique(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}
