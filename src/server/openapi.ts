// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../core/json.js';

const ERROR: JsonObject = {
  description: 'what went wrong: `{error: {code, message, action?, pointer?}}`',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const BEARER = [{ bearer: [] }];

function json(description: string, schema: JsonObject = { type: 'object' }): JsonObject {
  return { description, content: { 'application/json': { schema } } };
}

function operation(summary: string, ok: JsonObject, more: JsonObject = {}): JsonObject {
  return { summary, responses: { '200': ok, default: ERROR }, ...more };
}

function bodyOf(schema: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

const EVALUATION: JsonObject = {
  type: 'object',
  required: ['subject', 'action', 'resource'],
  properties: {
    subject: { type: 'object', required: ['type', 'id'] },
    action: { type: 'object', required: ['name'] },
    resource: { type: 'object', required: ['type', 'id'] },
    context: { type: 'object' },
  },
};

/** The interface of `parley serve` as an OpenAPI 3.1 document. */
export function openApiDocument(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '0.1.0',
      description:
        'Governed capability negotiation: decisions, their evidence, and the events that tell of them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: {
      '/.well-known/openwop': {
        get: operation('What this host speaks and sends', json('OpenWOP discovery')),
      },
      '/host/events': {
        get: operation(
          'Durable host events of the caller`s tenant',
          {
            description: 'server-sent events; `Last-Event-ID` resumes after a durable event',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          {
            security: BEARER,
            parameters: [
              { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
            ],
          },
        ),
      },
      '/v1/negotiations': {
        post: operation('Negotiate one request against one card', json('the answer, whatever its outcome'), {
          security: BEARER,
          requestBody: bodyOf({
            type: 'object',
            required: ['request', 'card'],
            properties: {
              request: { type: 'object' },
              card: { oneOf: [{ type: 'object' }, { type: 'string' }] },
            },
          }),
        }),
      },
      '/v1/negotiations/{id}': {
        get: operation('The newest answer under an id', json('the answer as it was given'), {
          security: BEARER,
          parameters: [ID],
        }),
      },
      '/v1/evidence/{id}': {
        get: operation('One entry of the evidence', json('the entry as it was written'), {
          security: BEARER,
          parameters: [ID],
        }),
      },
      '/access/v1/evaluation': {
        post: operation('AuthZEN access evaluation', json('the decision'), {
          security: BEARER,
          requestBody: bodyOf(EVALUATION),
        }),
      },
      '/openapi.json': { get: operation('This document', json('OpenAPI 3.1')) },
      '/healthz': { get: operation('Whether the process lives', json('it does')) },
      '/readyz': { get: operation('Whether new work is taken', json('it is')) },
      '/metrics': {
        get: operation('Counters and gauges', {
          description: 'Prometheus text format 0.0.4',
          content: { 'text/plain': { schema: { type: 'string' } } },
        }),
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                action: { type: 'string' },
                pointer: { type: 'string' },
              },
            },
          },
        },
      },
    },
  };
}
