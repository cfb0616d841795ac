// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { loadDefaultPolicy } from '../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { PolicyPort } from '../../src/core/policy.js';
import type { NegotiationRequest } from '../../src/core/request.js';
import { createDerivedIds } from '../../src/engine/identity.js';
import type { EngineOptions } from '../../src/engine/options.js';
import type { Engine } from '../../src/engine/types.js';
import { createEngine } from '../../src/engine.js';
import { NOW } from './now.js';

const EXAMPLE = 'examples/contract-review';

/** The traceability extension of the example. */
export const TRACEABILITY = 'https://a2a-protocol.org/extensions/traceability/v1';

/** The example's documents, as a fresh copy that a test may change. */
export function example(): { card: Draft; request: Draft; data: Draft } {
  const read = (file: string): Draft => JSON.parse(readFileSync(`${EXAMPLE}/${file}`, 'utf8'));
  return { card: read('card.json'), request: read('request.json'), data: read('data.json') };
}

/** A JSON document in the making. */
export interface Draft {
  [member: string]: DraftValue;
}
/** A value in it. Tests read and change deep members, so it is as loose as JSON is. */
export type DraftValue = null | boolean | number | string | DraftValue[] | Draft;

/** A member of a draft that is an object, followed along a path. */
export function at(draft: Draft, ...path: readonly (string | number)[]): Draft {
  let value: DraftValue | undefined = draft;
  for (const token of path) {
    if (typeof value !== 'object' || value === null) throw new Error(`nothing at ${path.join('/')}`);
    value = Array.isArray(value) ? value[Number(token)] : value[token];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`no object at ${path.join('/')}`);
  }
  return value;
}

/** The default policy over some data. */
export async function policyOver(data: Draft): Promise<PolicyPort> {
  return loadDefaultPolicy({ data: data as JsonObject });
}

/** An engine over the default policy and the example's data, at a fixed time, with derived identifiers. */
export async function exampleEngine(
  options: Partial<EngineOptions> & { data?: Draft } = {},
): Promise<Engine> {
  const { data = example().data, ...rest } = options;
  const policy = rest.policy ?? (await policyOver(data));
  return createEngine({ clock: { now: () => NOW }, ids: createDerivedIds(), ...rest, policy });
}

/** A draft as the request that the engine takes; what is wrong with it is for the engine to find. */
export function asRequest(draft: Draft): NegotiationRequest {
  return draft as unknown as NegotiationRequest;
}
