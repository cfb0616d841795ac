// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/core/json.js';
import type { Draft } from '../../support/example.js';

/** URIs that cards declare and requests ask for. */
const URIS = ['https://ext.example/v1', 'https://ext.example/b', 'urn:x:c'] as const;
const MODES = ['text/plain', 'application/json', 'image/png'] as const;
const SCHEMES: Readonly<Record<string, JsonObject>> = {
  key: { apiKeySecurityScheme: { location: 'header', name: 'x' } },
  bearer: { httpAuthSecurityScheme: { scheme: 'bearer' } },
  oauth: {
    oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://t.example', scopes: {} } } },
  },
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** An object of the members that are there. */
function some(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

const modes = fc.uniqueArray(fc.constantFrom(...MODES), { minLength: 1, maxLength: 3 });

const extension = fc
  .record({
    uri: fc.constantFrom(...URIS),
    required: maybe(fc.boolean()),
    description: maybe(fc.constantFrom('', 'why')),
    params: maybe(fc.constantFrom<JsonObject>({}, { version: '1.0.0' }, { k: '' }, { k: [null], n: 1 })),
  })
  .map(some);

const capabilities = fc
  .record({
    streaming: maybe(fc.boolean()),
    pushNotifications: maybe(fc.boolean()),
    extendedAgentCard: maybe(fc.boolean()),
    extensions: maybe(fc.uniqueArray(extension, { selector: (one) => one['uri'], maxLength: 2 })),
  })
  .map(some);

/** Alternatives over the schemes that the card defines: a reference to another one is a fault of the card. */
function requirements(defined: readonly string[]): fc.Arbitrary<readonly Json[]> {
  const scopes = fc.constantFrom<JsonObject>({}, { list: [] }, { list: ['a'] }, { list: ['a', 'b'] });
  const alternative = fc
    .tuple(fc.subarray([...defined]), fc.array(scopes, { minLength: 3, maxLength: 3 }))
    .map(([names, lists]) => ({
      schemes: Object.fromEntries(names.map((name, index) => [name, lists[index] ?? {}])),
    }));
  return fc.array(alternative, { maxLength: 2 });
}

function skill(id: string, defined: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      id: fc.constant(id),
      name: fc.constantFrom('S', ''),
      description: fc.constant('does'),
      tags: fc.constantFrom<string[]>([], ['t']),
      examples: maybe(fc.constantFrom<string[]>([], ['do'])),
      inputModes: maybe(fc.oneof(modes, fc.constant([]))),
      outputModes: maybe(fc.oneof(modes, fc.constant([]))),
      securityRequirements: maybe(requirements(defined)),
    })
    .map(some);
}

/** Cards that are well formed, with the empty values that profiles treat each in its way; the skill `s` is there. */
export const signedCard: fc.Arbitrary<JsonObject> = fc.subarray(Object.keys(SCHEMES)).chain((defined) =>
  fc
    .record({
      name: fc.constant('Agent'),
      description: fc.constantFrom('An agent', ''),
      version: fc.constantFrom('1.0.0', ''),
      supportedInterfaces: fc.uniqueArray(
        fc
          .record({
            url: fc.constant('https://agent.example/a2a'),
            protocolBinding: fc.constantFrom('JSONRPC', 'GRPC'),
            protocolVersion: fc.constantFrom('1.0', '0.3'),
            tenant: maybe(fc.constantFrom('', 't')),
          })
          .map(some),
        { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) },
      ),
      capabilities,
      provider: maybe(fc.constantFrom<JsonObject>({}, { organization: 'O', url: 'https://o.example' })),
      documentationUrl: maybe(fc.constantFrom('', 'https://docs.example')),
      securitySchemes: fc.constant(
        defined.length === 0
          ? undefined
          : Object.fromEntries(defined.map((name) => [name, SCHEMES[name] ?? {}])),
      ),
      securityRequirements: maybe(requirements(defined)),
      defaultInputModes: modes,
      defaultOutputModes: modes,
      skills: fc
        .tuple(skill('s', defined), maybe(skill('other', defined)))
        .map((list) => list.filter((one) => one !== undefined)),
      'x-vendor': maybe(fc.constantFrom<Json>(null, { a: 1 })),
    })
    .map(some),
);

/** Requests for the skill `s`. */
export const signedCardRequest: fc.Arbitrary<Draft> = fc
  .record({
    inputModes: modes,
    outputModes: modes,
    extensions: fc.uniqueArray(fc.record({ uri: fc.constantFrom(...URIS), required: fc.boolean() }), {
      selector: ({ uri }) => uri,
      maxLength: 2,
    }),
    version: maybe(fc.constantFrom('1.0', '0.3')),
  })
  .map(({ version, ...rest }) => ({
    requester: { ref: 'client', authenticated: true },
    provider: { ref: 'agent' },
    skill: 's',
    scope: 'scope.x',
    effect: { class: 'read', risk: 'low' },
    protocol: version === undefined ? { name: 'a2a' } : { name: 'a2a', version },
    ...rest,
  }));
