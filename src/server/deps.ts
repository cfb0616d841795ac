// SPDX-License-Identifier: Apache-2.0
import type { Logger } from '../core/ports.js';
import type { Engine } from '../engine/types.js';
import type { ProtocolsConfig } from '../openwop/protocols.js';
import type { ServerConfig } from './config.js';
import type { EventHub } from './events/hub.js';
import type { Metrics } from './metrics.js';
import type { Authenticator } from './tokens.js';

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
}
