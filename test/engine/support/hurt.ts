// SPDX-License-Identifier: Apache-2.0
import type { Policy, PolicyOptions } from '../../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { PolicyPort } from '../../../src/core/policy.js';
import { createDerivedIds } from '../../../src/engine/identity.js';
import type { EngineOptions } from '../../../src/engine/options.js';
import type { Engine, NegotiationAnswer } from '../../../src/engine/types.js';
import { createEngine } from '../../../src/engine.js';
import { FRIENDS, programmable } from '../../adapters/opa-wasm/support.js';
import { asRequest, type Draft } from '../../support/example.js';
import { NOW } from '../../support/now.js';

/** A card that offers the one skill of these tests. */
export const CARD: string = JSON.stringify({
  protocolVersion: '1.0',
  name: 'Agent',
  description: 'An agent.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { extensions: [] },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'k', name: 'K', description: 'A skill.', tags: [] }],
});

/** A request to the test policy: what it does is up to `attributes.mode`. */
export function asking(mode: string, attributes: object = {}, ref = 'alice'): Draft {
  return {
    requester: { ref, authenticated: true, attributes: { mode, ...attributes } as Draft },
    provider: { ref: 'agent' },
    skill: 'k',
    inputModes: ['text/plain'],
    outputModes: ['text/plain'],
    protocol: { name: 'a2a', version: '1.0' },
    scope: 's',
    effect: { class: 'read', risk: 'low' },
  };
}

/** An engine at a fixed time whose identifiers are derived: the same request is answered with the same bytes. */
export function engineOver<P extends PolicyPort>(
  policy: P,
  options: Partial<EngineOptions<P>> = {},
): Engine<P> {
  return createEngine({ clock: { now: () => NOW }, ids: createDerivedIds(), ...options, policy });
}

/** The same over the test policy. */
export async function programmableEngine(
  options: PolicyOptions = {},
  data: JsonObject = FRIENDS,
): Promise<Engine<Policy>> {
  return engineOver(await programmable(options, data));
}

/** Negotiate on the card of these tests. */
export function negotiate(engine: Engine, request: unknown, card: string = CARD): Promise<NegotiationAnswer> {
  return engine.negotiate({ card, request: asRequest(request as Draft) });
}

/** What a negotiation comes to in short: the codes of its refusal, its outcome, or the code that it rejects with. */
export async function outcome(engine: Engine, request: unknown, card: string = CARD): Promise<string> {
  try {
    const answer = await negotiate(engine, request, card);
    const refused = answer.layers.find((layer) => layer.status === 'refused');
    if ((refused === undefined) !== (answer.authorized !== undefined))
      throw new Error('refused and authorized');
    return refused === undefined ? answer.outcome : refused.codes.join(' ');
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `threw ${String(error)}`;
  }
}

/** Two requests whose answers are known: the whole of them as text, apart from the place in the log. */
export async function knownGood(engine: Engine): Promise<string> {
  const answers = [
    await negotiate(engine, asking('friend')),
    await negotiate(engine, asking('friend', {}, 'mallory')),
  ];
  return JSON.stringify(answers.map(({ evidence, ...rest }) => ({ ...rest, refs: evidence.refs })));
}
