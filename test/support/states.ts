// SPDX-License-Identifier: Apache-2.0
import {
  AdvertisedCapability,
  type CardCapabilities,
  type CardFacts,
  type CardSkill,
  type SignatureVerdict,
} from '../../src/advertised/types.js';
import { type AuthorizeContext, authorize } from '../../src/authorized/authorize.js';
import { policyInput } from '../../src/authorized/policy-input.js';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import { digestBytes } from '../../src/core/digest.js';
import type { LayerResult } from '../../src/core/layers.js';
import type { PolicyEvaluation, PolicyVerdict } from '../../src/core/policy.js';
import type { NegotiationRequest } from '../../src/core/request.js';
import { createIssuer, type Issuer } from '../../src/core/state.js';
import { toTimestamp } from '../../src/core/time.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { discover } from '../../src/discoverable/discover.js';
import type { DiscoverableCapability } from '../../src/discoverable/types.js';
import { absentSkill, agree } from '../../src/negotiated/agree.js';
import { negotiate } from '../../src/negotiated/negotiate.js';
import type { NegotiatedCapability, ProtocolTerms, Terms } from '../../src/negotiated/types.js';
import { NOW } from './now.js';

/** What a walk of a test differs in from one that is accepted as asked. */
export interface StageOptions {
  readonly view?: Partial<CardFacts>;
  readonly capabilities?: Partial<CardCapabilities>;
  readonly skill?: Partial<CardSkill>;
  readonly signature?: SignatureVerdict;
  readonly request?: Partial<NegotiationRequest>;
  readonly protocol?: ProtocolTerms;
  readonly verdict?: Partial<PolicyVerdict>;
  readonly discovery?: Partial<PolicyVerdict['discovery']>;
  readonly authorization?: Partial<PolicyVerdict['authorization']>;
}

/** A walk by hand: each state is asked for, so that a test can stop before any layer. */
export interface Stage {
  readonly issuer: Issuer;
  readonly request: NegotiationRequest;
  readonly advertised: AdvertisedCapability;
  readonly terms: Terms;
  readonly evaluation: PolicyEvaluation;
  readonly context: AuthorizeContext;
  discoverable(): DiscoverableCapability;
  negotiated(): NegotiatedCapability;
  authorized(): AuthorizedCapability;
}

const DIGEST = digestBytes('card');

/** Make one. Without options, everything requested is offered and policy allows it. */
export function stage(options: StageOptions = {}): Stage {
  const issuer = createIssuer();
  const request: NegotiationRequest = { ...REQUEST, ...options.request };
  const skill: CardSkill = { ...SKILL, ...options.skill };
  const view: CardFacts = {
    ...VIEW,
    skills: new Map([[skill.id, skill]]),
    capabilities: { ...VIEW.capabilities, ...options.capabilities },
    ...options.view,
  };
  const advertised = new AdvertisedCapability(issuer, {
    digest: DIGEST,
    emitted: {},
    view,
    signature: options.signature ?? { status: 'unsigned' },
    signatures: [],
    unattested: [''],
    findings: [],
  });
  const known = view.skills.get(request.skill) ?? absentSkill(request.skill);
  const terms = agree(view, known, request, options.protocol ?? PROTOCOL);
  const evaluation = {
    input: policyInput(advertised, terms, toTimestamp(NOW), []),
    verdict: verdictOf(options),
  };
  const context = { issuer, now: NOW, ttlSeconds: 300, negotiationId: 'neg.1', decisionId: 'decision.1' };
  const made: Stage = {
    issuer,
    request,
    advertised,
    terms,
    evaluation,
    context,
    discoverable: () => stateOf(discover(advertised, { issuer, request, evaluation })),
    negotiated: () => stateOf(negotiate(made.discoverable(), { issuer, terms })),
    authorized: () => stateOf(authorize(made.negotiated(), context)),
  };
  return made;
}

/** The codes that a layer reported, with whether it passed. */
export function brief(result: LayerResult<unknown>): readonly [boolean, ...string[]] {
  return [result.passed, ...result.reasons.map((reason) => reason.code)];
}

function stateOf<State>(result: LayerResult<State>): State {
  if (!result.passed) throw new Error(`refused: ${brief(result).join(' ')}`);
  return result.state;
}

function verdictOf({ verdict, discovery, authorization }: StageOptions): PolicyVerdict {
  return {
    status: 'decided',
    discovery: { visible: true, reasons: [{ code: 'discovery.granted', message: 'granted' }], ...discovery },
    authorization: {
      decision: 'allow',
      reasons: [{ code: 'grants.allowed', message: 'allowed' }],
      constraints: [],
      obligations: [],
      scope: 'scope.x',
      ...authorization,
    },
    policy: { digest: DIGEST, dataDigest: DIGEST, revision: 'r1' },
    inputDigest: DIGEST,
    ...verdict,
  };
}

const PROTOCOL: ProtocolTerms = { name: 'a2a', outcome: 'accepted', version: '1.0', reason: 'ok' };

const SKILL: CardSkill = {
  id: 'skill',
  name: 'Skill',
  tags: ['tag'],
  inputModes: UNDECLARED,
  outputModes: UNDECLARED,
  securityRequirements: UNDECLARED,
};

const VIEW: CardFacts = {
  protocol: 'a2a',
  shape: '1.0',
  name: 'Agent',
  version: '1.0.0',
  interfaces: [],
  protocolVersions: ['1.0'],
  capabilities: {
    streaming: false,
    pushNotifications: UNDECLARED,
    extendedAgentCard: UNDECLARED,
    extensions: UNDECLARED,
  },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain'],
  securityRequirements: UNDECLARED,
  skills: new Map([[SKILL.id, SKILL]]),
};

const REQUEST: NegotiationRequest = {
  requester: { ref: 'client', authenticated: true },
  provider: { ref: 'agent' },
  skill: 'skill',
  inputModes: ['text/plain'],
  outputModes: ['text/plain'],
  protocol: { name: 'a2a' },
  scope: 'scope.x',
  effect: { class: 'read', risk: 'low' },
};
