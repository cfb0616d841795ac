// SPDX-License-Identifier: Apache-2.0
import type { Bundle } from '../../adapters/bundle/index.js';
import { loadPolicy, type Policy } from '../../adapters/opa-wasm/index.js';
import { fault } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';

/**
 * The policy of a bundle, as an engine would load it: module, builtins and self-test checked. `data` replaces the
 * bundle's own.
 * @throws AuthorizedError AUTHORIZED_POLICY_*
 */
export async function loadBundle(bundle: Bundle, data: JsonObject = bundle.data): Promise<Policy> {
  const { wasm, revision, entrypoints } = bundle;
  return loadPolicy({ wasm, data, revision, entrypoints }, { decide: decisionEntrypoint(entrypoints) });
}

/** The entrypoint that decides: `parley/decide` where it is there, else the first. */
export function decisionEntrypoint(entrypoints: readonly string[]): string {
  const [first] = entrypoints;
  if (first === undefined) {
    throw fault('AUTHORIZED_BUNDLE_MANIFEST_INVALID', { pointer: '/wasm', detail: 'no entrypoint' });
  }
  return entrypoints.includes('parley/decide') ? 'parley/decide' : first;
}
