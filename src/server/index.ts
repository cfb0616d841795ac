// SPDX-License-Identifier: Apache-2.0
export { createApp } from './app.js';
export { readServerConfig, SERVER_LIMITS, type ServerConfig, type ServerLimits } from './config.js';
export type { ServerDeps, ServerStatus } from './deps.js';
export { createEventHub, type EventHub, type HubOptions, type SubscriptionRefusal } from './events/hub.js';
export {
  type A2aGuardOptions,
  type FetchHandler,
  type GuardedHandler,
  type GuardOptions,
  guardA2A,
  guardMcp,
  limitUnauthenticated,
  type McpGuardOptions,
  type Negotiated,
  type UnauthenticatedLimit,
} from './guards/index.js';
export { type Listening, listen } from './listen.js';
export { createMetrics, type MetricName, type Metrics } from './metrics.js';
export { openApiDocument } from './openapi.js';
export { type StartOptions, startServer, tellingPort } from './start.js';
export {
  type Authenticator,
  createAuthenticator,
  hashToken,
  type Principal,
  type Scope,
  type TokenConfig,
} from './tokens.js';
