// SPDX-License-Identifier: Apache-2.0

import type { JsonObject } from '../../../src/core/json.js';
import type { PolicyInput, PolicyPort, PolicySecurity } from '../../../src/core/policy.js';
import type { TrustPort } from '../../../src/core/trust.js';
import { createDerivedIds } from '../../../src/engine/identity.js';
import type { NegotiationAnswer } from '../../../src/engine/types.js';
import { createEngine } from '../../../src/engine.js';
import { asRequest, type Draft } from '../../support/example.js';
import { NOW } from '../../support/now.js';
import { spyOn } from './signed.js';

/** What one negotiation came to, as far as it could be wider than another one. */
export interface Decision {
  readonly outcome: NegotiationAnswer['outcome'];
  readonly signature: PolicyInput['card']['signature'];
  readonly profile: string | undefined;
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly extensions: readonly string[];
  readonly missing: readonly string[];
  readonly version: string | undefined;
  /** What policy was told that the skill requires. */
  readonly security: PolicySecurity;
  readonly refusals: readonly string[];
  readonly answer: NegotiationAnswer;
  readonly input: PolicyInput;
}

/** What a decision depends on beside the card. */
export interface Setting {
  readonly policy: PolicyPort;
  readonly trust?: TrustPort;
  readonly requiredFields?: readonly string[];
}

/** Negotiate on a card with an engine of its own, so that no history comes in. */
export async function decide(
  card: JsonObject,
  request: Draft,
  { policy, ...options }: Setting,
): Promise<Decision> {
  const spy = spyOn(policy);
  const engine = createEngine({
    ...options,
    policy: spy,
    clock: { now: () => NOW },
    ids: createDerivedIds(),
  });
  const answer = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
  const input = spy.inputs[0];
  if (input === undefined) throw new Error('policy was not asked');
  const { negotiation, outcome } = answer;
  const { version } = input.negotiated.protocol;
  return {
    outcome,
    signature: input.card.signature,
    profile: input.card.profile,
    inputModes: negotiation.acceptedInputModes,
    outputModes: negotiation.acceptedOutputModes,
    extensions: negotiation.acceptedExtensions.map(({ uri }) => uri),
    missing: negotiation.requiredExtensionsMissing,
    version,
    security: input.skill.securityRequirements,
    refusals: answer.layers.flatMap(({ status, codes }) => (status === 'refused' ? codes : [])),
    answer,
    input,
  };
}

const RANK = { rejected: 0, 'review-required': 1, 'accepted-with-constraints': 2, accepted: 3 } as const;

/**
 * In what a decision is wider than another one; nothing is wider than itself, and a rejection is wider than none.
 * Wider is: a better outcome, an accepted mode or extension that the other did not accept, a required extension
 * that is no longer missing, another protocol version, a weaker security requirement told to policy.
 */
export function widerIn(decision: Decision, than: Decision): readonly string[] {
  if (decision.outcome === 'rejected') return [];
  const wider: string[] = [];
  if (RANK[decision.outcome] > RANK[than.outcome])
    wider.push(`outcome ${than.outcome} to ${decision.outcome}`);
  for (const name of ['inputModes', 'outputModes', 'extensions'] as const)
    wider.push(
      ...decision[name].filter((item) => !than[name].includes(item)).map((item) => `${name} ${item}`),
    );
  wider.push(...than.missing.filter((uri) => !decision.missing.includes(uri)).map((uri) => `missing ${uri}`));
  if (decision.version !== than.version) wider.push(`version ${than.version} to ${decision.version}`);
  if (isWeaker(decision.security, than.security)) wider.push('security');
  return wider;
}

/** Whether somebody could satisfy the one requirement and not the other; `unknown` is the strictest there is. */
export function isWeaker(security: PolicySecurity, than: PolicySecurity): boolean {
  if (security.state === 'unknown') return false;
  if (than.state === 'unknown') return true;
  const offered = alternatives(than);
  return !alternatives(security).every((one) =>
    offered.some((other) =>
      Object.entries(other).every(
        ([scheme, scopes]) =>
          one[scheme] !== undefined && scopes.every((scope) => one[scheme]?.includes(scope)),
      ),
    ),
  );
}

/** No requirement at all is one alternative that asks for nothing. */
function alternatives(security: PolicySecurity): readonly { readonly [scheme: string]: readonly string[] }[] {
  return security.state === 'declared' && security.value.length > 0 ? security.value : [{}];
}
