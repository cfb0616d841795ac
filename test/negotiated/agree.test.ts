// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { type StageOptions, stage } from '../support/states.js';

const A = 'https://e.example/a';
const EXTENSIONS = [{ uri: A, required: false }];

describe('agree finds nothing in the way', () => {
  it.each<readonly [string, StageOptions]>([
    ['where the card offers what is requested', {}],
    [
      'where the skill offers it and the card does not',
      { skill: { inputModes: ['a/b'] }, request: { inputModes: ['a/b'] } },
    ],
    ['where a skill declares no modes of its own', { skill: { inputModes: UNDECLARED } }],
    [
      'where MCP leaves output modes undeclared',
      {
        view: { protocol: 'mcp', defaultOutputModes: UNDECLARED },
        request: { protocol: { name: 'mcp' } },
        protocol: { name: 'mcp', outcome: 'accepted', version: '2025-11-25', reason: 'ok' },
      },
    ],
    [
      'where extensions are requested and streaming alone is declared',
      { request: { extensions: EXTENSIONS } },
    ],
    [
      'where extensions are requested and extensions alone are declared',
      { capabilities: { streaming: UNDECLARED, extensions: [] }, request: { extensions: EXTENSIONS } },
    ],
    ['where a minimal card is asked for no extension', { capabilities: { streaming: UNDECLARED } }],
  ])('%s', (_, options) => {
    expect(stage(options).terms.refusals).toEqual([]);
  });
});

describe('agree refuses', () => {
  const minimal: StageOptions['capabilities'] & object = { streaming: UNDECLARED, extensions: UNDECLARED };

  it.each<readonly [string, StageOptions, readonly string[]]>([
    [
      'a request of another protocol',
      { request: { protocol: { name: 'mcp' } } },
      ['NEGOTIATED_PROTOCOL_MISMATCH'],
    ],
    [
      'a version that was refused',
      { protocol: { name: 'a2a', outcome: 'refused', requested: '9.9', reason: 'unsupported' } },
      ['NEGOTIATED_VERSION_REFUSED'],
    ],
    [
      'an extension on a card that declares neither streaming nor extensions',
      { capabilities: minimal, request: { extensions: EXTENSIONS } },
      ['NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD'],
    ],
    [
      'input modes that are not offered',
      { request: { inputModes: ['image/png'] } },
      ['NEGOTIATED_NO_COMMON_INPUT_MODE'],
    ],
    [
      'output modes that are not offered',
      { request: { outputModes: ['image/*'] } },
      ['NEGOTIATED_NO_COMMON_OUTPUT_MODE'],
    ],
    // The skill's modes replace the card's defaults, they are not added to them.
    [
      'a default that the skill does not repeat',
      { skill: { inputModes: ['a/b'] } },
      ['NEGOTIATED_NO_COMMON_INPUT_MODE'],
    ],
    [
      'undeclared input modes',
      { view: { defaultInputModes: UNDECLARED } },
      ['NEGOTIATED_INPUT_MODES_UNDECLARED'],
    ],
    [
      'undeclared output modes of A2A',
      { view: { defaultOutputModes: UNDECLARED } },
      ['NEGOTIATED_OUTPUT_MODES_UNDECLARED'],
    ],
    [
      'undeclared input modes of MCP',
      { view: { protocol: 'mcp', defaultInputModes: UNDECLARED }, request: { protocol: { name: 'mcp' } } },
      ['NEGOTIATED_INPUT_MODES_UNDECLARED'],
    ],
    [
      'several things at once, each by its code',
      {
        view: { defaultOutputModes: UNDECLARED },
        capabilities: minimal,
        request: { extensions: EXTENSIONS, inputModes: ['a/b'] },
        protocol: { name: 'a2a', outcome: 'refused', reason: 'below-floor' },
      },
      [
        'NEGOTIATED_VERSION_REFUSED',
        'NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD',
        'NEGOTIATED_NO_COMMON_INPUT_MODE',
        'NEGOTIATED_OUTPUT_MODES_UNDECLARED',
      ],
    ],
  ])('%s', (_, options, codes) => {
    expect(stage(options).terms.refusals.map((reason) => reason.code)).toEqual(codes);
  });
});

describe('agree says each thing that was narrowed', () => {
  it.each<readonly [string, StageOptions, readonly string[]]>([
    ['nothing', {}, []],
    ['a mode', { request: { inputModes: ['text/plain', 'a/b'] } }, ['input mode a/b not granted']],
    [
      'a type for a range',
      { request: { outputModes: ['text/*'] } },
      ['output mode text/plain granted for text/*'],
    ],
    [
      'an optional extension',
      { request: { extensions: EXTENSIONS } },
      [`optional extension ${A} not granted`],
    ],
    [
      'a required extension',
      { request: { extensions: [{ uri: A, required: true }] } },
      [`required extension ${A} not granted`],
    ],
    [
      'an extension of the provider',
      { capabilities: { extensions: [{ uri: A, required: true }] } },
      [`provider requires ${A}`],
    ],
    [
      'a version',
      { protocol: { name: 'a2a', outcome: 'accepted', requested: '1.0', version: '0.3', reason: 'ok' } },
      ['protocol version 0.3 granted instead of 1.0'],
    ],
  ])('%s', (_, options, constraints) => {
    expect(stage(options).terms.constraints).toEqual(constraints);
  });
});

describe('what policy sees of the terms', () => {
  it('is what was agreed, and no more', () => {
    const { terms } = stage({
      capabilities: { extensions: [{ uri: A, required: false }] },
      request: {
        inputModes: ['text/plain', 'a/b'],
        extensions: [...EXTENSIONS, { uri: 'urn:b', required: true }],
      },
    });
    expect(terms.forPolicy).toEqual({
      inputModes: ['text/plain'],
      outputModes: ['text/plain'],
      extensions: [A],
      missing: ['urn:b'],
      protocol: { name: 'a2a', version: '1.0' },
    });
  });

  it('names no version where none was agreed', () => {
    const { terms } = stage({ protocol: { name: 'a2a', outcome: 'refused', reason: 'unsupported' } });
    expect(terms.forPolicy.protocol).toStrictEqual({ name: 'a2a' });
  });
});
