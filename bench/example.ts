// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { loadDefaultPolicy } from '../dist/adapters/opa-wasm/index.js';
import type { JsonObject } from '../dist/core/json.js';
import type { PolicyInput } from '../dist/core/policy.js';
import type { NegotiationRequest } from '../dist/core/request.js';
import type { NegotiateInput } from '../dist/engine/types.js';
import { createEngine } from '../dist/engine.js';

/** The example that the benchmarks run: `examples/contract-review`, from the root of the repository. */
const EXAMPLE = 'examples/contract-review';

/** Who asks in the example, and holds its one grant. */
export const REQUESTER = 'client.agent.procurement';

/** What `engine.negotiate` is asked in the example. */
export async function exampleQuestion(): Promise<NegotiateInput> {
  const request: NegotiationRequest = JSON.parse(await readFile(`${EXAMPLE}/request.json`, 'utf8'));
  return { card: await readFile(`${EXAMPLE}/card.json`), request };
}

/** The policy data of the example with so many grants: its own, and the same for other requesters. */
export async function exampleWithGrants(count: number): Promise<JsonObject> {
  const data = JSON.parse(await readFile(`${EXAMPLE}/data.json`, 'utf8'));
  const { requesters } = data.policy_data.grants;
  for (let index = 1; index < count; index += 1)
    requesters[`client.agent.${index}`] = structuredClone(requesters[REQUESTER]);
  return data;
}

/** The input that policy is asked in the example. */
export async function exampleInput(): Promise<PolicyInput> {
  const engine = createEngine({ policy: await loadDefaultPolicy({ data: await exampleWithGrants(1) }) });
  const answer = await engine.negotiate(await exampleQuestion());
  if (answer.authorized === undefined) throw new Error(`the example was ${answer.outcome}`);
  return answer.authorized.negotiated.discoverable.evaluation.input;
}
