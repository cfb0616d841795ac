// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createIssuer } from '../../src/core/state.js';
import { negotiate } from '../../src/negotiated/negotiate.js';
import { brief, type StageOptions, stage } from '../support/states.js';

const A = 'https://e.example/a';
const asked = (required: boolean, version?: string): NonNullable<StageOptions['request']> => ({
  extensions: [version === undefined ? { uri: A, required } : { uri: A, version, required }],
});
const offered = (required: boolean, version?: string): NonNullable<StageOptions['capabilities']> => ({
  extensions: [version === undefined ? { uri: A, required } : { uri: A, version, required }],
});
const review = { authorization: { decision: 'review' } } as const;

function run(options: StageOptions): ReturnType<typeof negotiate> {
  const walk = stage(options);
  return negotiate(walk.discoverable(), { issuer: walk.issuer, terms: walk.terms });
}

describe('negotiate passes', () => {
  it.each<readonly [string, StageOptions, readonly string[]]>([
    ['where everything is offered', {}, ['NEGOTIATED_COMPATIBLE']],
    [
      'with an extension granted',
      { request: asked(true), capabilities: offered(true) },
      ['NEGOTIATED_COMPATIBLE'],
    ],
    ['with a mode less', { request: { inputModes: ['text/plain', 'a/b'] } }, ['NEGOTIATED_MODES_NARROWED']],
    ['with an optional extension less', { request: asked(false) }, ['NEGOTIATED_EXTENSIONS_UNDECLARED']],
    [
      'with an optional extension that is not advertised',
      { request: asked(false), capabilities: { extensions: [] } },
      ['NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ],
    [
      'with an optional extension in another version',
      { request: asked(false, '2'), capabilities: offered(false, '1') },
      ['NEGOTIATED_EXTENSION_VERSION'],
    ],
    [
      'with a required extension missing, where policy asks for review',
      { request: asked(true), ...review },
      ['NEGOTIATED_EXTENSIONS_UNDECLARED'],
    ],
    [
      'with an extension of the provider missing, where policy asks for review',
      { capabilities: offered(true), ...review },
      ['NEGOTIATED_EXTENSION_REQUIRED_BY_PROVIDER'],
    ],
  ])('%s', (_, options, codes) => {
    expect(brief(run(options))).toEqual([true, ...codes]);
  });

  it('and holds what it was made from', () => {
    const walk = stage();
    const state = walk.negotiated();
    expect(state.terms).toBe(walk.terms);
    expect(state.discoverable.advertised).toBe(walk.advertised);
    expect(Object.isFrozen(state)).toBe(true);
  });
});

describe('negotiate refuses', () => {
  it.each<readonly [string, StageOptions, readonly string[]]>([
    [
      'a required extension that is not there',
      { request: asked(true) },
      ['NEGOTIATED_REQUIRED_EXTENSION_MISSING', 'NEGOTIATED_EXTENSIONS_UNDECLARED'],
    ],
    [
      'a required extension in another version',
      { request: asked(true, '2'), capabilities: offered(false, '1') },
      ['NEGOTIATED_REQUIRED_EXTENSION_MISSING', 'NEGOTIATED_EXTENSION_VERSION'],
    ],
    [
      'what the provider requires and nobody requested',
      { capabilities: offered(true) },
      ['NEGOTIATED_REQUIRED_EXTENSION_MISSING', 'NEGOTIATED_EXTENSION_REQUIRED_BY_PROVIDER'],
    ],
    [
      'what the provider requires in another version than was requested',
      { request: asked(false, '2'), capabilities: offered(true, '1') },
      [
        'NEGOTIATED_REQUIRED_EXTENSION_MISSING',
        'NEGOTIATED_EXTENSION_VERSION',
        'NEGOTIATED_EXTENSION_REQUIRED_BY_PROVIDER',
      ],
    ],
    ['no common input mode', { request: { inputModes: ['a/b'] } }, ['NEGOTIATED_NO_COMMON_INPUT_MODE']],
    ['no common output mode', { request: { outputModes: ['a/b'] } }, ['NEGOTIATED_NO_COMMON_OUTPUT_MODE']],
    [
      'what cannot be agreed, even where policy asks for review',
      { request: { outputModes: ['a/b'] }, ...review },
      ['NEGOTIATED_NO_COMMON_OUTPUT_MODE'],
    ],
    ['another protocol', { request: { protocol: { name: 'mcp' } } }, ['NEGOTIATED_PROTOCOL_MISMATCH']],
    [
      'a refused version, with its reason',
      { protocol: { name: 'a2a', outcome: 'refused', reason: 'below-floor' } },
      ['NEGOTIATED_VERSION_REFUSED'],
    ],
  ])('%s', (_, options, codes) => {
    expect(brief(run(options))).toEqual([false, ...codes]);
  });

  it('terms of another request, of another skill, or made again', () => {
    const walk = stage();
    const { request, skill } = walk.terms;
    for (const terms of [
      { ...walk.terms, request: { ...request } },
      { ...walk.terms, skill: { ...skill } },
      stage().terms,
    ])
      expect(brief(negotiate(walk.discoverable(), { issuer: walk.issuer, terms }))).toEqual([
        false,
        'NEGOTIATED_TERMS_FOREIGN',
      ]);
  });

  it('a state that is forged, copied or of another engine', () => {
    const walk = stage();
    const { terms } = walk;
    const forged = expect.objectContaining({ code: 'CORE_STATE_FORGED' });
    const call =
      (state: unknown, issuer = walk.issuer) =>
      (): unknown =>
        negotiate(state as never, { issuer, terms });
    expect(call({ ...walk.discoverable() })).toThrow(forged);
    expect(call(walk.advertised)).toThrow(forged);
    expect(call(walk.negotiated())).toThrow(forged);
    expect(call(walk.discoverable(), createIssuer())).toThrow(forged);
  });
});
