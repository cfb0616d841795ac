// SPDX-License-Identifier: Apache-2.0
import type { Context } from 'hono';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseRequest } from '../../core/request-parse.js';
import type { ServerDeps } from '../deps.js';
import { RequestProblem } from '../problem.js';
import { bindTenant, negotiate, readCard, readJson } from './negotiations.js';
import { type Places, placeFaults } from './place-faults.js';
import { requirePrincipal } from './principal.js';

/**
 * `POST /access/v1/evaluation` (AuthZEN Authorization API 1.0): may this subject do this action on this skill? The
 * question is a whole negotiation, so the answer leaves the same evidence. Review is not permission.
 */
export async function postEvaluation(c: Context, deps: ServerDeps): Promise<Response> {
  const principal = requirePrincipal(c, deps, 'negotiate');
  const body = await readJson(c, deps);
  const asked = toRequest(body);
  const card = readCard(member(properties(part(body, 'resource'), '/resource'), 'card'), PLACES.card);
  const { outcome, negotiation, receipt, layers } = await placeFaults(PLACES, async () => {
    const request = bindTenant(parseRequest(asked), principal, PLACES.request('/requester/tenant'));
    return negotiate(deps, card, request);
  });
  return c.json({
    decision: outcome === 'accepted' || outcome === 'accepted-with-constraints',
    context: {
      outcome,
      negotiationId: negotiation.negotiationId,
      decisionId: receipt.decisionId,
      constraints: negotiation.constraints ?? [],
      reasons: layers.filter(({ status }) => status === 'refused').flatMap(({ codes }) => codes),
    },
  });
}

// What the request holds, and where AuthZEN has it; the longer names first.
const ROOMS: readonly (readonly [string, string])[] = [
  ['/requester/ref', '/subject/id'],
  ['/requester', '/subject/properties'],
  ['/provider', '/resource/properties/provider'],
  ['/skill', '/resource/id'],
  ['/effect/class', '/action/name'],
  ['/effect', '/action/properties'],
];

const PLACES: Places = {
  card: '/resource/properties/card',
  request(pointer) {
    const room = ROOMS.find(([own]) => pointer === own || pointer.startsWith(`${own}/`));
    return room === undefined ? `/context${pointer}` : `${room[1]}${pointer.slice(room[0].length)}`;
  },
};

function toRequest(body: JsonObject): JsonObject {
  const subject = part(body, 'subject');
  const action = part(body, 'action');
  const resource = part(body, 'resource');
  const context = member(body, 'context') ?? {};
  if (!isJsonObject(context)) throw malformed('/context');
  text(subject, '/subject', 'type');
  if (text(resource, '/resource', 'type') !== 'skill') {
    throw new RequestProblem(400, 'resource-type', 'the only type of resource is `skill`', '/resource/type');
  }
  const who = properties(subject, '/subject');
  const what = properties(resource, '/resource');
  return {
    requester: {
      ref: text(subject, '/subject', 'id'),
      authenticated: member(who, 'authenticated') === true,
      ...pick(who, ['origin', 'tenant', 'workspace', 'attributes']),
    },
    ...pick(what, ['provider']),
    skill: text(resource, '/resource', 'id'),
    effect: {
      class: text(action, '/action', 'name'),
      ...pick(properties(action, '/action'), ['risk']),
    },
    ...pick(context, [
      'negotiationId',
      'direction',
      'inputModes',
      'outputModes',
      'extensions',
      'protocol',
      'scope',
      'run',
    ]),
  };
}

function part(body: JsonObject, name: string): JsonObject {
  const value = member(body, name);
  if (!isJsonObject(value)) throw malformed(`/${name}`);
  return value;
}

function properties(entity: JsonObject, at: string): JsonObject {
  const value = member(entity, 'properties') ?? {};
  if (!isJsonObject(value)) throw malformed(`${at}/properties`);
  return value;
}

function text(entity: JsonObject, at: string, name: string): string {
  const value = member(entity, name);
  if (typeof value !== 'string' || value === '') throw malformed(`${at}/${name}`);
  return value;
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  const picked: Record<string, Json> = {};
  for (const name of names) {
    const value = member(from, name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function malformed(at: string): RequestProblem {
  return new RequestProblem(
    400,
    'evaluation-malformed',
    'the evaluation request lacks a member, or has it in another form',
    at,
  );
}
