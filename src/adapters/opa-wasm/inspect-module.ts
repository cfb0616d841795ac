// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { isJsonObject } from '../../core/json.js';
import { instantiateIn } from './instantiate-in.js';
import type { PolicyModule } from './policy-module.js';
import type { SdkBuiltin } from './sdk.js';

/**
 * The entrypoints of a module with their numbers, once its builtins are known to be allowed. The SDK would notice a
 * builtin it does not have only when a rule reaches it.
 * @throws AuthorizedError AUTHORIZED_POLICY_BUILTIN_REFUSED, AUTHORIZED_POLICY_MODULE
 */
export function inspectModule(
  module: PolicyModule,
  builtins: ReadonlyMap<string, SdkBuiltin>,
  maxPages: number,
): ReadonlyMap<string, number> {
  const sdk = instantiateIn(module, builtins, { initial: 16, maximum: Math.min(maxPages, 512) }, maxPages);
  const { exports } = sdk.wasmInstance;
  const memory = Buffer.from(sdk.mem.buffer);
  const address = exports.opa_json_dump(exports.builtins());
  const needed: unknown = JSON.parse(memory.toString('utf8', address, memory.indexOf(0, address)));
  const refused = isJsonObject(needed) ? Object.keys(needed).filter((name) => !builtins.has(name)) : ['?'];
  if (refused.length > 0) {
    throw fault('AUTHORIZED_POLICY_BUILTIN_REFUSED', { detail: refused.sort().map(quote).join(', ') });
  }
  const table = new Map<string, number>();
  for (const [name, id] of Object.entries(sdk.entrypoints)) {
    if (!Number.isInteger(id) || id < 0) throw fault('AUTHORIZED_POLICY_MODULE', { detail: quote(name) });
    table.set(name, id);
  }
  return table;
}
