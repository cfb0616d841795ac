// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import type { NegotiationRequest } from '../../../src/core/request.js';

/** A whole request with every optional member. */
export const FULL_REQUEST: NegotiationRequest = {
  negotiationId: 'neg.1',
  direction: 'outbound',
  requester: {
    ref: 'client.agent.procurement',
    origin: 'https://procurement.example',
    authenticated: true,
    tenant: 'acme',
    workspace: 'ws-1',
    attributes: { roles: ['buyer'], limits: { eur: 5000, flags: [true, null] } },
  },
  provider: { ref: 'agent.contract-review', origin: 'https://contracts.example' },
  skill: 'contract-risk-review',
  inputModes: ['application/json', 'text/plain'],
  outputModes: ['application/json'],
  extensions: [
    { uri: 'https://a2a-protocol.org/extensions/traceability/v1', version: '1.0.0', required: true },
  ],
  protocol: { name: 'a2a', version: '1.0' },
  scope: 'scope.contract-review.enterprise',
  effect: { class: 'read', risk: 'low' },
  run: 'run-1',
};

const word = fc.oneof(
  fc.constantFrom('a', 'ab', 'agent.one', '日本', 'x'.repeat(2048), '😀'.repeat(2048)),
  fc.string({ minLength: 1 }),
);
const mode = fc.constantFrom(
  'application/json',
  'text/plain',
  'TEXT/Plain',
  '*/*',
  'text/*',
  'text/plain; charset=utf-8',
  'a/b;c="d;\\"e"',
  'a/b ; c=d;e=f',
  '*/json',
  'text',
  'te*t/plain',
  'a/b;',
  'a/b;c',
  'a/b; c = d',
  '/',
  'a/b/c',
  'text/pläin',
);
const origin = fc.constantFrom(
  'https://a.example',
  'http://[::1]:8080',
  'https://a.example:8443',
  'https://A.example',
  'https://a.example:443',
  'https://a.example/',
  'http://a.example:80',
  'https://a.example:0',
  'a.example',
  'https://user@a.example',
);
const uri = fc.constantFrom(
  'https://a.example/x/v1',
  'https://b.example/%20y?q#f',
  'urn:e:1',
  'io.modelcontextprotocol/ui',
  'a/b/c',
  'no uri',
  'traceability',
  'x:',
  'https://a.example/ü',
  'https://a.example/%zz',
);
const value = fc.jsonValue({ maxDepth: 6 });
const name = fc.constantFrom('a', 'roles', '', '__proto__', 'constructor', '\ud800');

/** Requests of the right members; some of their texts are well formed. */
export const requests: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(FULL_REQUEST),
  fc.record(
    {
      negotiationId: word,
      direction: fc.constantFrom('inbound', 'outbound'),
      requester: fc.record(
        {
          ref: word,
          origin,
          authenticated: fc.boolean(),
          tenant: word,
          workspace: word,
          attributes: fc.oneof(
            fc.dictionary(fc.constantFrom('a', 'roles'), value, { noNullPrototype: true }),
            fc.dictionary(name, value, { noNullPrototype: true }),
          ),
        },
        { requiredKeys: ['ref', 'authenticated'] },
      ),
      provider: fc.record({ ref: word, origin }, { requiredKeys: ['ref'] }),
      skill: word,
      inputModes: fc.array(mode, { minLength: 1, maxLength: 2 }),
      outputModes: fc.array(mode, { minLength: 1, maxLength: 2 }),
      extensions: fc.array(
        fc.record({ uri, version: word, required: fc.boolean() }, { requiredKeys: ['uri', 'required'] }),
        { maxLength: 2 },
      ),
      protocol: fc.record({ name: fc.constantFrom('a2a', 'mcp'), version: word }, { requiredKeys: ['name'] }),
      scope: word,
      effect: fc.record({ class: word, risk: word }, { requiredKeys: ['class'] }),
      run: word,
    },
    {
      requiredKeys: [
        'requester',
        'provider',
        'skill',
        'inputModes',
        'outputModes',
        'protocol',
        'scope',
        'effect',
      ],
    },
  ),
);
