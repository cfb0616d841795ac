// SPDX-License-Identifier: Apache-2.0
import { afterEach } from 'vitest';
import { SILENT } from '../../src/core/ports.js';
import type { Caller, VersionOutcome } from '../../src/openwop/port.js';
import { hashToken, type Listening, readServerConfig, startServer } from '../../src/server/index.js';
import { bearer, type EventClient, subscribe } from './http.js';
import { type Bench, createBench } from './support.js';

/** A server whose decisions a test makes by itself. */
export interface EventServer {
  readonly server: Listening;
  readonly bench: Bench;
  /** Subscribe with a token; the connection ends with the test. */
  listen(token: string, headers?: Record<string, string>): Promise<EventClient>;
  /** Decide and record one exchange. */
  decide(caller: Caller, named?: string): Promise<VersionOutcome>;
}

/** A tenant whose name would be a frame of its own if it were ever written to a stream. */
export const ODD_TENANT = 'acme\n\nevent: forged\nid: 1\ndata: {}\n\n';

const TOKENS = [
  { sha256: hashToken('alice'), tenant: 'acme' },
  { sha256: hashToken('bob'), tenant: 'globex' },
  { sha256: hashToken('odd'), tenant: ODD_TENANT },
  { sha256: hashToken('proto'), tenant: '__proto__' },
  { sha256: hashToken('mute'), tenant: 'acme', scopes: ['negotiate'] },
];

/** Start servers for the tests of one file; they stop after each test. */
export function eventServers(): (limits?: Record<string, number>, bench?: Bench) => Promise<EventServer> {
  const open: Listening[] = [];
  const clients: EventClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const server of open.splice(0)) await server.stop();
  });
  return async (limits = {}, bench = createBench()) => {
    const config = readServerConfig({ port: 0, limits: { shutdownMs: 200, ...limits }, tokens: TOKENS });
    let tell: Bench['port'] = bench.port;
    const server = await startServer({
      engine: {
        negotiate: () => Promise.reject(new Error('unused')),
        negotiateVersion: bench.port.negotiateVersion,
        evidence: bench.evidence,
      },
      config,
      protocols: {},
      logger: SILENT,
      extend: (_app, port) => {
        tell = port;
      },
    });
    open.push(server);
    return {
      server,
      bench,
      async listen(token, headers = {}) {
        const client = await subscribe(server.url, { ...bearer(token), ...headers });
        clients.push(client);
        return client;
      },
      decide: (caller, named = '1.0') => tell.negotiateVersion({ protocol: 'a2a', caller, named }),
    };
  };
}
