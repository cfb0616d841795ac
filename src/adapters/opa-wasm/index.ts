// SPDX-License-Identifier: Apache-2.0
export type { PolicyBuiltin } from './custom-builtins.js';
export { type DefaultPolicyOptions, loadDefaultPolicy } from './default-policy.js';
export { createPolicyHolder, type PolicyHolder } from './holder.js';
export { loadPolicy } from './load-policy.js';
export { ENGINE_OBLIGATIONS } from './obligations.js';
export { readPolicyFolder } from './read-policy-folder.js';
export { type ShadowDifference, shadow } from './shadow.js';
export type {
  Policy,
  PolicyBlobs,
  PolicyDataPort,
  PolicyManifest,
  PolicyOptions,
  PolicySource,
  SelfTest,
} from './types.js';
