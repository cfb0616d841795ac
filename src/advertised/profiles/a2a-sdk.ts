// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../../core/json.js';
import { toJcs } from './jcs.js';
import { readSdkView } from './sdk-view.js';

/**
 * Profile `a2a-sdk`: what a2a-js 1.3.0 (`canonicalizeAgentCard`) and a2a-python 1.3.0 (`_canonicalize_agent_card`)
 * sign. REQUIRED fields are pruned too when empty, so this is not A2A section 8.4.1, and it attests less: an empty
 * scope list, and with it a whole security requirement, is not covered.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function canonicalizeA2aSdk(card: JsonObject): string {
  return toJcs(readSdkView(card));
}
