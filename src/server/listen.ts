// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { EventHub } from './events/hub.js';

/** What is served, and how long it may take to stop. */
export interface ListenOptions {
  readonly fetch: (request: Request, env: unknown) => Response | Promise<Response>;
  readonly host: string;
  readonly port: number;
  readonly requestMs: number;
  readonly shutdownMs: number;
  readonly hub: EventHub;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Take no more connections, end the event streams with a reason, and wait for the requests in flight; those that
   * take longer than `shutdownMs` are cut. What was decided is in the evidence by then.
   */
  stop(): Promise<void>;
}

/** Listen on an address; port 0 takes a free one. Rejects where the address cannot be had. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, host, hub, requestMs, shutdownMs } = options;
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: Math.min(requestMs, 15_000),
      // Node looks for late requests this often; its default of 30 s would outlast both limits.
      connectionsCheckingInterval: Math.min(requestMs, 1_000),
      keepAliveTimeout: 5_000,
    },
    getRequestListener(fetch, { overrideGlobalObjects: false }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${port}`, port, stop: () => stop(server, hub, shutdownMs) };
}

async function stop(server: Server, hub: EventHub, shutdownMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  hub.close();
  // A connection whose last request was in flight is idle once that was answered, and would linger.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), shutdownMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
