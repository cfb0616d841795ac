// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { checkContract } from '../../src/executed/check-contract.js';
import type { Invocation } from '../../src/executed/types.js';
import { NOW } from '../support/now.js';
import { RUNS } from '../support/runs.js';
import { type StageOptions, stage } from '../support/states.js';

const A = 'https://e.example/a';
const B = 'https://e.example/b';
const C = 'https://e.example/c';

/** A is required by the requester, B is optional, C is required by the provider. */
const CONTRACT: StageOptions = {
  capabilities: {
    extensions: [
      { uri: A, required: false },
      { uri: B, required: false },
      { uri: C, required: true },
    ],
  },
  view: { defaultInputModes: ['text/plain', 'a/b;x=1'], defaultOutputModes: ['text/plain', 'image/png'] },
  request: {
    inputModes: ['text/plain', 'a/b;x=1', 'image/gif'],
    outputModes: ['text/*'],
    extensions: [
      { uri: A, required: true },
      { uri: B, required: false },
      { uri: C, required: false },
    ],
  },
};
const authorized = stage(CONTRACT).authorized();
const GOOD: Invocation = {
  skill: 'skill',
  inputMode: 'text/plain',
  outputModes: ['text/plain'],
  extensions: [A, B, C],
  protocolVersion: '1.0',
  effect: { class: 'read', risk: 'low' },
};
const check = (
  change: Partial<Invocation> = {},
  now = NOW,
): readonly [string, string, string] | undefined => {
  const violation = checkContract(authorized, { ...GOOD, ...change }, now);
  return violation === undefined ? undefined : [violation.clause, violation.code, violation.detail];
};

describe('checkContract lets pass', () => {
  it.each<readonly [string, Partial<Invocation>]>([
    ['what was negotiated', {}],
    ['without an optional extension', { extensions: [C, A] }],
    ['a mode in other case', { inputMode: 'TEXT/Plain' }],
    ['a mode with its parameters', { inputMode: 'a/b; X=1' }],
    ['a mode with more parameters than were negotiated', { inputMode: 'text/plain;format=flowed' }],
    ['a type granted for a range', { outputModes: ['text/plain'] }],
    ['no output mode named', { outputModes: [] }],
  ])('%s', (_, change) => {
    expect(check(change)).toBeUndefined();
  });

  it('up to the last millisecond', () => {
    expect(check({}, authorized.expiresAt - 1)).toBeUndefined();
  });

  it('an invocation that leaves out what is optional', () => {
    const { skill, inputMode, effect } = GOOD;
    expect(checkContract(stage().authorized(), { skill, inputMode, effect }, NOW)).toBeUndefined();
  });
});

