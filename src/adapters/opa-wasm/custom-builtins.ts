// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError, quote } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { INPUT_LIMITS } from './limits.js';
import type { SdkBuiltin } from './sdk.js';
import { writeJson } from './write-json.js';

/** A builtin of the embedder's: pure, and at once. It must not use the policy it is called from. */
export type PolicyBuiltin = (...args: readonly Json[]) => Json;

// The SDK answers these itself and lets nobody replace them; some differ from OPA's, one changes the environment.
const TAKEN = new Set([
  'sprintf',
  'json.is_valid',
  'regex.split',
  'yaml.is_valid',
  'yaml.marshal',
  'yaml.unmarshal',
]);

/**
 * The embedder's builtins as the SDK may call them. Each answer is checked and copied: to the SDK `undefined` is an
 * undefined rule, a promise is `{}`, and bytes are JSON that nobody looks at.
 */
export function wrapBuiltins(
  builtins: Readonly<Record<string, PolicyBuiltin>> = {},
): ReadonlyMap<string, SdkBuiltin> {
  const wrapped = new Map<string, SdkBuiltin>();
  for (const [name, builtin] of Object.entries(builtins)) {
    if (typeof builtin !== 'function') throw new TypeError(`the builtin ${quote(name)} is not a function`);
    if (TAKEN.has(name)) throw new TypeError(`the builtin ${quote(name)} cannot be replaced`);
    wrapped.set(name, (...args) => call(name, builtin, args as Json[]));
  }
  return wrapped;
}

function call(name: string, builtin: PolicyBuiltin, args: readonly Json[]): unknown {
  try {
    const text = writeJson(builtin(...args), { limits: INPUT_LIMITS, code: 'AUTHORIZED_POLICY_BUILTIN' });
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof GovernanceError && cause.code === 'AUTHORIZED_POLICY_BUILTIN') throw cause;
    throw fault('AUTHORIZED_POLICY_BUILTIN', { cause, detail: quote(name) });
  }
}
