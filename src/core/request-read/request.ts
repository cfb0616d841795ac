// SPDX-License-Identifier: Apache-2.0
import type { Effect, NegotiationRequest, RequestedExtension, Requester } from '../request.js';
import { REQUEST_LIMITS } from '../request-limits.js';
import { attributes } from './attributes.js';
import { closed, list, may, must } from './reader.js';
import { extensionName, flag, modes, oneOf, origin, text } from './texts.js';

// Each reader names its members one by one: the types then check that none is forgotten or misread.

type Draft<T> = { -readonly [Name in keyof T]: T[Name] };

const REQUEST = new Set([
  'negotiationId',
  'direction',
  'requester',
  'provider',
  'skill',
  'inputModes',
  'outputModes',
  'extensions',
  'protocol',
  'scope',
  'effect',
  'run',
]);
const REQUESTER = new Set(['ref', 'origin', 'authenticated', 'tenant', 'workspace', 'attributes']);
const PROVIDER = new Set(['ref', 'origin']);
const EXTENSION = new Set(['uri', 'version', 'required']);
const PROTOCOL = new Set(['name', 'version']);
const EFFECT = new Set(['class', 'risk']);

const direction = oneOf('inbound', 'outbound');
const protocolName = oneOf('a2a', 'mcp');
const extensions = list(readExtension, 0, REQUEST_LIMITS.extensions);

/**
 * Read what the schema of a request describes.
 * @throws RequestRefusal
 */
export function readRequest(value: unknown): NegotiationRequest {
  const from = closed(value, REQUEST);
  const out: Draft<NegotiationRequest> = {
    requester: must(from, 'requester', readRequester),
    provider: must(from, 'provider', readProvider),
    skill: must(from, 'skill', text),
    inputModes: must(from, 'inputModes', modes),
    outputModes: must(from, 'outputModes', modes),
    protocol: must(from, 'protocol', readProtocol),
    scope: must(from, 'scope', text),
    effect: must(from, 'effect', readEffect),
  };
  const id = may(from, 'negotiationId', text);
  if (id !== undefined) out.negotiationId = id;
  const way = may(from, 'direction', direction);
  if (way !== undefined) out.direction = way;
  const asked = may(from, 'extensions', extensions);
  if (asked !== undefined) out.extensions = asked;
  const run = may(from, 'run', text);
  if (run !== undefined) out.run = run;
  return Object.freeze(out);
}

function readRequester(value: unknown): Requester {
  const from = closed(value, REQUESTER);
  const out: Draft<Requester> = {
    ref: must(from, 'ref', text),
    authenticated: must(from, 'authenticated', flag),
  };
  const where = may(from, 'origin', origin);
  if (where !== undefined) out.origin = where;
  const tenant = may(from, 'tenant', text);
  if (tenant !== undefined) out.tenant = tenant;
  const workspace = may(from, 'workspace', text);
  if (workspace !== undefined) out.workspace = workspace;
  const given = may(from, 'attributes', attributes);
  if (given !== undefined) out.attributes = given;
  return Object.freeze(out);
}

function readProvider(value: unknown): NegotiationRequest['provider'] {
  const from = closed(value, PROVIDER);
  const ref = must(from, 'ref', text);
  const where = may(from, 'origin', origin);
  return Object.freeze(where === undefined ? { ref } : { ref, origin: where });
}

function readExtension(value: unknown): RequestedExtension {
  const from = closed(value, EXTENSION);
  const uri = must(from, 'uri', extensionName);
  const version = may(from, 'version', text);
  const required = must(from, 'required', flag);
  return Object.freeze(version === undefined ? { uri, required } : { uri, version, required });
}

function readProtocol(value: unknown): NegotiationRequest['protocol'] {
  const from = closed(value, PROTOCOL);
  const name = must(from, 'name', protocolName);
  const version = may(from, 'version', text);
  return Object.freeze(version === undefined ? { name } : { name, version });
}

function readEffect(value: unknown): Effect {
  const from = closed(value, EFFECT);
  const kind = must(from, 'class', text);
  const risk = may(from, 'risk', text);
  return Object.freeze(risk === undefined ? { class: kind } : { class: kind, risk });
}
