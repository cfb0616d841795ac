// SPDX-License-Identifier: Apache-2.0
import type { Context } from 'hono';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseRequest } from '../../core/request-parse.js';
import type { ServerDeps } from '../deps.js';
import { RequestProblem } from '../problem.js';
import { bindTenant, negotiate, readCard, readJson } from './negotiations.js';
import { requirePrincipal } from './principal.js';

/**
 * `POST /access/v1/evaluation` (AuthZEN Authorization API 1.0): may this subject do this action on this skill? The
 * question is a whole negotiation, so the answer leaves the same evidence. Review is not permission.
 */
export async function postEvaluation(c: Context, deps: ServerDeps): Promise<Response> {
  const principal = requirePrincipal(c, deps, 'negotiate');
  const body = await readJson(c, deps);
  const resource = part(body, 'resource');
  const card = readCard(member(properties(resource), 'card'));
  const request = bindTenant(parseRequest(toRequest(body, resource)), principal);
  const { outcome, negotiation, receipt, layers } = await negotiate(deps, card, request);
  const id = c.req.header('x-request-id');
  if (id !== undefined) c.header('x-request-id', id);
  return c.json({
    decision: outcome === 'accepted' || outcome === 'accepted-with-constraints',
    context: {
      outcome,
      negotiationId: negotiation.negotiationId,
      decisionId: receipt.decisionId,
      constraints: negotiation.constraints,
      reasons: layers.filter(({ status }) => status === 'refused').flatMap(({ codes }) => codes),
    },
  });
}

function toRequest(body: JsonObject, resource: JsonObject): JsonObject {
  const subject = part(body, 'subject');
  const action = part(body, 'action');
  const context = member(body, 'context') ?? {};
  if (!isJsonObject(context)) throw malformed('context');
  if (text(resource, 'type') !== 'skill') {
    throw new RequestProblem(400, 'resource-type', 'the only type of resource is `skill`');
  }
  text(subject, 'type');
  const who = properties(subject);
  const what = properties(resource);
  return {
    requester: {
      ref: text(subject, 'id'),
      authenticated: member(who, 'authenticated') === true,
      ...pick(who, ['origin', 'tenant', 'workspace', 'attributes']),
    },
    ...pick(what, ['provider']),
    skill: text(resource, 'id'),
    effect: { class: text(action, 'name'), ...pick(properties(action), ['risk']) },
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
  if (!isJsonObject(value)) throw malformed(name);
  return value;
}

function properties(entity: JsonObject): JsonObject {
  const value = member(entity, 'properties') ?? {};
  if (!isJsonObject(value)) throw malformed('properties');
  return value;
}

function text(entity: JsonObject, name: string): string {
  const value = member(entity, name);
  if (typeof value !== 'string' || value === '') throw malformed(name);
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

function malformed(name: string): RequestProblem {
  return new RequestProblem(
    400,
    'evaluation-malformed',
    `the evaluation request needs a well-formed ${name}`,
  );
}
