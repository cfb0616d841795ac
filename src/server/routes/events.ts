// SPDX-License-Identifier: Apache-2.0
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { ServerDeps } from '../deps.js';
import type { Connection } from '../events/subscriber.js';
import { RequestProblem } from '../problem.js';
import { requirePrincipal } from './principal.js';

/** `GET /host/events`: the durable host events of the caller's tenant, as they come or from `Last-Event-ID` on. */
export function streamEvents(c: Context, deps: ServerDeps): Response {
  const { tenant } = requirePrincipal(c, deps, 'events');
  // HEAD is routed like GET, but nobody would ever read its stream.
  if (c.req.method === 'HEAD') return new Response(null, { headers: HEADERS });
  const stream = deps.hub.subscribe(tenant, c.req.header('last-event-id'), connectionOf(c));
  if (stream === 'unknown-event') {
    // Going on from now would lose events without a word, so the client has to say that it accepts that.
    throw new RequestProblem(400, 'unknown-event', 'Last-Event-ID names no event; leave it out to begin now');
  }
  if (stream === 'too-many') throw new RequestProblem(429, 'rate-limited', 'too many subscribers');
  if (stream === 'closed') throw new RequestProblem(503, 'shutting-down', 'the server is shutting down');
  return new Response(stream, { headers: HEADERS });
}

const HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that collect a response before they pass it on would keep every event back.
  'x-accel-buffering': 'no',
});

/** The connection of Node's server; elsewhere there is none to cut. */
function connectionOf(c: Context): Connection | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined) return undefined;
  return {
    taken: () =>
      outgoing.socket === null ? 0 : outgoing.socket.bytesWritten - outgoing.socket.writableLength,
    destroy: () => outgoing.destroy(),
  };
}
