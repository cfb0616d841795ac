// SPDX-License-Identifier: Apache-2.0
export { type DiscoverContext, discover, SKILL_NOT_AVAILABLE } from './discover.js';
export type { DiscoverableCapability, DiscoverableParts } from './types.js';
