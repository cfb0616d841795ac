// SPDX-License-Identifier: Apache-2.0
import type { AdvertisedCapability } from '../../src/advertised/types.js';
import { authorize } from '../../src/authorized/authorize.js';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import { discover } from '../../src/discoverable/discover.js';
import type { DiscoverableCapability } from '../../src/discoverable/types.js';
import { attest } from '../../src/evidenced/attest.js';
import { execute } from '../../src/executed/execute.js';
import type { ExecutedCapability } from '../../src/executed/types.js';
import { negotiate } from '../../src/negotiated/negotiate.js';
import type { NegotiatedCapability } from '../../src/negotiated/types.js';

/** Never called: each line must not compile, and the type check of the tests fails where one does. */
export function skippedLayersDoNotCompile(
  advertised: AdvertisedCapability,
  discoverable: DiscoverableCapability,
  negotiated: NegotiatedCapability,
  authorized: AuthorizedCapability,
  executed: ExecutedCapability,
  context: never,
): void {
  // @ts-expect-error an advertised capability is not discoverable
  negotiate(advertised, context);
  // @ts-expect-error a discoverable capability is not negotiated
  authorize(discoverable, context);
  // @ts-expect-error a negotiated capability is not authorized: acceptance is never permission
  execute(negotiated, context, context, context);
  // @ts-expect-error an authorized capability is not executed
  attest(authorized, context);
  // @ts-expect-error an executed capability is not advertised again
  discover(executed, context);
  // @ts-expect-error a literal of the same shape is not a state
  discover({ ...advertised }, context);
  // @ts-expect-error what a state holds cannot be changed
  negotiated.terms = context;
}
