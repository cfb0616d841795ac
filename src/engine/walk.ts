// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../advertised/types.js';
import { authorize } from '../authorized/authorize.js';
import type { AuthorizedCapability } from '../authorized/types.js';
import { LAYERS, type Layer, type LayerReport, type LayerResult, type Reason } from '../core/layers.js';
import type { PolicyEvaluation, PolicyVerdict } from '../core/policy.js';
import type { Issuer } from '../core/state.js';
import { discover } from '../discoverable/discover.js';
import { negotiate } from '../negotiated/negotiate.js';
import { type Outcome, outcomeOf } from '../negotiated/outcome.js';
import type { Terms } from '../negotiated/types.js';

/** What a walk is given: everything is decided already, the walk only passes it through the layers. */
export interface WalkInput {
  readonly issuer: Issuer;
  readonly advertised: LayerResult<AdvertisedCapability>;
  readonly terms: Terms;
  readonly evaluation: PolicyEvaluation;
  /** What policy says of a skill that does not exist, see `DiscoverContext`. */
  readonly absent: PolicyVerdict;
  readonly now: number;
  readonly ttlSeconds: number;
  readonly negotiationId: string;
  readonly decisionId: string;
}

/** Where a walk came to. `refusedAt` is the layer that ended it; `reasons` are what that layer (or the last) said. */
export interface Walk {
  readonly outcome: Outcome;
  readonly reports: readonly LayerReport[];
  readonly refusedAt: Layer | undefined;
  readonly reasons: readonly Reason[];
  readonly authorized: AuthorizedCapability | undefined;
}

/** Walk one request through the first four layers. A refusal ends it; the layers after are `not-reached`. */
export function walk(input: WalkInput): Walk {
  const { issuer, terms, evaluation, absent, advertised } = input;
  const reports: LayerReport[] = [report('advertised', advertised)];
  if (!advertised.passed) return ended(input, reports, 'advertised', advertised.reasons);
  const discovered = discover(advertised.state, { issuer, request: terms.request, evaluation, absent });
  reports.push(report('discoverable', discovered));
  if (!discovered.passed) return ended(input, reports, 'discoverable', discovered.reasons);
  const negotiated = negotiate(discovered.state, { issuer, terms });
  reports.push(report('negotiated', negotiated));
  if (!negotiated.passed) return ended(input, reports, 'negotiated', negotiated.reasons);
  const authorized = authorize(negotiated.state, input);
  reports.push(report('authorized', authorized));
  if (!authorized.passed) return ended(input, reports, 'authorized', authorized.reasons);
  const outcome = outcomeOf({ refused: false, terms, verdict: evaluation.verdict });
  fill(reports);
  return {
    outcome,
    reports,
    refusedAt: undefined,
    reasons: authorized.reasons,
    authorized: authorized.state,
  };
}

function ended(input: WalkInput, reports: LayerReport[], layer: Layer, reasons: readonly Reason[]): Walk {
  const { terms, evaluation } = input;
  fill(reports);
  const refused = layer !== 'authorized';
  return {
    outcome: outcomeOf({ refused, terms, verdict: evaluation.verdict }),
    reports,
    refusedAt: layer,
    reasons,
    authorized: undefined,
  };
}

function report<State>(layer: Layer, result: LayerResult<State>): LayerReport {
  return {
    layer,
    status: result.passed ? 'passed' : 'refused',
    codes: result.reasons.map((reason) => reason.code),
    reasons: result.reasons.map((reason) => reason.message),
  };
}

// `executed` is not part of a negotiation; `evidenced` is filled in once the log has taken the entries.
function fill(reports: LayerReport[]): void {
  for (const layer of LAYERS.slice(reports.length))
    reports.push({ layer, status: 'not-reached', codes: [], reasons: [] });
}
