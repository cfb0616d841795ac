// SPDX-License-Identifier: Apache-2.0
import type { Pages } from './memory-pages.js';
import type { PolicyModule } from './policy-module.js';
import { instantiate, type SdkBuiltin, type SdkInstance } from './sdk.js';
import { translateThrow } from './translate-throw.js';
import { webAssembly } from './web-assembly.js';

/**
 * A new instance in memory of this size, or of the size that the module itself needs where that is more.
 * @throws AuthorizedError AUTHORIZED_POLICY_MODULE, AUTHORIZED_POLICY_MEMORY
 */
export function instantiateIn(
  module: PolicyModule,
  builtins: ReadonlyMap<string, SdkBuiltin>,
  pages: Pages,
  maxPages: number,
): SdkInstance {
  try {
    return instantiate(module.module, pages, builtins);
  } catch (thrown) {
    // A module says how much memory it needs only by failing with less.
    const needed = thrown instanceof webAssembly.LinkError ? /initial (\d+)/.exec(thrown.message)?.[1] : '0';
    const initial = Number(needed);
    if (initial > pages.initial && initial <= maxPages)
      return instantiateIn(
        module,
        builtins,
        { initial, maximum: Math.max(pages.maximum, initial) },
        maxPages,
      );
    throw translateThrow(thrown, 'AUTHORIZED_POLICY_MODULE');
  }
}
