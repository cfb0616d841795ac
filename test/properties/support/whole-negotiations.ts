// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import type { Draft, DraftValue } from '../../support/example.js';
import { OFFERED_MODES, REQUESTED_MODES } from '../../support/generate.js';

/** Ids that somebody will try: of skills, of parties and of runs. */
const ODD_IDS: readonly string[] = [
  'review',
  'review contracts',
  'a/b',
  'a_x2Fb',
  '_x',
  '*',
  '__proto__',
  'constructor',
  'überprüfung',
  '\u{1F512}',
  'line\nbreak\u0000',
  'x'.repeat(2_048),
];

const PROVIDERS: readonly string[] = ['agent', '__proto__', 'did:web:agent.example#key 1'];

const SCOPES: readonly string[] = ['scope.x', 'scope of everything/*'];

const URIS: readonly string[] = [
  'https://e.example/a/v1',
  'https://e.example/b',
  'https://e.example/c?v=1',
  'urn:x:d',
  'vendor.example/ui',
];

/** What a policy's data may say; each has its own policy, because settings cost an instance. */
export const SETTINGS: readonly Draft[] = [
  {},
  { review: true },
  { required_extension_missing: 'review' },
  { disclosure: 'restricted' },
  { security: { declared: 'allow', undeclared: 'review', unknown: 'deny' } },
  { protocols: { a2a: { floor: '1.0' }, mcp: { floor: '2025-11-25' } }, signatures: { unsigned: 'review' } },
];

// One grant per client: what it may do with any skill of any provider.
const GRANTS: Readonly<Record<string, Draft>> = {
  'client.allowed': { effects: { read: 'allow' } },
  'client bounded': {
    effects: { read: 'allow' },
    constraints: [
      'Only metadata.',
      'Only metadata.',
      'Nur für 契約 "x"; input mode text/plain not granted',
      ' ',
    ],
    obligations: [{ id: 'expire-after', seconds: 60 }],
  },
  'client.reviewed': { effects: { read: 'review' }, constraints: ['Ask twice.'] },
  'client.overdue': { effects: { read: 'allow' }, expires: '2020-01-01T00:00:00Z' },
  'client.bound-to-the-unknown': { effects: { read: 'allow' }, obligations: [{ id: 'sacrifice-a-goat' }] },
  'client.stranger': {},
};

/** The data of one policy. */
export function dataOf(settings: Draft): Draft {
  const requesters = Object.entries(GRANTS).filter(([, grant]) => Object.keys(grant).length > 0);
  const keyed = (names: readonly string[], value: DraftValue): Draft =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    policy_data: {
      settings: {
        disclosure: 'public',
        history: {},
        profiles: {},
        protocols: { a2a: { floor: '0.3' }, mcp: { floor: '2025-06-18' } },
        require_history: false,
        required_extension_missing: 'reject',
        review: false,
        risks: { low: 'allow', high: 'review' },
        security: { declared: 'allow', undeclared: 'allow', unknown: 'review' },
        signatures: { unsigned: 'allow', untrusted: 'allow' },
        ...settings,
      },
      providers: keyed(PROVIDERS, { skills: { 'a/b': { disclosure: 'extended' } } }),
      grants: {
        requesters: Object.fromEntries(
          requesters.map(([name, grant]) => [name, keyed(PROVIDERS, { '*': keyed(SCOPES, grant) })]),
        ),
        roles: {},
        tenants: {},
        workspaces: {},
      },
    },
  };
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: fc.constant(undefined) });

const offered = fc.uniqueArray(fc.constantFrom(...OFFERED_MODES, 'TEXT/plain', 'no mode'), { maxLength: 4 });
const asked = fc.uniqueArray(fc.constantFrom(...REQUESTED_MODES, 'a/b;c="d e"', 'text/plain;x=1;x=1'), {
  minLength: 1,
  maxLength: 4,
});

const extensionOfCard = fc.record(
  {
    uri: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...URIS) },
      { weight: 1, arbitrary: fc.constantFrom('no uri', 'a "quoted" one.', 'x\ny') },
    ),
    required: fc.boolean(),
    description: fc.constantFrom('Supported.', 'a\nb', '', 'ends with a colon:'),
    params: fc.constantFrom({ version: '1.0.0' }, { version: 2 }, {}),
  },
  { requiredKeys: ['uri'] },
);

