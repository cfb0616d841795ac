// SPDX-License-Identifier: Apache-2.0
import type { Effect, NegotiationRequest, RequestedExtension, Requester } from '../request.js';
import { REQUEST_LIMITS } from '../request-limits.js';
import { attributes } from './attributes.js';
import { closed, list, may, must } from './reader.js';
import { extensionName, flag, modes, oneOf, origin, text } from './texts.js';

// Each reader names its members one by one: the types then check that none is forgotten or misread.

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
  return whole<NegotiationRequest>({
    requester: must(from, 'requester', readRequester),
    provider: must(from, 'provider', readProvider),
    skill: must(from, 'skill', text),
    inputModes: must(from, 'inputModes', modes),
    outputModes: must(from, 'outputModes', modes),
    protocol: must(from, 'protocol', readProtocol),
    scope: must(from, 'scope', text),
    effect: must(from, 'effect', readEffect),
    negotiationId: may(from, 'negotiationId', text),
    direction: may(from, 'direction', direction),
    extensions: may(from, 'extensions', extensions),
    run: may(from, 'run', text),
  });
}

function readRequester(value: unknown): Requester {
  const from = closed(value, REQUESTER);
  return whole<Requester>({
    ref: must(from, 'ref', text),
    authenticated: must(from, 'authenticated', flag),
    origin: may(from, 'origin', origin),
    tenant: may(from, 'tenant', text),
    workspace: may(from, 'workspace', text),
    attributes: may(from, 'attributes', attributes),
  });
}

function readProvider(value: unknown): NegotiationRequest['provider'] {
  const from = closed(value, PROVIDER);
  return whole<NegotiationRequest['provider']>({
    ref: must(from, 'ref', text),
    origin: may(from, 'origin', origin),
  });
}

function readExtension(value: unknown): RequestedExtension {
  const from = closed(value, EXTENSION);
  return whole<RequestedExtension>({
    uri: must(from, 'uri', extensionName),
    version: may(from, 'version', text),
    required: must(from, 'required', flag),
  });
}

function readProtocol(value: unknown): NegotiationRequest['protocol'] {
  const from = closed(value, PROTOCOL);
  return whole<NegotiationRequest['protocol']>({
    name: must(from, 'name', protocolName),
    version: may(from, 'version', text),
  });
}

function readEffect(value: unknown): Effect {
  const from = closed(value, EFFECT);
  return whole<Effect>({ class: must(from, 'class', text), risk: may(from, 'risk', text) });
}

type Whole<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined };

// INVARIANT: every member is the object's own, `undefined` where the request has none: what others put on
// Object.prototype never answers for a requester.
function whole<T>(members: Whole<T>): T {
  return Object.freeze(members) as T;
}
