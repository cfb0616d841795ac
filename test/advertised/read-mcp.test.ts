// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { elicitationModes } from '../../src/advertised/mcp/elicitation-modes.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { type Changes, changed, findingsOf, read, refusalOf } from './support/cards.js';

function initialize(changes: Changes = {}): JsonObject {
  return changed(
    {
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true }, resources: {} },
      serverInfo: { name: 'files', version: '3.0.1' },
    },
    changes,
  );
}

function discover(changes: Changes = {}): JsonObject {
  return changed(
    {
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25'],
      capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
      ttlMs: 1000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'files', version: '3' } },
    },
    changes,
  );
}

const TOOL = { name: 'search', title: 'Search', inputSchema: { type: 'object' } };

describe('an initialize result', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('of %s', (protocolVersion) => {
    const { facts, findings } = read(initialize({ protocolVersion }));
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({
      protocol: 'mcp',
      shape: protocolVersion,
      name: 'files',
      version: '3.0.1',
      interfaces: [],
      protocolVersions: [protocolVersion],
      defaultInputModes: UNDECLARED,
      defaultOutputModes: UNDECLARED,
      securityRequirements: UNDECLARED,
    });
    expect(facts.capabilities).toEqual({
      streaming: UNDECLARED,
      pushNotifications: UNDECLARED,
      extendedAgentCard: UNDECLARED,
      extensions: UNDECLARED,
    });
    expect([...facts.skills.keys()]).toEqual(['tools', 'resources']);
    expect(facts.skills.get('tools')).toEqual({
      id: 'tools',
      name: UNDECLARED,
      tags: [],
      inputModes: ['application/json'],
      outputModes: UNDECLARED,
      securityRequirements: UNDECLARED,
    });
  });

  it.each([
    ['2026-07-28', 'mcp.version-era'],
    ['2027-01-01', 'mcp.version-era'],
    ['1.0', 'mcp.version-malformed'],
    ['', 'mcp.version-malformed'],
    ['2025-06-18 ', 'mcp.version-malformed'],
  ])('never offers revision %j', (protocolVersion, code) => {
    const reading = read(initialize({ protocolVersion }));
    expect(reading.facts.protocolVersions).toEqual([]);
    expect(findingsOf(reading)).toEqual([`${code} /protocolVersion`]);
  });

  it('notes a server without a name', () => {
    expect(findingsOf(read(initialize({ serverInfo: undefined })))).toEqual([
      'mcp.required-missing /serverInfo',
    ]);
  });
});

describe('a server/discover result', () => {
  it('offers its versions and extensions', () => {
    const { facts, findings } = read(discover());
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({ protocol: 'mcp', shape: '2026-07-28', name: 'files', version: '3' });
    expect(facts.protocolVersions).toEqual(['2026-07-28', '2025-11-25']);
    expect(facts.capabilities.extensions).toEqual([
      { uri: 'io.modelcontextprotocol/tasks', required: false },
    ]);
  });

  it('leaves out versions that are no dates', () => {
    const reading = read(discover({ supportedVersions: ['2026-07-28', 'draft', 7, '2026-07-28'] }));
    expect(reading.facts.protocolVersions).toEqual(['2026-07-28']);
    expect(findingsOf(reading)).toEqual([
      'mcp.version-malformed /supportedVersions/1',
      'mcp.version-malformed /supportedVersions/2',
    ]);
  });

  it('is refused while it is not complete', () => {
    expect(refusalOf(() => read(discover({ resultType: 'input_required' })))).toEqual([
      'ADVERTISED_NOT_A_CARD',
      '/resultType',
    ]);
  });
});

describe('capabilities: presence is support', () => {
  it.each([
    ['{}', {}, ['tools'], []],
    ['null', null, [], ['mcp.capability-malformed /capabilities/tools']],
    ['true', true, [], ['mcp.capability-malformed /capabilities/tools']],
    ['false', false, [], ['mcp.capability-malformed /capabilities/tools']],
    ['[]', [], [], ['mcp.capability-malformed /capabilities/tools']],
  ])('tools %s', (_, tools, skills, expected) => {
    const reading = read(initialize({ capabilities: { tools } as JsonObject }));
    expect([...reading.facts.skills.keys()]).toEqual(skills);
    expect(findingsOf(reading)).toEqual(expected);
  });

  it.each([
    ['completions', '2024-11-05', false],
    ['completions', '2025-03-26', true],
    ['tasks', '2025-06-18', false],
    ['tasks', '2025-11-25', true],
    ['logging', '2024-11-05', true],
    ['telepathy', '2025-11-25', false],
    ['toString', '2025-11-25', false],
  ])('%s in %s: %s', (name, protocolVersion, offered) => {
    const reading = read(initialize({ protocolVersion, capabilities: { [name]: {} } }));
    expect(reading.facts.skills.has(name)).toBe(offered);
    expect(findingsOf(reading)).toEqual(offered ? [] : [`mcp.capability-unknown /capabilities/${name}`]);
  });

  it.each([null, true, [], 'x'])('an experimental map that is %j is malformed', (experimental) => {
    const reading = read(initialize({ capabilities: { experimental } as JsonObject }));
    expect(reading.facts.skills.size).toBe(0);
    expect(findingsOf(reading)).toEqual(['mcp.capability-malformed /capabilities/experimental']);
  });

  it('no longer has tasks in 2026-07-28, and never a skill for experimental', () => {
    const reading = read(discover({ capabilities: { tasks: {}, experimental: { x: {} }, prompts: {} } }));
    expect([...reading.facts.skills.keys()]).toEqual(['prompts']);
    expect(findingsOf(reading)).toEqual(['mcp.capability-unknown /capabilities/tasks']);
  });
});

