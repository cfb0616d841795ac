// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../core/json.js';
import { isRunShape } from './is-run-shape.js';
import type { DocumentKind } from './types.js';

/** Kinds of TSMM documents that are recognized, so that they can be named, and not validated yet. */
export type UnsupportedKind =
  | 'discovery-governance'
  | 'task-evidence-lifecycle'
  | 'runtime-governance-envelope'
  | 'agent-interaction-extension';

/** What a document looks like. */
export type DetectedKind = DocumentKind | UnsupportedKind;

/** Members by which each kind is told; three of them suffice, because any one may be what a document lacks. */
const SIGNS: readonly (readonly [DetectedKind, readonly string[]])[] = [
  ['negotiation-answer', ['outcome', 'layers', 'negotiation', 'receipt', 'record', 'evidence']],
  [
    'capability-negotiation',
    [
      'negotiationId',
      'requesterRef',
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
    ],
  ],
  [
    'decision-receipt',
    [
      'decisionId',
      'subjectRef',
      'requestingActorRef',
      'boundaryRef',
      'effect',
      'revocationStateChecked',
      'assuranceLevel',
      'reviewPath',
      'relatedEnvelopeRef',
      'decision',
      'authorityBasis',
      'policyRefs',
    ],
  ],
  [
    'authorization-checkpoint',
    [
      'id',
      'triggerCondition',
      'interactionContextRef',
      'status',
      'requiredEvidenceRefs',
      'resolutionPaths',
      'resolvedAt',
    ],
  ],
  ['run-event', ['eventId', 'runId', 'sequence', 'schemaVersion', 'type', 'payload', 'timestamp']],
  ['host-event', ['eventId', 'delivery', 'workspaceId', 'type', 'payload', 'timestamp']],
  [
    'discovery-governance',
    [
      'discoveryModelId',
      'descriptorRef',
      'discoveryMode',
      'discoverySourceRef',
      'accessPolicyRef',
      'freshnessPolicy',
      'integrityRequirements',
      'trustBasis',
      'failureBehavior',
    ],
  ],
  [
    'task-evidence-lifecycle',
    [
      'taskLifecycleId',
      'taskRef',
      'contextRef',
      'currentState',
      'transitions',
      'evidencePolicyRef',
      'auditOutcome',
    ],
  ],
  [
    'runtime-governance-envelope',
    [
      'envelopeId',
      'actor',
      'requestedEffect',
      'trustBoundary',
      'authorityBasis',
      'revocationCheck',
      'receiptExpectation',
      'decision',
      'delegationChain',
      'policyRefs',
    ],
  ],
  [
    'agent-interaction-extension',
    [
      'interactionId',
      'serviceDescriptors',
      'skillContracts',
      'peerTrustRelations',
      'interactionContexts',
      'authorizationCheckpoints',
      'opacityBoundaries',
      'extensionContracts',
      'interactionTasks',
      'contentProvenancePolicies',
      'observabilityModes',
    ],
  ],
];

const ENOUGH = 3;

/**
 * Tell what kind of document this is, by the members it has; `undefined` where it looks like none. A document that
 * lacks some members, or has some of another kind, is the kind it has most members of.
 */
export function detectDocument(document: Json): DetectedKind | undefined {
  if (!isJsonObject(document)) return undefined;
  let best: DetectedKind | undefined;
  let most = ENOUGH - 1;
  for (const [kind, members] of SIGNS) {
    const count = members.filter((name) => Object.hasOwn(document, name)).length;
    if (count > most) {
      best = kind;
      most = count;
    }
  }
  // One record with members of both homes is judged as its validator judges it.
  if (best === 'run-event' || best === 'host-event') return isRunShape(document) ? 'run-event' : 'host-event';
  return best;
}
