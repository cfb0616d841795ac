// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../core/json.js';
import type { Logger } from '../core/ports.js';
import type { Engine } from '../engine/types.js';
import type { ProtocolsConfig } from '../openwop/protocols.js';
import type { ServerConfig } from './config.js';
import type { EventHub } from './events/hub.js';
import type { MetricName, Metrics } from './metrics.js';
import type { Authenticator } from './tokens.js';

/** What `/readyz` and `/metrics` say beyond the server's own. */
export interface ServerStatus {
  /** The policy in force, for `/readyz`. */
  readonly policy: JsonObject;
  readonly gauges: Readonly<Partial<Record<MetricName, number>>>;
}

/** What the routes stand on. */
export interface ServerDeps {
  readonly engine: Pick<Engine, 'negotiate' | 'evidence'>;
  readonly config: ServerConfig;
  readonly protocols: ProtocolsConfig;
  readonly tokens: Authenticator;
  readonly hub: EventHub;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Whether new work is taken: false from the beginning of a shutdown. */
  readonly ready: () => boolean;
  /** Asked with each `/readyz` and `/metrics`. */
  readonly status?: () => ServerStatus;
}