describe('extensions', () => {
  it.each([
    ['absent', undefined, UNDECLARED, []],
    ['null', null, UNDECLARED, ['mcp.capability-malformed /capabilities/extensions']],
    ['a list', ['x/y'], UNDECLARED, ['mcp.capability-malformed /capabilities/extensions']],
    ['{}', {}, [], []],
    ['supported', { 'x/y': {} }, [{ uri: 'x/y', required: false }], []],
    ['with a version', { 'x/y': { version: '2' } }, [{ uri: 'x/y', required: false, version: '2' }], []],
    ['null inside', { 'x/y': null }, [], ['mcp.extension-malformed /capabilities/extensions/x~1y']],
    ['false inside', { 'x/y': false }, [], ['mcp.extension-malformed /capabilities/extensions/x~1y']],
    ['no prefix', { y: {} }, [], ['mcp.extension-unprefixed /capabilities/extensions/y']],
    ['an empty prefix', { '/y': {} }, [], ['mcp.extension-unprefixed /capabilities/extensions/~1y']],
  ])('%s', (_, extensions, expected, findings) => {
    const capabilities = changed({}, { extensions: extensions as Json | undefined });
    for (const document of [discover({ capabilities }), initialize({ capabilities })]) {
      const reading = read(document);
      expect(reading.facts.capabilities.extensions).toEqual(expected);
      expect(findingsOf(reading)).toEqual(findings);
    }
  });
});

describe('listed tools', () => {
  it('are the skills, and the only ones', () => {
    const { facts, findings } = read({
      initialize: initialize(),
      tools: [TOOL, { name: 'sum', inputSchema: {}, outputSchema: { type: 'object' } }],
    });
    expect(findings).toEqual([]);
    expect([...facts.skills.keys()]).toEqual(['search', 'sum']);
    expect(facts.skills.get('search')).toMatchObject({ name: 'Search', outputModes: UNDECLARED });
    expect(facts.skills.get('sum')).toMatchObject({
      name: UNDECLARED,
      inputModes: ['application/json'],
      outputModes: ['application/json'],
    });
  });

  it.each([
    ['none', [], ['tools'], [], []],
    ['the capability is not declared', [TOOL], ['prompts'], [], ['mcp.tools-undeclared /tools']],
    ['no list', { tools: [TOOL] }, ['tools'], [], ['mcp.wrong-type /tools']],
    ['null', null, ['tools'], [], ['mcp.wrong-type /tools']],
    ['a tool without a name', [{ title: 'x' }, TOOL], ['tools'], ['search'], ['mcp.tool-malformed /tools/0']],
    ['a tool that is a string', ['search'], ['tools'], [], ['mcp.tool-malformed /tools/0']],
    ['twice the same', [TOOL, TOOL], ['tools'], ['search'], ['mcp.tool-repeated /tools/1']],
    ['two of one name', [TOOL, { ...TOOL, title: 'y' }], ['tools'], [], ['mcp.tool-conflict /tools/1']],
    [
      'a schema that is none',
      [{ name: 'a', outputSchema: true }],
      ['tools'],
      ['a'],
      ['mcp.wrong-type /tools/0/outputSchema'],
    ],
  ])('%s', (_, tools, declared, skills, expected) => {
    const capabilities = Object.fromEntries(declared.map((name) => [name, {}]));
    const reading = read({ discover: discover({ capabilities }), tools: tools as Json });
    expect([...reading.facts.skills.keys()]).toEqual(skills);
    expect(findingsOf(reading)).toEqual(expected);
  });

  it('tells of anything else in the wrapper', () => {
    expect(findingsOf(read({ discover: discover(), prompts: [] }))).toEqual(['mcp.unknown-member /prompts']);
  });
});

describe('JSON-RPC', () => {
  it('is taken off a result, bare or wrapped', () => {
    const response = { jsonrpc: '2.0', id: 1, result: initialize({ capabilities: { tools: null } }) };
    expect(findingsOf(read(response))).toEqual(['mcp.capability-malformed /result/capabilities/tools']);
    expect(findingsOf(read({ initialize: response }))).toEqual([
      'mcp.capability-malformed /initialize/result/capabilities/tools',
    ]);
  });

  it.each([
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'x' } }, ''],
    ['an error, wrapped', { discover: { jsonrpc: '2.0', id: 1, error: {} } }, '/discover'],
    ['both kinds', { discover: discover(), initialize: initialize() }, ''],
    ['the wrong kind', { discover: initialize() }, '/discover'],
    ['no capabilities', initialize({ capabilities: undefined }), ''],
    ['null for capabilities', initialize({ capabilities: null }), ''],
    ['a server card', { ...initialize({ protocolVersion: undefined }), name: 'x' }, ''],
  ])('%s is refused', (_, document, pointer) => {
    expect(refusalOf(() => read(document))).toEqual(['ADVERTISED_NOT_A_CARD', pointer]);
  });
});

describe('elicitation of a client', () => {
  it.each([
    [undefined, false, false, false],
    [{}, true, false, false],
    [{ form: {} }, true, false, false],
    [{ url: {} }, false, true, false],
    [{ form: {}, url: {} }, true, true, false],
    [{ other: {} }, true, false, false],
    [null, false, false, true],
    [true, false, false, true],
    [[], false, false, true],
    [{ form: null }, false, false, true],
    [{ url: null }, false, false, true],
    [{ form: {}, url: 1 }, true, false, true],
  ])('%j: form %s, url %s, malformed %s', (capability, form, url, malformed) => {
    expect(elicitationModes(capability)).toEqual({ form, url, malformed });
  });
});