const requirements = fc.constantFrom<DraftValue[]>(
  [],
  [{ schemes: { oauth: { list: ['read'] } } }],
  [{ schemes: { __proto__: { list: [] }, oauth: {} } }],
);

const skillOf = (id: string): fc.Arbitrary<object> =>
  fc.record(
    {
      id: fc.constant(id),
      name: fc.constant('Skill'),
      description: fc.constant('d'),
      tags: fc.constantFrom([], ['t', 't'], ['__proto__']),
      inputModes: offered,
      outputModes: offered,
      securityRequirements: requirements,
    },
    { requiredKeys: ['id', 'name', 'description', 'tags'] },
  );

const capabilities = fc.record(
  {
    streaming: fc.boolean(),
    extensions: fc.oneof(
      { weight: 4, arbitrary: fc.uniqueArray(extensionOfCard, { selector: ({ uri }) => uri, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  },
  { requiredKeys: [] },
);

function a2aCard(id: string): fc.Arbitrary<object> {
  const common = { capabilities, defaultInputModes: offered, defaultOutputModes: offered };
  const current = fc.record(
    {
      name: fc.constant('Agent'),
      version: fc.constantFrom('1.0.0', '2.0.0'),
      supportedInterfaces: fc
        .subarray(['1.0', '0.3', '1.0.2', '9.9', 'x'], { minLength: 1 })
        .map((versions) => versions.map((protocolVersion) => ({ ...INTERFACE, protocolVersion }))),
      skills: skillOf(id).map((skill) => [skill, OTHER_SKILL]),
      securityRequirements: requirements,
      ...common,
    },
    { requiredKeys: ['name', 'supportedInterfaces', 'skills'] },
  );
  const legacy = fc.record(
    {
      name: fc.constant('Agent'),
      url: fc.constant('https://agent.example/a2a'),
      protocolVersion: fc.constantFrom('0.3.0', '0.2.6'),
      skills: skillOf(id).map((skill) => [OTHER_SKILL, skill]),
      ...common,
    },
    { requiredKeys: ['name', 'url', 'skills'] },
  );
  return fc.oneof({ weight: 3, arbitrary: current }, { weight: 1, arbitrary: legacy });
}

const OTHER_SKILL = { id: 'other', name: 'Other', description: 'd', tags: [] };
const INTERFACE = { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC' };

function mcpServer(id: string): fc.Arbitrary<object> {
  return fc.record(
    {
      initialize: fc.record({
        protocolVersion: fc.constantFrom('2025-06-18', '2025-11-25', '2026-07-28'),
        serverInfo: fc.constant({ name: 'Server', version: '1' }),
        capabilities: fc.constantFrom(
          { tools: {} },
          { tools: {}, extensions: { 'vendor.example/ui': {} } },
          {},
        ),
      }),
      tools: fc.constantFrom(
        [{ name: id, inputSchema: { type: 'object' } }],
        [{ name: id, inputSchema: { type: 'object' }, outputSchema: { type: 'object' } }],
      ),
    },
    { requiredKeys: ['initialize'] },
  );
}

function requestFor(id: string, protocol: 'a2a' | 'mcp'): fc.Arbitrary<Draft> {
  const versions =
    protocol === 'a2a' ? ['1.0', '0.3', '0.1', '1.0.7', 'one'] : ['2025-11-25', '2024-11-05', 'now'];
  const odd = fc.constantFrom(...ODD_IDS);
  return fc
    .record({
      negotiationId: maybe(fc.constantFrom('neg.1', 'neg 1/ä', 'x'.repeat(2_048))),
      direction: maybe(fc.constantFrom('inbound', 'outbound')),
      requester: fc
        .record({
          ref: fc.constantFrom(...Object.keys(GRANTS), ...Object.keys(GRANTS), ...ODD_IDS.slice(0, 4)),
          origin: maybe(fc.constant('https://client.example:8443')),
          authenticated: fc.boolean(),
          tenant: maybe(odd),
          workspace: maybe(odd),
          attributes: maybe(
            fc.constantFrom({ roles: ['buyer'] }, { constructor: null }, { deep: [[{ a: [1.5] }]] }),
          ),
        })
        .map(whole),
      provider: fc
        .record({
          ref: fc.constantFrom(...PROVIDERS),
          origin: maybe(
            fc.constantFrom('https://agent.example', 'grpc://agent.example:50051', 'https://[::1]:8443'),
          ),
        })
        .map(whole),
      skill: fc.oneof({ weight: 9, arbitrary: fc.constant(id) }, { weight: 1, arbitrary: odd }),
      inputModes: asked,
      outputModes: asked,
      extensions: maybe(
        fc.uniqueArray(
          fc
            .record({
              uri: fc.constantFrom(...URIS),
              version: maybe(fc.constantFrom('1', '1.0.0', '2', 'v1')),
              required: fc.boolean(),
            })
            .map(whole),
          { selector: ({ uri }) => String(uri), maxLength: 4 },
        ),
      ),
      protocol: fc
        .record({
          name: fc.oneof(
            { weight: 9, arbitrary: fc.constant(protocol) },
            { weight: 1, arbitrary: fc.constantFrom('a2a', 'mcp') },
          ),
          version: maybe(fc.constantFrom(...versions)),
        })
        .map(whole),
      scope: fc.constantFrom(...SCOPES),
      effect: fc
        .record({
          class: fc.constantFrom('read', 'read', 'read', 'write/all'),
          risk: maybe(fc.constantFrom('low', 'high')),
        })
        .map(whole),
      run: maybe(odd),
    })
    .map(whole)
    .filter(({ requester, provider }) => (requester as Draft)['ref'] !== (provider as Draft)['ref']);
}

function whole(parts: object): Draft {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Draft;
}

/** A provider's document, a request for one of its skills, and which of {@link SETTINGS} decides. */
export interface WholeNegotiation {
  readonly card: Draft;
  readonly request: Draft;
  readonly setting: number;
}

/** The same request, asking for what the card offers and nothing that it does not. */
function fitting({ card, request, setting }: WholeNegotiation): WholeNegotiation {
  const skills = (card['skills'] ?? []) as Draft[];
  const skill = skills.find(({ id }) => id === request['skill']) ?? {};
  const modes = (direction: 'Input' | 'Output'): DraftValue => {
    const own = skill[`${direction.toLowerCase()}Modes`] as DraftValue[] | undefined;
    const offers = own === undefined || own.length === 0 ? card[`default${direction}Modes`] : own;
    const read = ((offers ?? []) as string[]).filter((mode) => mode !== 'no mode');
    return read.length > 0 ? read : ['application/json'];
  };
  const { extensions } = (card['capabilities'] ?? {}) as { extensions?: Draft[] | null };
  const named = (extensions ?? []).filter(({ uri }) => URIS.includes(String(uri)));
  const { version: _version, ...protocol } = request['protocol'] as Draft;
  return {
    card,
    setting,
    request: {
      ...request,
      requester: { ...(request['requester'] as Draft), authenticated: true },
      inputModes: modes('Input'),
      outputModes: modes('Output'),
      extensions: named.map(({ uri, required }) => ({ uri: uri ?? '', required: required === true })),
      protocol: { ...protocol, name: 'supportedInterfaces' in card || 'url' in card ? 'a2a' : 'mcp' },
      effect: { class: 'read', risk: 'low' },
    },
  };
}

/** Whole negotiations: most of them ask for what is offered, the others for anything; the ids are odd. */
export const wholeNegotiation: fc.Arbitrary<WholeNegotiation> = fc
  .record({
    id: fc.constantFrom(...ODD_IDS),
    protocol: fc.constantFrom('a2a' as const, 'a2a' as const, 'mcp' as const),
  })
  .chain(({ id, protocol }) =>
    fc.record({
      card: (protocol === 'a2a' ? a2aCard(id) : mcpServer(id)).map((card) => card as Draft),
      request: requestFor(id, protocol),
      setting: fc.nat({ max: SETTINGS.length - 1 }),
      fits: fc.constantFrom(true, true, false),
    }),
  )
  .map(({ fits, ...given }) => (fits ? fitting(given) : given));