describe('checkContract finds', () => {
  const late = authorized.expiresAt;

  it.each<readonly [string, Partial<Invocation>, string, string, string]>([
    ['another skill', { skill: 'other' }, 'skill', 'EXECUTED_SKILL_OUTSIDE_CONTRACT', 'other'],
    ['a skill in other case', { skill: 'Skill' }, 'skill', 'EXECUTED_SKILL_OUTSIDE_CONTRACT', 'Skill'],
    [
      'a mode that was refused',
      { inputMode: 'image/gif' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'image/gif',
    ],
    [
      'an output mode as input',
      { inputMode: 'image/png' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'image/png',
    ],
    [
      'a range as input',
      { inputMode: 'text/*' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'text/*',
    ],
    ['any type as input', { inputMode: '*/*' }, 'inputModes', 'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT', '*/*'],
    [
      'other parameters',
      { inputMode: 'a/b;x=2' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'a/b;x=2',
    ],
    [
      'parameters left out',
      { inputMode: 'a/b' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'a/b',
    ],
    [
      'a mode that is none',
      { inputMode: 'plain' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
      'plain',
    ],
    [
      'a type beside the range',
      { outputModes: ['image/png'] },
      'outputModes',
      'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT',
      'image/png',
    ],
    [
      'the range itself',
      { outputModes: ['text/*'] },
      'outputModes',
      'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT',
      'text/*',
    ],
    // The range granted what the provider offers of it, not the whole of it.
    [
      'a type of the range that nobody offers',
      { outputModes: ['text/html'] },
      'outputModes',
      'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT',
      'text/html',
    ],
    [
      'one mode of several',
      { outputModes: ['text/plain', 'x/y'] },
      'outputModes',
      'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT',
      'x/y',
    ],
    [
      'an extension more',
      { extensions: [A, B, C, 'urn:x'] },
      'extensions',
      'EXECUTED_EXTENSION_OUTSIDE_CONTRACT',
      'urn:x',
    ],
    [
      'an extension in other case',
      { extensions: [A.toUpperCase(), C] },
      'extensions',
      'EXECUTED_EXTENSION_OUTSIDE_CONTRACT',
      A.toUpperCase(),
    ],
    [
      "the requester's required extension left out",
      { extensions: [B, C] },
      'extensions',
      'EXECUTED_EXTENSION_MISSING',
      A,
    ],
    [
      "the provider's required extension left out",
      { extensions: [A, B] },
      'extensions',
      'EXECUTED_EXTENSION_MISSING',
      C,
    ],
    ['no extension at all', { extensions: [] }, 'extensions', 'EXECUTED_EXTENSION_MISSING', A],
    [
      'another version',
      { protocolVersion: '0.3' },
      'protocolVersion',
      'EXECUTED_VERSION_OUTSIDE_CONTRACT',
      '0.3',
    ],
    [
      'a version written otherwise',
      { protocolVersion: '1.0.0' },
      'protocolVersion',
      'EXECUTED_VERSION_OUTSIDE_CONTRACT',
      '1.0.0',
    ],
    [
      'another effect',
      { effect: { class: 'write', risk: 'low' } },
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
      'write/low',
    ],
    [
      'a higher risk',
      { effect: { class: 'read', risk: 'high' } },
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
      'read/high',
    ],
    ['a risk left out', { effect: { class: 'read' } }, 'effect', 'EXECUTED_EFFECT_OUTSIDE_CONTRACT', 'read'],
  ])('%s', (_, change, clause, code, detail) => {
    expect(check(change)).toEqual([clause, code, detail]);
  });

  it.each([late, late + 1, Number.POSITIVE_INFINITY, Number.NaN])(
    'an authorization that has ended, at %d',
    (now) => {
      expect(check({}, now)?.slice(0, 2)).toEqual(['expiry', 'EXECUTED_AUTHORIZATION_EXPIRED']);
    },
  );

  it('the first of several, in the order of the clauses', () => {
    const all = {
      skill: 'x',
      inputMode: 'x',
      outputModes: ['x'],
      extensions: ['x'],
      protocolVersion: 'x',
      effect: { class: 'x' },
    };
    const order = ['skill', 'inputMode', 'outputModes', 'extensions', 'protocolVersion', 'effect'] as const;
    const clauses = order.map((_, index) => {
      const fixed = Object.fromEntries(order.slice(0, index).map((name) => [name, GOOD[name]]));
      return check({ ...all, ...fixed })?.[0];
    });
    expect(clauses).toEqual([
      'skill',
      'inputModes',
      'outputModes',
      'extensions',
      'protocolVersion',
      'effect',
    ]);
    expect(check(all, late)?.[0]).toBe('expiry');
  });
});

describe('output modes that MCP leaves undeclared', () => {
  const mcp = (outputModes: readonly string[]): ReturnType<typeof stage> =>
    stage({
      view: { protocol: 'mcp', defaultOutputModes: UNDECLARED },
      request: { protocol: { name: 'mcp' }, outputModes },
      protocol: { name: 'mcp', outcome: 'accepted', version: '2025-11-25', reason: 'ok' },
    });
  const run = (granted: readonly string[], mode: string): string | undefined => {
    const { skill, inputMode, effect } = GOOD;
    return checkContract(mcp(granted).authorized(), { skill, inputMode, outputModes: [mode], effect }, NOW)
      ?.code;
  };

  it.each<readonly [string[], string]>([
    [['*/*'], 'image/png'],
    [['image/*'], 'image/png'],
    [['image/png'], 'image/png'],
  ])('are bounded by what was requested: %j has room for %s', (granted, mode) => {
    expect(run(granted, mode)).toBeUndefined();
  });

  it.each<readonly [string[], string]>([
    [['image/*'], 'text/plain'],
    [['image/png'], 'image/gif'],
    [['*/*'], '*/*'],
    [['image/*'], 'image/*'],
    [['*/*'], 'image'],
  ])('are bounded by what was requested: %j has no room for %s', (granted, mode) => {
    expect(run(granted, mode)).toBe('EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT');
  });
});

describe('the law of the contract', () => {
  it('what passes is made of what was granted', () => {
    const modes = fc.constantFrom('text/plain', 'a/b;x=1', 'a/b', 'image/png', 'image/gif', '*/*', 'x');
    const invocation: fc.Arbitrary<Invocation> = fc.record(
      {
        skill: fc.constantFrom('skill', 'other'),
        inputMode: modes,
        outputModes: fc.array(modes, { maxLength: 2 }),
        extensions: fc.subarray([A, B, C, 'urn:x']),
        protocolVersion: fc.constantFrom('1.0', '0.3'),
        effect: fc.constantFrom(
          { class: 'read', risk: 'low' },
          { class: 'read' },
          { class: 'write', risk: 'low' },
        ),
      },
      { requiredKeys: ['skill', 'inputMode', 'effect'] },
    );
    const { terms } = authorized.negotiated;
    let passed = 0;
    // Every other one differs from what was granted in its extensions alone, so that some pass.
    const close = fc.subarray([A, B, C, 'urn:x']).map((extensions) => ({ ...GOOD, extensions }));
    const one = fc.oneof(invocation, close);
    fc.assert(
      fc.property(one, (made) => {
        if (checkContract(authorized, made, NOW) !== undefined) return;
        passed += 1;
        expect(made.skill).toBe(terms.skill.id);
        expect(terms.inputModes.accepted).toContain(made.inputMode);
        for (const mode of made.outputModes ?? []) expect(terms.outputModes.accepted).toContain(mode);
        const granted = terms.extensions.accepted.map((term) => term.uri);
        for (const uri of made.extensions ?? []) expect(granted).toContain(uri);
        expect(made.extensions).toEqual(expect.arrayContaining([A, C]));
        expect(made.effect).toEqual(authorized.negotiated.discoverable.request.effect);
        expect([undefined, '1.0']).toContain(made.protocolVersion);
      }),
      { numRuns: RUNS },
    );
    expect(passed).toBeGreaterThan(RUNS / 100);
  });
});
