// SPDX-License-Identifier: Apache-2.0
import type { Context } from 'hono';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import type { NegotiationRequest } from '../../core/request.js';
import { parseRequest } from '../../core/request-parse.js';
import type { NegotiationAnswer, NegotiationDocument } from '../../engine/types.js';
import type { ServerDeps } from '../deps.js';
import { readBody } from '../guards/read-body.js';
import { RequestProblem } from '../problem.js';
import type { Principal } from '../tokens.js';
import { type Places, placeFaults } from './place-faults.js';
import { requirePrincipal } from './principal.js';

/** `POST /v1/negotiations`: `{request, card}` in, the document of `parley negotiate --format json` out. */
export async function postNegotiation(c: Context, deps: ServerDeps): Promise<Response> {
  const principal = requirePrincipal(c, deps, 'negotiate');
  const body = await readJson(c, deps);
  const card = readCard(member(body, 'card'), PLACES.card);
  const answer = await placeFaults(PLACES, async () => {
    const request = bindTenant(parseRequest(member(body, 'request')), principal, '/request/requester/tenant');
    return toDocument(await negotiate(deps, card, request));
  });
  c.header('location', `/v1/negotiations/${encodeURIComponent(answer.negotiation.negotiationId)}`);
  return c.json(answer);
}

const PLACES: Places = { card: '/card', request: (pointer) => `/request${pointer}` };

/** Negotiate, count it and tell the subscribers. */
export async function negotiate(
  { engine, hub, metrics }: ServerDeps,
  card: string,
  request: NegotiationRequest,
): Promise<NegotiationAnswer> {
  const answer = await engine.negotiate({ card, request });
  metrics.add('parley_negotiations_total', 1, { outcome: answer.outcome });
  hub.poke();
  return answer;
}

/**
 * The body of a request, read strictly and no further than it may go.
 * @throws RequestProblem 413 `body-too-large`, 400 `body-unreadable`
 * @throws GovernanceError, with the codes of strict JSON
 */
export async function readJson(c: Context, { config }: ServerDeps): Promise<JsonObject> {
  const { maxBodyBytes } = config.limits;
  const bytes = await readBody(c.req.raw, maxBodyBytes);
  if (bytes === 'too-large') {
    throw new RequestProblem(413, 'body-too-large', `the body is larger than ${maxBodyBytes} bytes`);
  }
  if (bytes === 'unreadable') throw new RequestProblem(400, 'body-unreadable', 'the body did not come whole');
  return parseStrict(bytes, { maxBytes: maxBodyBytes });
}

/** A card: text is taken byte for byte, an object as the JSON that it is. */
export function readCard(card: Json | undefined, at: string): string {
  if (typeof card === 'string') return card;
  if (isJsonObject(card)) return JSON.stringify(card);
  throw new RequestProblem(400, 'card-missing', 'the body needs a card, as an object or as its text', at);
}

/** A token speaks for one tenant: a request that names another one is refused, one that names none gets it. */
export function bindTenant(
  request: NegotiationRequest,
  principal: Principal,
  at: string,
): NegotiationRequest {
  const { tenant, workspace } = request.requester;
  if (tenant !== undefined && tenant !== principal.tenant) {
    throw new RequestProblem(
      403,
      'tenant-mismatch',
      'the request names a tenant that the token does not speak for',
      at,
    );
  }
  const home = workspace ?? principal.workspace;
  return {
    ...request,
    requester: {
      ...request.requester,
      tenant: principal.tenant,
      ...(home === undefined ? {} : { workspace: home }),
    },
  };
}

function toDocument(answer: NegotiationAnswer): NegotiationDocument {
  const { outcome, layers, negotiation, receipt, record, evidence } = answer;
  return { outcome, layers, negotiation, receipt, record, evidence };
}
