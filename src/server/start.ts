// SPDX-License-Identifier: Apache-2.0
import type { Hono } from 'hono';
import type { Logger } from '../core/ports.js';
import type { Engine } from '../engine/types.js';
import type { VersionPort } from '../openwop/port.js';
import type { ProtocolsConfig } from '../openwop/protocols.js';
import { createApp } from './app.js';
import type { ServerConfig } from './config.js';
import type { ServerStatus } from './deps.js';
import { createEventHub, type EventHub } from './events/hub.js';
import { type Listening, listen } from './listen.js';
import { createMetrics } from './metrics.js';
import { type Authenticator, createAuthenticator } from './tokens.js';

/** What a server is made of. */
export interface StartOptions {
  readonly engine: Pick<Engine, 'negotiate' | 'negotiateVersion' | 'evidence'>;
  readonly config: ServerConfig;
  readonly protocols: ProtocolsConfig;
  readonly logger: Logger;
  readonly status?: () => ServerStatus;
  /**
   * Add routes of one's own, such as guarded A2A and MCP endpoints. The port decides and records like the engine,
   * and tells the subscribers.
   */
  readonly extend?: (app: Hono, port: VersionPort, tokens: Authenticator) => void;
}

/** Start to serve: routes, event streams and metrics over one engine. */
export async function startServer(options: StartOptions): Promise<Listening> {
  const { engine, config, protocols, logger } = options;
  const metrics = createMetrics();
  const hub = createEventHub({ store: engine.evidence, limits: config.limits, metrics, logger });
  const tokens = createAuthenticator(config.tokens);
  let ready = true;
  const { status } = options;
  const app = createApp({
    ...{ engine, config, protocols, tokens, hub, metrics, logger },
    ready: () => ready,
    ...(status !== undefined && { status }),
  });
  options.extend?.(app, tellingPort(engine, hub), tokens);
  const { requestMs, shutdownMs } = config.limits;
  const { host, port } = config;
  const fetch = (request: Request, env: unknown) => app.fetch(request, env as object);
  const listening = await listen({ fetch, host, port, requestMs, shutdownMs, hub });
  return {
    ...listening,
    stop: () => {
      ready = false;
      return listening.stop();
    },
  };
}

/** A version port whose records reach the subscribers at once. */
export function tellingPort(port: VersionPort, hub: EventHub): VersionPort {
  return {
    async negotiateVersion(exchange) {
      try {
        return await port.negotiateVersion(exchange);
      } finally {
        hub.poke();
      }
    },
  };
}
