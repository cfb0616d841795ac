// SPDX-License-Identifier: Apache-2.0
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import { timeout } from 'hono/timeout';
import type { ServerDeps } from './deps.js';
import type { MetricName } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { RequestProblem, toProblem } from './problem.js';
import { discoveryDocument } from './routes/discovery.js';
import { postEvaluation } from './routes/evaluation.js';
import { streamEvents } from './routes/events.js';
import { getEvidence, getNegotiation } from './routes/evidence.js';
import { postNegotiation } from './routes/negotiations.js';

/** The routes of `parley serve`; each is in the OpenAPI document, which a test holds them to. */
export function createApp(deps: ServerDeps): Hono {
  const { config, engine, metrics, logger } = deps;
  const app = new Hono();
  const { requestMs } = config.limits;
  const late = new HTTPException(504, {
    message: 'the request took too long; it may still be decided and recorded',
  });
  app.use(async (c, next) => {
    await next();
    // AuthZEN 1.0: what the caller calls its request comes back with the answer, an error among them.
    const id = c.req.header('x-request-id');
    if (id !== undefined && c.req.path.startsWith('/access/')) c.res.headers.set('x-request-id', id);
    metrics.add('parley_http_requests_total', 1, { route: routeOf(c), status: String(c.res.status) });
    c.res.headers.set('x-content-type-options', 'nosniff');
  });
  app.use('/v1/*', timeout(requestMs, late));
  app.use('/access/*', timeout(requestMs, late));

  app.get('/.well-known/openwop', (c) => c.json(discoveryDocument(config, deps.protocols)));
  app.get('/host/events', (c) => streamEvents(c, deps));
  app.post('/v1/negotiations', (c) => postNegotiation(c, deps));
  app.get('/v1/negotiations/:id', (c) => getNegotiation(c, deps));
  app.get('/v1/evidence/:id', (c) => getEvidence(c, deps));
  app.post('/access/v1/evaluation', (c) => postEvaluation(c, deps));
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => {
    if (!deps.ready()) throw new RequestProblem(503, 'shutting-down', 'the server takes no new work');
    const policy = deps.status?.().policy;
    return c.json({ status: 'ready', evidence: engine.evidence.head().seq, ...(policy && { policy }) });
  });
  app.get('/metrics', (c) => {
    metrics.set('parley_evidence_entries', engine.evidence.head().seq);
    for (const [name, value] of Object.entries(deps.status?.().gauges ?? {}))
      metrics.set(name as MetricName, value);
    return c.text(metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });

  app.notFound((c) => c.json({ error: { code: 'not-found', message: 'there is no such route' } }, 404));
  app.onError((error, c) => {
    const { status, body } = toProblem(error);
    if (status >= 500) logger.error({ cause: String(error), status }, 'request failed');
    if (status === 401) c.header('www-authenticate', 'Bearer');
    if (status === 429 || status === 503) c.header('retry-after', '1');
    return c.json(body, status);
  });
  return app;
}

// The pattern, never the path: labels must not grow with what callers write.
function routeOf(c: Context): string {
  const pattern = matchedRoutes(c).at(-1)?.path ?? '';
  return pattern === '/*' || pattern === '*' ? 'other' : pattern;
}
