// SPDX-License-Identifier: Apache-2.0
export { readTrustConfig, TRUST_SCHEMA, type TrustConfig } from './config.js';
export type { FetchLike } from './fetch-jwks.js';
export { createTrustStore, type TrustStore, type TrustWorld } from './trust-store.js';
