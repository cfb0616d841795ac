// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { FrozenMap } from '../../src/core/frozen-map.js';
import type { Json } from '../../src/core/json.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { card10, findingsOf, read, refusalOf, skillWith } from './support/cards.js';

const INTERFACE = { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const withExtensions = (extensions: Json) => card10({ capabilities: { extensions } });

describe('an A2A 1.0 card', () => {
  it('reads into facts, without a finding', () => {
    const { facts, findings } = read(
      card10({
        capabilities: { streaming: false, pushNotifications: true, extensions: [] },
        supportedInterfaces: [
          INTERFACE,
          { ...INTERFACE, protocolBinding: 'GRPC', tenant: 't', protocolVersion: '1.0' },
        ],
        securitySchemes: { k: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
        securityRequirements: [{ schemes: { k: { list: [] } } }],
        skills: [skillWith({ inputModes: ['text/plain'], outputModes: [] })],
      }),
    );
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({ protocol: 'a2a', shape: '1.0', name: 'Reviewer', version: '2.1.0' });
    expect(facts.interfaces).toEqual([
      { url: INTERFACE.url, binding: 'JSONRPC', protocolVersion: '1.0' },
      { url: INTERFACE.url, binding: 'GRPC', protocolVersion: '1.0', tenant: 't' },
    ]);
    expect(facts.protocolVersions).toEqual(['1.0']);
    expect(facts.capabilities).toEqual({
      streaming: false,
      pushNotifications: true,
      extendedAgentCard: UNDECLARED,
      extensions: [],
    });
    expect(facts.securityRequirements).toEqual([new FrozenMap([['k', []]])]);
    expect([...facts.skills.keys()]).toEqual(['review']);
    expect(facts.skills.get('review')).toMatchObject({
      tags: ['law'],
      inputModes: ['text/plain'],
      outputModes: UNDECLARED,
      securityRequirements: UNDECLARED,
    });
  });

  it('fills in nothing', () => {
    const { facts, findings } = read({ name: 'x', signatures: [] });
    expect(facts.interfaces).toEqual([]);
    expect(facts.capabilities).toEqual({
      streaming: UNDECLARED,
      pushNotifications: UNDECLARED,
      extendedAgentCard: UNDECLARED,
      extensions: UNDECLARED,
    });
    expect([
      facts.version,
      facts.defaultInputModes,
      facts.defaultOutputModes,
      facts.securityRequirements,
    ]).toEqual(Array(4).fill(UNDECLARED));
    expect(
      findings.every(({ code, severity }) => code === 'card.required-missing' && severity === 'error'),
    ).toBe(true);
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      '/description',
      '/supportedInterfaces',
      '/version',
      '/capabilities',
      '/defaultInputModes',
      '/defaultOutputModes',
      '/skills',
    ]);
  });

  it('keeps ids that name members of Object apart from them', () => {
    const ids = ['constructor', 'toString', 'hasOwnProperty', 'proto'];
    const { facts } = read(card10({ skills: ids.map((id) => skillWith({ id })) }));
    expect([...facts.skills.keys()]).toEqual(ids);
    expect(facts.skills.get('valueOf')).toBeUndefined();
    expect(facts.skills.has('__proto__')).toBe(false);
  });

  it('gives facts that nobody can change', () => {
    const { facts } = read(withExtensions([{ uri: 'urn:e' }]));
    expect(() => Object.assign(facts, { protocol: 'mcp' })).toThrow(TypeError);
    expect(() => Object.assign(facts.capabilities, { streaming: true })).toThrow(TypeError);
    expect(() => (facts.capabilities.extensions as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Map.prototype.set.call(facts.skills, 'x', 1)).toThrow(TypeError);
    expect(() => (facts.defaultInputModes as unknown[]).push(1)).toThrow(TypeError);
  });
});

describe('tri-state capabilities', () => {
  it.each([
    ['absent', {}, UNDECLARED],
    ['null', { extensions: null }, UNDECLARED],
    ['[]', { extensions: [] }, []],
    ['one', { extensions: [{ uri: 'urn:e' }] }, [{ uri: 'urn:e', required: false }]],
    ['an object', { extensions: { uri: 'urn:e' } }, UNDECLARED],
    ['a string', { extensions: 'urn:e' }, UNDECLARED],
  ])('extensions %s', (_, capabilities, expected) => {
    expect(read(card10({ capabilities })).facts.capabilities.extensions).toEqual(expected);
  });

  it.each(['streaming', 'pushNotifications', 'extendedAgentCard'] as const)('%s is never coerced', (name) => {
    const states = [true, false, null, 'false', 'true', 0, 1, '', {}, []].map(
      (value) => read(card10({ capabilities: { [name]: value } })).facts.capabilities[name],
    );
    expect(states).toEqual([true, false, ...Array(8).fill(UNDECLARED)]);
    expect(findingsOf(read(card10({ capabilities: { [name]: 'false' } })))).toEqual([
      `card.wrong-type /capabilities/${name}`,
    ]);
    expect(findingsOf(read(card10({ capabilities: { [name]: null } })))).toEqual([
      `card.null-member /capabilities/${name}`,
    ]);
  });

  it.each([[[]], ['x'], [true], [0]])('capabilities %j is no object', (capabilities) => {
    const reading = read(card10({ capabilities }));
    expect(findingsOf(reading)).toEqual(['card.capabilities-not-object /capabilities']);
    expect(reading.facts.capabilities.extensions).toBe(UNDECLARED);
  });
});

describe('extensions', () => {
  it.each([
    ['https://e.example/ext/v1', undefined, 'v1'],
    ['https://e.example/ext/v1.2', undefined, 'v1.2'],
    ['https://e.example/ext/1.0.0', undefined, '1.0.0'],
    ['https://e.example/ext/v1?v=2#3', undefined, 'v1'],
    ['https://e.example/ext/v1', { version: '1.4.0' }, '1.4.0'],
    ['https://e.example/ext/v1', { version: 1 }, 'v1'],
    ['https://e.example/ext/v1/', undefined, undefined],
    ['https://e.example/ext/42', undefined, undefined],
    ['https://e.example/v1/ext', undefined, undefined],
    ['https://e.example/reference?v=2026-01-11', undefined, undefined],
    ['urn:x:v1', undefined, undefined],
    ['v1', undefined, undefined],
  ])('%s with params %j has version %s', (uri, params, version) => {
    const entry = params === undefined ? { uri } : { uri, params };
    const { extensions } = read(withExtensions([entry])).facts.capabilities;
    expect(extensions).toEqual([{ uri, required: false, ...(version !== undefined && { version }) }]);
  });

  it.each([
    ['no object', 'urn:e', ['card.extension-malformed /capabilities/extensions/0']],
    ['no uri', {}, ['card.extension-malformed /capabilities/extensions/0']],
    ['an empty uri', { uri: '', required: false }, ['card.extension-malformed /capabilities/extensions/0']],
    ['a uri of another type', { uri: 7 }, ['card.extension-malformed /capabilities/extensions/0']],
  ])('%s: not offered', (_, entry, expected) => {
    const reading = read(withExtensions([entry]));
    expect(findingsOf(reading)).toEqual(expected);
    expect(reading.facts.capabilities.extensions).toEqual([]);
  });

  it('reads a `required` of the wrong type as true', () => {
    const reading = read(withExtensions([{ uri: 'urn:e', required: 'false' }]));
    expect(reading.facts.capabilities.extensions).toEqual([{ uri: 'urn:e', required: true }]);
    expect(findingsOf(reading)).toEqual(['card.wrong-type /capabilities/extensions/0/required']);
  });

  it('takes one of two equal entries, in whatever order of members', () => {
    const reading = read(
      withExtensions([
        { uri: 'urn:e', required: true },
        { required: true, uri: 'urn:e' },
      ]),
    );
    expect(reading.facts.capabilities.extensions).toEqual([{ uri: 'urn:e', required: true }]);
    expect(findingsOf(reading)).toEqual(['card.extension-repeated /capabilities/extensions/1']);
  });

  it.each([
    [{ uri: 'urn:e', required: true }],
    [{ uri: 'urn:e', params: {} }],
    [{ uri: 'urn:e', description: 'other' }],
  ])('refuses a second entry of one uri that differs: %j', (other) => {
    expect(refusalOf(() => read(withExtensions([{ uri: 'urn:e' }, { uri: 'urn:o' }, other])))).toEqual([
      'ADVERTISED_EXTENSION_CONFLICT',
      '/capabilities/extensions/2',
    ]);
  });

  it.each([[{ required: true }], [{ uri: '', required: true }], [{ uri: null, required: 'yes' }]])(
    'refuses a required extension without a name: %j',
    (entry) => {
      expect(refusalOf(() => read(withExtensions([entry])))).toEqual([
        'ADVERTISED_EXTENSION_UNREADABLE',
        '/capabilities/extensions/0',
      ]);
    },
  );
});

describe('interfaces', () => {
  it.each([
    ['no version', { protocolVersion: undefined }, ['card.required-missing', 'card.interface-unversioned']],
    ['an empty version', { protocolVersion: '' }, ['card.interface-unversioned']],
    [
      'null for a version',
      { protocolVersion: null },
      ['card.null-member', 'card.required-missing', 'card.interface-unversioned'],
    ],
    ['a version of one part', { protocolVersion: '1' }, ['card.version-malformed']],
    ['v1.0', { protocolVersion: 'v1.0' }, ['card.version-malformed']],
    ['a leading space', { protocolVersion: ' 1.0' }, ['card.version-malformed']],
    ['a leading zero', { protocolVersion: '01.0' }, ['card.version-malformed']],
    ['garbage behind it', { protocolVersion: '0.3.garbage' }, ['card.version-malformed']],
    ['a line break behind it', { protocolVersion: '1.0\n' }, ['card.version-malformed']],
    ['a number', { protocolVersion: 1.0 }, ['card.version-malformed']],
    ['no url', { url: undefined }, ['card.required-missing', 'card.interface-malformed']],
    ['an empty url', { url: '' }, ['card.interface-malformed']],
    ['a url of another type', { url: 1 }, ['card.wrong-type', 'card.interface-malformed']],
    ['no binding', { protocolBinding: undefined }, ['card.required-missing', 'card.interface-malformed']],
    ['a tenant of another type', { tenant: 1 }, ['card.wrong-type', 'card.interface-malformed']],
  ])('%s: not offered', (_, changes, expected) => {
    const broken = Object.fromEntries(
      Object.entries({ ...INTERFACE, ...changes }).filter(([, value]) => value !== undefined),
    ) as Record<string, Json>;
    const reading = read(card10({ supportedInterfaces: [broken, { ...INTERFACE, protocolVersion: '1.1' }] }));
    expect(reading.facts.protocolVersions).toEqual(['1.1']);
    expect(reading.findings.map(({ code }) => code)).toEqual(expected);
  });

  it.each([[7], ['https://agent.example'], [null]])('an entry %j is no interface', (entry) => {
    const reading = read(card10({ supportedInterfaces: [entry] }));
    expect(findingsOf(reading)).toEqual(['card.interface-malformed /supportedInterfaces/0']);
    expect(reading.facts.interfaces).toEqual([]);
  });

  it('keeps versions as written, in order, without repeats', () => {
    const versions = ['1.0', '0.3', '1.0', '1.0.1'];
    const list = versions.map((protocolVersion) => ({ ...INTERFACE, protocolVersion }));
    const { facts } = read(card10({ supportedInterfaces: list }));
    expect(facts.protocolVersions).toEqual(['1.0', '0.3', '1.0.1']);
    expect(facts.interfaces).toHaveLength(4);
  });
});

describe('modes', () => {
  it('keeps out what is no media type', () => {
    const modes = [
      'text',
      '',
      '*/json',
      '*/*',
      'text/*',
      'application/json',
      7,
      'text/plain;a',
      'TEXT/plain; x=1',
    ];
    const reading = read(card10({ defaultInputModes: modes }));
    expect(reading.facts.defaultInputModes).toEqual(['application/json', 'TEXT/plain; x=1']);
    expect(findingsOf(reading)).toEqual([
      'card.wrong-type /defaultInputModes/6',
      ...[0, 1, 2, 3, 4, 7].map((index) => `card.mode-malformed /defaultInputModes/${index}`),
    ]);
  });

  it('offers nothing where every mode is malformed, or the list is', () => {
    for (const inputModes of [['text'], [''], 'text/plain', {}, 1]) {
      const { facts } = read(card10({ skills: [skillWith({ inputModes })] }));
      expect(facts.skills.get('review')?.inputModes).toEqual([]);
    }
  });

  it('reads an absent, null or empty list of a skill as undeclared', () => {
    for (const outputModes of [undefined, null, []]) {
      const { facts } = read(card10({ skills: [skillWith({ outputModes })] }));
      expect(facts.skills.get('review')?.outputModes).toBe(UNDECLARED);
    }
  });
});

describe('skills', () => {
  it.each([
    ['null', { skills: null }, ['card.null-member /skills', 'card.required-missing /skills']],
    ['an object', { skills: { review: {} } }, ['card.wrong-type /skills']],
    ['empty', { skills: [] }, ['card.required-empty /skills']],
    ['a string in it', { skills: ['review'] }, ['card.skill-malformed /skills/0']],
    ['an empty id', { skills: [skillWith({ id: '' })] }, ['card.skill-malformed /skills/0']],
    ['a numeric id', { skills: [skillWith({ id: 1 })] }, ['card.skill-malformed /skills/0']],
  ])('%s: none', (_, changes, expected) => {
    const reading = read(card10(changes));
    expect(reading.facts.skills.size).toBe(0);
    expect(findingsOf(reading)).toEqual(expected);
  });

  it('offers one of two equal skills, and none of two that differ', () => {
    const same = read(card10({ skills: [skillWith({}), skillWith({})] }));
    expect(same.facts.skills.size).toBe(1);
    expect(findingsOf(same)).toEqual(['card.skill-repeated /skills/1']);
    const differ = read(card10({ skills: [skillWith({}), skillWith({ tags: [] }), skillWith({})] }));
    expect(differ.facts.skills.size).toBe(0);
    expect(findingsOf(differ)).toEqual(['card.skill-conflict /skills/1', 'card.skill-repeated /skills/2']);
  });
});

describe('members of other versions', () => {
  it('flags each legacy member, and lets none of them grant anything', () => {
    const reading = read(
      card10({
        url: 'https://evil.example',
        protocolVersion: '0.3.0',
        preferredTransport: 'GRPC',
        additionalInterfaces: [{ url: 'https://evil.example', transport: 'GRPC' }],
        supportsAuthenticatedExtendedCard: true,
        supportsExtendedAgentCard: true,
        capabilities: { stateTransitionHistory: true },
      }),
    );
    expect(findingsOf(reading)).toEqual([
      'card.dual-shape /url',
      'card.legacy-member /protocolVersion',
      'card.legacy-member /preferredTransport',
      'card.legacy-member /additionalInterfaces',
      'card.legacy-member /supportsAuthenticatedExtendedCard',
      'card.legacy-member /supportsExtendedAgentCard',
      'card.legacy-member /capabilities/stateTransitionHistory',
    ]);
    expect(reading.facts.interfaces.map(({ url }) => url)).toEqual(['https://agent.example/a2a']);
    expect(reading.facts.capabilities.extendedAgentCard).toBe(UNDECLARED);
  });

  it('stays 1.0 where its interfaces are empty and a 0.3 address stands beside them', () => {
    const reading = read(
      card10({ supportedInterfaces: [], url: 'https://evil.example', protocolVersion: '0.3.0' }),
    );
    expect(reading.facts.shape).toBe('1.0');
    expect(reading.facts.interfaces).toEqual([]);
    expect(findingsOf(reading)).toContain('card.required-empty /supportedInterfaces');
  });

  it('flags snake case and does not read it', () => {
    const reading = read(
      card10({
        default_input_modes: ['text/plain'],
        capabilities: { streaming: false, push_notifications: true },
        skills: [skillWith({ input_modes: ['text/plain'] })],
      }),
    );
    expect(findingsOf(reading)).toEqual([
      'card.snake-case-member /default_input_modes',
      'card.snake-case-member /capabilities/push_notifications',
      'card.snake-case-member /skills/0/input_modes',
    ]);
    expect(reading.facts.defaultInputModes).toEqual(['application/json']);
    expect(reading.facts.capabilities.pushNotifications).toBe(UNDECLARED);
  });

  it('tells of unknown members', () => {
    const reading = read(card10({ 'x-vendor': 1, provider: { url: 'https://p.example', vat: 'x' } }));
    expect(findingsOf(reading)).toEqual([
      'card.unknown-member /x-vendor',
      'card.unknown-member /provider/vat',
      'card.required-missing /provider/organization',
    ]);
  });

  it('tells of signatures that are no list', () => {
    expect(findingsOf(read(card10({ signatures: { protected: '', signature: '' } })))).toEqual([
      'card.signatures-malformed /signatures',
    ]);
  });

  it('tells of types that no decision reads', () => {
    expect(
      findingsOf(read(card10({ description: 1, version: 2, skills: [skillWith({ name: 3 })] }))),
    ).toEqual(['card.wrong-type /description', 'card.wrong-type /version', 'card.wrong-type /skills/0/name']);
  });
});

describe('documents that are no card', () => {
  it.each([
    [{}, ''],
    [{ name: 'x' }, ''],
    [{ skills: [], url: 'https://a.example' }, ''],
    [{ name: 1, skills: [], capabilities: {} }, ''],
    [{ name: 'x', url: 'https://a.example', capabilities: {} }, ''],
    [{ agentCard: card10() }, ''],
    [{ openapi: '3.1.0', info: { title: 'x' } }, ''],
  ])('%j', (document, pointer) => {
    expect(refusalOf(() => read(document))).toEqual(['ADVERTISED_NOT_A_CARD', pointer]);
  });
});
