// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { DecisionEvent, DecisionSource } from '../../../src/adapters/decision-log/index.js';

/** A decision, told apart by its number. */
export function source(number: number, rest: Partial<DecisionSource> = {}): DecisionSource {
  return {
    decisionId: `decision.${number}`,
    timestamp: '2026-03-01T10:00:00.000Z',
    path: 'parley/decide',
    input: { requester: { ref: 'client', attributes: { token: 'secret', roles: ['buyer'] } } },
    result: { authorization: { decision: 'allow' } },
    bundles: { parley: 'r7' },
    requestedBy: 'client',
    ...rest,
  };
}

/** What a server saw of one upload. */
export interface Upload {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly DecisionEvent[];
}

/** A log service on the loopback. */
export interface LogService {
  readonly url: string;
  readonly uploads: readonly Upload[];
  /** Ids in the order in which they came, repeats included. */
  ids(): readonly string[];
  close(): Promise<void>;
}

/** Start a service; `answer` gives the status of an upload, or nothing for one that is never answered. */
export async function startService(
  answer: (upload: Upload, index: number) => number | undefined | Promise<number | undefined>,
): Promise<LogService> {
  const uploads: Upload[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const { method, url, headers } = request;
    const events = JSON.parse(gunzipSync(body).toString('utf8')) as DecisionEvent[];
    const upload = { method, url, headers, events };
    uploads.push(upload);
    const status = await answer(upload, uploads.length - 1);
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    uploads,
    ids: () => uploads.flatMap(({ events }) => events.map((event) => event.decision_id)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
