// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../core/json.js';

const TEXT: JsonObject = { type: 'string' };
const NAME: JsonObject = { type: 'string', minLength: 1 };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const OBJECT: JsonObject = { type: 'object' };

function object(properties: JsonObject, required: readonly string[], example?: Json): JsonObject {
  return { type: 'object', required, properties, ...(example === undefined ? {} : { examples: [example] }) };
}

const CARD_TYPE: JsonObject = {
  description: 'as an object, or as its text byte for byte',
  type: ['object', 'string'],
};
const CARD: JsonObject = {
  name: 'Reviewer',
  description: 'Reviews contracts.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://contracts.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: {},
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'contract-risk-review', name: 'Review', description: 'Finds risks.', tags: ['contracts'] }],
};
const PROVIDER: JsonObject = { ref: 'agent.contract-review', origin: 'https://contracts.example' };
const TERMS: JsonObject = {
  inputModes: ['application/json'],
  outputModes: ['application/json'],
  protocol: { name: 'a2a', version: '1.0' },
  scope: 'scope.contract-review',
};

/** The documents of the interface as JSON Schemas (2020-12), the ones that are sent in with an example each. */
export const OPENAPI_SCHEMAS: Readonly<Record<string, JsonObject>> = Object.freeze({
  Error: object(
    { error: object({ code: NAME, message: NAME, action: NAME, pointer: TEXT }, ['code', 'message']) },
    ['error'],
    { error: { code: 'card-missing', message: 'the body needs a card', pointer: '/card' } },
  ),
  NegotiationCall: object(
    {
      request: { type: 'object', description: 'docs/request.md' },
      card: CARD_TYPE,
    },
    ['request', 'card'],
    {
      request: {
        requester: { ref: 'client.agent.procurement', authenticated: true },
        provider: PROVIDER,
        skill: 'contract-risk-review',
        effect: { class: 'read', risk: 'low' },
        ...TERMS,
      },
      card: CARD,
    },
  ),
  Negotiation: object(
    {
      outcome: { enum: ['accepted', 'accepted-with-constraints', 'review-required', 'rejected'] },
      layers: {
        type: 'array',
        items: object(
          {
            layer: NAME,
            status: { enum: ['passed', 'refused', 'not-reached'] },
            codes: TEXTS,
            reasons: TEXTS,
          },
          ['layer', 'status', 'codes', 'reasons'],
        ),
      },
      negotiation: { type: ['object', 'null'] },
      receipt: { type: ['object', 'null'] },
      record: { type: ['object', 'null'] },
      evidence: object(
        { head: object({ seq: { type: 'integer', minimum: 0 }, hash: TEXT }, ['seq', 'hash']), refs: TEXTS },
        ['head', 'refs'],
      ),
    },
    ['outcome', 'layers', 'negotiation', 'receipt', 'record', 'evidence'],
  ),
  EvaluationCall: object(
    {
      subject: object({ type: NAME, id: NAME, properties: OBJECT }, ['type', 'id']),
      action: object({ name: NAME, properties: OBJECT }, ['name']),
      resource: object(
        {
          type: { const: 'skill' },
          id: NAME,
          properties: object({ card: CARD_TYPE, provider: OBJECT }, ['card', 'provider']),
        },
        ['type', 'id', 'properties'],
      ),
      context: OBJECT,
    },
    ['subject', 'action', 'resource', 'context'],
    {
      subject: { type: 'agent', id: 'client.agent.procurement', properties: { authenticated: true } },
      action: { name: 'read', properties: { risk: 'low' } },
      resource: {
        type: 'skill',
        id: 'contract-risk-review',
        properties: { card: CARD, provider: PROVIDER },
      },
      context: TERMS,
    },
  ),
  Evaluation: object(
    {
      decision: { type: 'boolean' },
      context: object(
        { outcome: NAME, negotiationId: NAME, decisionId: NAME, constraints: TEXTS, reasons: TEXTS },
        ['outcome', 'negotiationId', 'decisionId', 'constraints', 'reasons'],
      ),
    },
    ['decision', 'context'],
  ),
  EvidenceEntry: object(
    {
      id: NAME,
      kind: NAME,
      at: TEXT,
      negotiationId: NAME,
      body: { type: 'string', description: 'one JSON document, as text' },
      seq: { type: 'integer', minimum: 1 },
      prev: TEXT,
      hash: TEXT,
      blobs: TEXTS,
    },
    ['id', 'kind', 'at', 'body', 'seq', 'prev', 'hash'],
  ),
  Discovery: object(
    {
      protocolVersions: TEXTS,
      preferredVersion: NAME,
      a2a: object({ versions: TEXTS, preferredVersion: NAME, minimumVersion: NAME, refreshedAt: NAME }, [
        'versions',
        'preferredVersion',
        'minimumVersion',
        'refreshedAt',
      ]),
      mcp: object({ revisions: TEXTS, preferredVersion: NAME, minimumRevision: NAME, refreshedAt: NAME }, [
        'revisions',
        'preferredVersion',
        'minimumRevision',
        'refreshedAt',
      ]),
      hostEvents: object({ types: { type: 'array', items: object({ type: NAME }, ['type']) } }, ['types']),
    },
    ['protocolVersions', 'preferredVersion', 'a2a', 'mcp', 'hostEvents'],
  ),
  Status: object({ status: { enum: ['ok', 'ready'] } }, ['status']),
});
