// SPDX-License-Identifier: Apache-2.0
import { type LayerResult, type Reason, refuse } from '../core/layers.js';
import type { Issuer } from '../core/state.js';
import { DiscoverableCapability } from '../discoverable/types.js';
import { NegotiatedCapability, type Terms } from './types.js';

/** What `negotiate` is given. `terms` are made by `agree` over this state's view, skill and request. */
export interface NegotiateContext {
  readonly issuer: Issuer;
  readonly terms: Terms;
}

/**
 * Are modes, extensions and versions compatible? A missing required extension ends the walk, unless policy asks for
 * review (TSMM CN-2: rejected or review-required): then `authorize` hands it on.
 * @throws GovernanceError CORE_STATE_FORGED
 */
export function negotiate(
  discoverable: DiscoverableCapability,
  context: NegotiateContext,
): LayerResult<NegotiatedCapability> {
  DiscoverableCapability.verify(discoverable, 'discoverable', context.issuer);
  const { terms } = context;
  // INVARIANT: terms of another request or skill are no agreement on this one.
  if (terms.request !== discoverable.request || terms.skill !== discoverable.skill) {
    return refuse({
      code: 'NEGOTIATED_TERMS_FOREIGN',
      message: 'the terms belong to another request or skill',
    });
  }
  if (terms.refusals.length > 0) return refuse(...terms.refusals);
  const { verdict } = discoverable.evaluation;
  if (terms.extensions.missing.length > 0 && verdict.authorization.decision !== 'review') {
    return refuse(...terms.extensions.missing.map(missing), ...reasonsOf(terms));
  }
  const state = new NegotiatedCapability(context.issuer, discoverable, terms);
  return { passed: true, state, reasons: reasonsOf(terms) };
}

function missing(uri: string): Reason {
  return { code: 'NEGOTIATED_REQUIRED_EXTENSION_MISSING', message: `required extension ${uri} is missing` };
}

function reasonsOf(terms: Terms): Reason[] {
  const { extensions, constraints } = terms;
  const reasons = extensions.rejected.map(({ code, uri, reason }) => ({
    code,
    message: `${uri}: ${reason}`,
  }));
  for (const uri of extensions.providerRequired) {
    reasons.push({ code: 'NEGOTIATED_EXTENSION_REQUIRED_BY_PROVIDER', message: `provider requires ${uri}` });
  }
  const narrowed = constraints.some((text) => / mode .* not granted$/.test(text));
  if (narrowed)
    reasons.push({ code: 'NEGOTIATED_MODES_NARROWED', message: 'not every requested mode is offered' });
  if (reasons.length === 0)
    reasons.push({ code: 'NEGOTIATED_COMPATIBLE', message: 'everything requested is offered' });
  return reasons;
}
