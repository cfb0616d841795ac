// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadPolicy, type Policy, type PolicyOptions } from '../../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { PolicyInput, PolicyVerdict } from '../../../src/core/policy.js';

/** The bytes of a test policy; sources and the script that compiles them are beside it. */
export function fixture(name: string): Uint8Array {
  return readFileSync(new URL(`fixtures/${name}.wasm`, import.meta.url));
}

/** The SDK as it is, for showing the traps. */
export interface RawPolicy {
  evaluate(input: unknown, entrypoint?: unknown): unknown;
  setData(data: unknown): void;
}

interface RawSdk {
  loadPolicySync(wasm: Uint8Array, memory?: object, builtins?: object): RawPolicy;
}

const sdk: RawSdk = createRequire(import.meta.url)('@open-policy-agent/opa-wasm');

/** A test policy under the bare SDK. */
export function raw(name: string, memory: object = { initial: 20 }, builtins: object = {}): RawPolicy {
  return sdk.loadPolicySync(fixture(name), memory, builtins);
}

/** Data of the test policies. */
export const FRIENDS: JsonObject = { friends: { alice: true } };

/** A whole input. */
export const INPUT: PolicyInput = {
  requester: { ref: 'alice', authenticated: true, attributes: { mode: 'friend' } },
  provider: { ref: 'p' },
  card: { digest: 'd', signature: 'verified', unattested: [], protocolVersion: '1.0' },
  skill: { id: 'k', tags: [], securityRequirements: { state: 'undeclared' } },
  scope: 's',
  effect: { class: 'read', risk: 'low' },
  negotiated: {
    inputModes: [],
    outputModes: [],
    extensions: [],
    missing: [],
    protocol: { name: 'a2a', version: '1.0' },
  },
  now: '2026-05-05T00:00:00.000Z',
};

/** The input that makes the test policy do something; `attributes` may be anything at all. */
export function mode(name: string, attributes: object = {}, ref = 'alice'): PolicyInput {
  return {
    ...INPUT,
    requester: { ref, authenticated: true, attributes: { mode: name, ...attributes } },
  } as unknown as PolicyInput;
}

/** The test policy behind the adapter. */
export function programmable(options: PolicyOptions = {}, data: JsonObject = FRIENDS): Promise<Policy> {
  return loadPolicy({ wasm: fixture('programmable'), data, revision: 'r1' }, options);
}

/** Decide at once; the inline adapter never answers later. */
export function decide(policy: Policy, input: unknown): PolicyVerdict {
  const verdict = policy.decide(input as PolicyInput);
  if (verdict instanceof Promise) throw new Error('the inline adapter answered later');
  return verdict;
}

/** What a verdict comes to, in short: its fault, or its decision. */
export function brief(verdict: PolicyVerdict): string {
  return verdict.fault ?? verdict.authorization.decision;
}

/** The code of what a call throws or rejects with. */
export async function codeOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `no code: ${String(error)}`;
  }
  return 'nothing was thrown';
}
