// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { PolicyInstance } from '../../../src/adapters/opa-wasm/instance.js';
import { instantiateIn } from '../../../src/adapters/opa-wasm/instantiate-in.js';
import { compileModule } from '../../../src/adapters/opa-wasm/policy-module.js';
import { translateInput, translateThrow } from '../../../src/adapters/opa-wasm/translate-throw.js';
import { fault } from '../../../src/core/errors.js';
import { fixture } from './support.js';

describe('translateThrow', () => {
  it.each<[string, unknown, string]>([
    ['words of the policy', 'p.rego:1:1: var assignment conflict', 'AUTHORIZED_POLICY_ABORT'],
    ['an allocator without memory', 'opa_malloc: failed', 'AUTHORIZED_POLICY_MEMORY'],
    [
      'a host without memory',
      new RangeError('WebAssembly.Memory.grow(): failed'),
      'AUTHORIZED_POLICY_MEMORY',
    ],
    [
      'a builtin that is not there',
      { message: 'not implemented: built-in function 1: x' },
      'AUTHORIZED_POLICY_BUILTIN_REFUSED',
    ],
    ['a trap', new Error('memory access out of bounds'), 'AUTHORIZED_POLICY_TRAP'],
    ['a stack that is full', new RangeError('Maximum call stack size exceeded'), 'AUTHORIZED_POLICY_TRAP'],
    ['an answer that is no JSON', new SyntaxError('Unexpected end'), 'AUTHORIZED_POLICY_TRAP'],
    ['nothing', undefined, 'AUTHORIZED_POLICY_TRAP'],
    ['null', null, 'AUTHORIZED_POLICY_TRAP'],
    ['an object that says nothing', { message: 7 }, 'AUTHORIZED_POLICY_TRAP'],
    ['one of ours', fault('AUTHORIZED_POLICY_CLOSED'), 'AUTHORIZED_POLICY_CLOSED'],
  ])('names %s', (_, thrown, code) => {
    expect(translateThrow(thrown).code).toBe(code);
  });

  it('takes whatever an input throws for the input', () => {
    for (const thrown of ['text', null, new Error('no'), fault('AUTHORIZED_POLICY_CLOSED')])
      expect(translateInput(thrown).code).toBe('AUTHORIZED_POLICY_INPUT');
  });

  it('keeps control characters of a policy out of a message', () => {
    expect(translateThrow('a\u001b[31m\nb').message).not.toContain('\u001b');
  });
});

describe('an instance with little room', () => {
  const ECHO = 3;
  const tight = { initial: 5, maximum: 400 };

  function instance(): { policy: PolicyInstance; bytes(): number } {
    const module = compileModule(fixture('programmable'));
    const sdk = instantiateIn(module, new Map(), tight, 400);
    return { policy: new PolicyInstance(sdk, '{}', tight, true), bytes: () => sdk.mem.buffer.byteLength };
  }

  it('makes room for a large input once, and not again each time', () => {
    const { policy, bytes } = instance();
    const text = JSON.stringify({ x: 'y'.repeat(60_000) });
    const sizes: number[] = [];
    for (let round = 0; round < 20; round++) {
      expect(policy.evaluate(ECHO, text)).toBe(`[{"result":${text}}]`);
      sizes.push(bytes());
    }
    expect(sizes[0]).toBeGreaterThan(tight.initial * 65_536);
    expect(new Set(sizes.slice(1)).size).toBe(1);
  });

  it('says when it is worn', () => {
    const { policy } = instance();
    expect(policy.worn).toBe(false);
    const keys = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`k${index}`, [index, index]]),
    );
    policy.evaluate(ECHO, JSON.stringify(keys));
    expect(policy.worn).toBe(false);
  });
});
