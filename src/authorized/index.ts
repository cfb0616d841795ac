// SPDX-License-Identifier: Apache-2.0
export { type AuthorizeContext, authorize, REVIEW_REQUIRED } from './authorize.js';
export { policyInput } from './policy-input.js';
export type { AuthorizedCapability, AuthorizedParts } from './types.js';
