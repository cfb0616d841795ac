// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../../src/core/json.js';

/** What an edit does to a signature: it breaks it, leaves it valid, or leaves the card no canonical form. */
export type Effect = 'breaks' | 'stays' | 'refused';

/** An edit made after signing, and what it does under each profile. */
export interface AttestationRow {
  readonly fact: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly effect: {
    readonly 'a2a-1.0': Effect;
    readonly 'a2a-sdk': Effect;
    readonly emitted: Effect;
  };
}

const EVERYWHERE = { 'a2a-1.0': 'breaks', 'a2a-sdk': 'breaks', emitted: 'breaks' } as const;
const NOT_SDK = { 'a2a-1.0': 'breaks', 'a2a-sdk': 'stays', emitted: 'breaks' } as const;
const EMITTED_ONLY = { 'a2a-1.0': 'stays', 'a2a-sdk': 'stays', emitted: 'breaks' } as const;

const INTERFACE = { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const SKILL = { id: 's', name: 'S', description: 'does', tags: ['t'] };
const OAUTH = (flow: JsonObject): JsonObject => ({
  oauth2SecurityScheme: { flows: { authorizationCode: { authorizationUrl: 'a', tokenUrl: 't', ...flow } } },
});

/** The card that is signed, before a row changes it. */
export const BASE: JsonObject = {
  name: 'Agent',
  description: 'An agent',
  version: '1.0.0',
  supportedInterfaces: [INTERFACE],
  capabilities: { streaming: true },
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'x' } } },
  securityRequirements: [{ schemes: { key: { list: ['read'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [SKILL],
};

const ABSENT: unique symbol = Symbol('absent');
type Value = Json | typeof ABSENT;

/** A card that has, or has not, a member at the root. */
function root(name: string, value: Value): JsonObject {
  const { [name]: _, ...rest } = BASE;
  return value === ABSENT ? rest : { ...rest, [name]: value };
}

const without = (object: JsonObject, name: string, value: Value): JsonObject =>
  value === ABSENT ? object : { ...object, [name]: value };
const capability = (name: string, value: Value): JsonObject =>
  root('capabilities', without({ other: 1 }, name, value));
const extension = (name: string, value: Value): JsonObject =>
  root('capabilities', { extensions: [without({ uri: 'https://ext.example/v1' }, name, value)] });
const param = (value: Value): JsonObject => extension('params', without({ kept: 1 }, 'k', value));
const skill = (name: string, value: Value): JsonObject => root('skills', [without(SKILL, name, value)]);
const endpoint = (name: string, value: Value): JsonObject => {
  const { [name]: _, ...rest } = INTERFACE as JsonObject;
  return root('supportedInterfaces', [without(rest, name, value)]);
};
const needs = (...alternatives: readonly JsonObject[]): JsonObject =>
  root(
    'securityRequirements',
    alternatives.map((schemes) => ({ schemes })),
  );
const scheme = (value: JsonObject): JsonObject => root('securitySchemes', { key: value });
const none = { list: [] };
const some = { list: ['read'] };

function both(
  fact: string,
  before: JsonObject,
  after: JsonObject,
  effect: AttestationRow['effect'],
): AttestationRow[] {
  return [
    { fact, before, after, effect },
    { fact: `${fact}, the other way`, before: after, after: before, effect },
  ];
}

const CAPABILITIES = ['streaming', 'pushNotifications', 'extendedAgentCard'];
const EMPTIES: readonly Json[] = ['', null, [], {}];

/** What a valid signature attests, fact by fact: the edits of which a reader of a signed card must know. */
export const ATTESTATION_ROWS: readonly AttestationRow[] = [
  ...CAPABILITIES.flatMap((name) => [
    ...both(`${name}: false or absent`, capability(name, false), capability(name, ABSENT), EVERYWHERE),
    ...both(`${name}: false or null`, capability(name, false), capability(name, null), EVERYWHERE),
    ...both(`${name}: false or true`, capability(name, false), capability(name, true), EVERYWHERE),
  ]),
  ...[0, ''].map((value) => ({
    fact: `streaming: false to ${JSON.stringify(value)}`,
    before: capability('streaming', false),
    after: capability('streaming', value),
    // a2a-js coerces, and the attested view says false all the same.
    effect: { 'a2a-1.0': 'refused', 'a2a-sdk': 'stays', emitted: 'breaks' } as const,
  })),
  {
    fact: 'streaming: false to "x"',
    before: capability('streaming', false),
    after: capability('streaming', 'x'),
    effect: { 'a2a-1.0': 'refused', 'a2a-sdk': 'breaks', emitted: 'breaks' },
  },
  ...both(
    'extensions: absent or []',
    capability('extensions', ABSENT),
    capability('extensions', []),
    EMITTED_ONLY,
  ),
  ...both(
    'required: absent or false',
    extension('required', ABSENT),
    extension('required', false),
    EMITTED_ONLY,
  ),
  ...both('required: absent or true', extension('required', ABSENT), extension('required', true), EVERYWHERE),
  ...both('required: false or true', extension('required', false), extension('required', true), EVERYWHERE),
  ...both('params: absent or {}', extension('params', ABSENT), extension('params', {}), NOT_SDK),
  ...EMPTIES.flatMap((value) =>
    both(`params.k: absent or ${JSON.stringify(value)}`, param(ABSENT), param(value), NOT_SDK),
  ),
  ...[false, 0].flatMap((value) =>
    both(`params.k: absent or ${value}`, param(ABSENT), param(value), EVERYWHERE),
  ),
  ...both(
    'an extension {} at the end',
    capability('extensions', [{ uri: 'u' }]),
    capability('extensions', [{ uri: 'u' }, {}]),
    NOT_SDK,
  ),
  ...both('a skill {} at the end', root('skills', [SKILL]), root('skills', [SKILL, {}]), NOT_SDK),
  ...both(
    'an interface {} at the end',
    root('supportedInterfaces', [INTERFACE]),
    root('supportedInterfaces', [INTERFACE, {}]),
    NOT_SDK,
  ),
  ...both(
    'the one requirement, without scopes',
    needs({ key: none }),
    root('securityRequirements', ABSENT),
    NOT_SDK,
  ),
  ...both('a requirement without scopes', needs({ key: none }), needs(), NOT_SDK),
  ...both('an anonymous alternative', needs({ key: some }), needs({ key: some }, {}), NOT_SDK),
  ...both('a weak alternative', needs({ key: some }), needs({ key: some }, { weak: none }), NOT_SDK),
  ...both(
    'a scheme without scopes in an AND',
    needs({ key: some, mfa: none }),
    needs({ key: some }),
    NOT_SDK,
  ),
  ...both(
    'requirements of a skill without scopes',
    skill('securityRequirements', [{ schemes: { key: none } }]),
    skill('securityRequirements', ABSENT),
    NOT_SDK,
  ),
  ...both('mtlsSecurityScheme {}', scheme({ mtlsSecurityScheme: {} }), scheme({}), NOT_SDK),
  ...both('provider {}', root('provider', {}), root('provider', ABSENT), NOT_SDK),
  ...both('OAuth scopes {}', scheme(OAUTH({ scopes: {} })), scheme(OAUTH({})), NOT_SDK),
  ...both(
    'an OAuth scope without description',
    scheme(OAUTH({ scopes: { a: 'A', b: '' } })),
    scheme(OAUTH({ scopes: { a: 'A' } })),
    NOT_SDK,
  ),
  ...both(
    'pkceRequired: absent or false',
    scheme(OAUTH({})),
    scheme(OAUTH({ pkceRequired: false })),
    EMITTED_ONLY,
  ),
  ...both(
    'pkceRequired: absent or true',
    scheme(OAUTH({})),
    scheme(OAUTH({ pkceRequired: true })),
    EVERYWHERE,
  ),
  ...['inputModes', 'outputModes'].flatMap((name) => [
    ...both(`skill ${name}: absent or []`, skill(name, ABSENT), skill(name, []), EMITTED_ONLY),
    ...both(`skill ${name}: absent or [""]`, skill(name, ABSENT), skill(name, ['']), NOT_SDK),
  ]),
  ...both(
    'defaultInputModes gains ""',
    root('defaultInputModes', ['text/plain']),
    root('defaultInputModes', ['text/plain', '']),
    NOT_SDK,
  ),
  ...both('tenant: absent or ""', endpoint('tenant', ABSENT), endpoint('tenant', ''), EMITTED_ONLY),
  ...both(
    'protocolVersion: absent or ""',
    endpoint('protocolVersion', ABSENT),
    endpoint('protocolVersion', ''),
    NOT_SDK,
  ),
  ...both('description: absent or ""', root('description', ABSENT), root('description', ''), NOT_SDK),
  ...both('skills: absent or []', root('skills', ABSENT), root('skills', []), NOT_SDK),
  ...['iconUrl', 'documentationUrl'].flatMap((name) =>
    both(`${name}: absent or ""`, root(name, ABSENT), root(name, ''), NOT_SDK),
  ),
  ...both('0.3 url', root('url', ABSENT), root('url', 'https://evil.example'), EMITTED_ONLY),
  ...both('0.3 security', root('security', ABSENT), root('security', [{}]), EMITTED_ONLY),
  ...both('a vendor member', root('x-vendor', ABSENT), root('x-vendor', { a: 1 }), EMITTED_ONLY),
  ...both('an unknown member of a skill', skill('cost', ABSENT), skill('cost', 1), EMITTED_ONLY),
  {
    // Two parsers read two cards here (the JS SDK takes one name, the Python SDK the other), so nothing verifies.
    fact: 'a snake_case name beside the camelCase one',
    before: root('defaultInputModes', ['text/plain']),
    after: { ...BASE, default_input_modes: ['image/png'] },
    effect: { 'a2a-1.0': 'refused', 'a2a-sdk': 'refused', emitted: 'breaks' },
  },
  ...both('name', root('name', 'Agent'), root('name', 'Other'), EVERYWHERE),
];
