// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { FetchHandler } from '../../src/server/guards/index.js';

/** A handler of the Fetch API, on a free port of this machine. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serve a Fetch handler over HTTP. */
export async function serveFetch(fetch: FetchHandler): Promise<Served> {
  return listening(createServer(getRequestListener(fetch, { overrideGlobalObjects: false })));
}

/** Let a Node server listen on a free port. */
export async function listening(server: Server): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Hand a request on to another server, as a reverse proxy does. */
export function forwardTo(url: () => string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
    const own = new Headers(headers);
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) own.delete(name);
    const answer = await fetch(url(), { method, headers: own, ...(body !== undefined && { body }) });
    const answered = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) answered.delete(name);
    return new Response(answer.body, { status: answer.status, headers: answered });
  };
}
