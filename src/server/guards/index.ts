// SPDX-License-Identifier: Apache-2.0
export { type A2aGuardOptions, guardA2A } from './guard-a2a.js';
export { guardMcp, type McpGuardOptions } from './guard-mcp.js';
export { limitUnauthenticated, type UnauthenticatedLimit } from './limit-unauthenticated.js';
export type { FetchHandler, GuardedHandler, GuardOptions, Negotiated } from './types.js';
