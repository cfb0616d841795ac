// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../core/json.js';
import { OPENAPI_SCHEMAS } from './openapi-schemas.js';

const BEARER = [{ bearer: [] }];
const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const TEXT: JsonObject = { schema: { type: 'string' } };

function jsonOf(name: string): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

function takes(name: string): JsonObject {
  return { requestBody: { required: true, content: jsonOf(name) } };
}

function operation(summary: string, content: JsonObject, more: JsonObject = {}): JsonObject {
  const responses = {
    '200': { description: 'the answer', content },
    default: { description: 'what went wrong', content: jsonOf('Error') },
  };
  return { summary, responses, ...more };
}

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
      '/.well-known/openwop': { get: operation('What this host speaks and sends', jsonOf('Discovery')) },
      '/host/events': {
        get: operation(
          'Durable host events of the caller`s tenant',
          { 'text/event-stream': TEXT },
          {
            security: BEARER,
            parameters: [
              {
                name: 'Last-Event-ID',
                in: 'header',
                required: false,
                description: 'resumes after this durable event',
                schema: { type: 'string' },
              },
            ],
          },
        ),
      },
      '/v1/negotiations': {
        post: operation('Negotiate one request against one card', jsonOf('Negotiation'), {
          security: BEARER,
          ...takes('NegotiationCall'),
        }),
      },
      '/v1/negotiations/{id}': {
        get: operation('The newest answer under an id', jsonOf('Negotiation'), {
          security: BEARER,
          parameters: [ID],
        }),
      },
      '/v1/evidence/{id}': {
        get: operation('One entry of the evidence, as it was written', jsonOf('EvidenceEntry'), {
          security: BEARER,
          parameters: [ID],
        }),
      },
      '/access/v1/evaluation': {
        post: operation('AuthZEN access evaluation', jsonOf('Evaluation'), {
          security: BEARER,
          parameters: [{ name: 'X-Request-ID', in: 'header', required: false, schema: { type: 'string' } }],
          ...takes('EvaluationCall'),
        }),
      },
      '/openapi.json': {
        get: operation('This document', { 'application/json': { schema: { type: 'object' } } }),
      },
      '/healthz': { get: operation('Whether the process lives', jsonOf('Status')) },
      '/readyz': { get: operation('Whether new work is taken', jsonOf('Status')) },
      '/metrics': { get: operation('Counters and gauges, Prometheus text 0.0.4', { 'text/plain': TEXT }) },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: OPENAPI_SCHEMAS,
    },
  };
}
