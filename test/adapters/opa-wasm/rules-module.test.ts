// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../../src/adapters/opa-wasm/index.js';
import { type EvaluatorParts, InlineEvaluator } from '../../../src/adapters/opa-wasm/inline-evaluator.js';
import { pagesFor } from '../../../src/adapters/opa-wasm/memory-pages.js';
import { compileModule } from '../../../src/adapters/opa-wasm/policy-module.js';
import { brief, codeOf, decide, FRIENDS, fixture, INPUT, mode, programmable, raw } from './support.js';

function load(name: string, options = {}): Promise<unknown> {
  return loadPolicy({ wasm: fixture(name), data: {}, revision: 'r1' }, options);
}

describe('rule 6: builtins are known before anything runs', () => {
  it('trap: a builtin that nobody has is noticed when a rule reaches it', () => {
    const policy = raw('builtin');
    expect(policy.evaluate({ requester: {} })).toMatchObject([{ result: { authorization: {} } }]);
    expect(() => policy.evaluate(INPUT)).toThrow();
  });

  it('refuses such a policy at load', async () => {
    expect(await codeOf(() => load('builtin'))).toBe('AUTHORIZED_POLICY_BUILTIN_REFUSED');
    expect(await codeOf(() => load('builtin', { builtins: { other: () => 1 } }))).toBe(
      'AUTHORIZED_POLICY_BUILTIN_REFUSED',
    );
    expect(await codeOf(() => load('builtin', { builtins: { 'host.check': () => 'no' } }))).toBe(
      'nothing was thrown',
    );
  });
});

describe('rule 7: only builtins that the module answers itself', () => {
  it('trap: the SDK writes an object otherwise than OPA does', () => {
    expect(raw('sprintf').evaluate({ requester: { ref: 'rare' } })).toEqual([{ result: 'never' }]);
  });

  it('refuses a builtin of the SDK, and one that would take its place', async () => {
    expect(await codeOf(() => load('sprintf'))).toBe('AUTHORIZED_POLICY_BUILTIN_REFUSED');
    await expect(load('sprintf', { builtins: { sprintf: () => '1' } })).rejects.toBeInstanceOf(TypeError);
  });

  it('compiles with a list that has none of them', () => {
    const { builtins } = JSON.parse(readFileSync('policies/capabilities.json', 'utf8'));
    const names: readonly string[] = builtins.map((builtin: { name: string }) => builtin.name);
    expect(names).toContain('object.get');
    for (const name of [
      'sprintf',
      'json.is_valid',
      'regex.split',
      'yaml.marshal',
      'http.send',
      'time.now_ns',
    ])
      expect(names).not.toContain(name);
  });
});

describe('the import check', () => {
  // (module (import "env" "clock" (func)))
  const FOREIGN = '0061736d01000000010401600000020d0103656e7605636c6f636b0000';

  it.each([
    ['bytes that are no module', Buffer.from('not a module'), 'AUTHORIZED_POLICY_MODULE'],
    ['a module of nothing', Buffer.from('0061736d01000000', 'hex'), 'AUTHORIZED_POLICY_MODULE'],
    ['a module that asks for a clock', Buffer.from(FOREIGN, 'hex'), 'AUTHORIZED_POLICY_IMPORT'],
    ['a policy that prints', fixture('print'), 'AUTHORIZED_POLICY_BUILTIN_REFUSED'],
  ])('refuses %s', async (_, wasm, code) => {
    expect(await codeOf(() => loadPolicy({ wasm, data: {}, revision: 'r1' }))).toBe(code);
  });

  it('keeps bytes of its own', async () => {
    const wasm = Uint8Array.from(fixture('programmable'));
    const policy = await loadPolicy({ wasm, data: FRIENDS, revision: 'r1' });
    const { digest } = policy.identity;
    wasm.fill(0);
    expect(policy.blobs().wasm).toEqual(Uint8Array.from(fixture('programmable')));
    expect(brief(decide(policy, mode('conflict')))).toBe('AUTHORIZED_POLICY_ABORT');
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
    expect(policy.identity.digest).toBe(digest);
  });
});

describe('rule 9: data goes into new instances only', () => {
  it('trap: a failed load leaves an answer that nobody gave', () => {
    const policy = raw('programmable');
    policy.setData({ friends: { alice: true }, padding: 'x'.repeat(200) });
    expect(policy.evaluate({ ref: 'alice' }, 'parley/lookup')).toEqual([{ result: true }]);
    const broken = new TextEncoder().encode(
      `{"friends": {"mallory": true}, "x": "${'y'.repeat(300)}\\ud800"}`,
    );
    expect(() => policy.setData(broken.buffer)).toThrow();
    let answer: unknown;
    try {
      answer = policy.evaluate({ ref: 'alice' }, 'parley/lookup');
    } catch {
      answer = 'a trap';
    }
    expect(answer).not.toEqual([{ result: true }]);
  });

  it('refuses bad data, and goes on with what it has', async () => {
    const policy = await programmable();
    const { identity } = policy;
    for (const bad of ['\ud800', Number.NaN, undefined, new Date(0), 2 ** 60]) {
      expect(await codeOf(() => policy.data.set('/friends/mallory', bad as never))).toBe(
        'AUTHORIZED_POLICY_DATA',
      );
      expect(await codeOf(() => programmable({}, { friends: bad as never }))).toBe('AUTHORIZED_POLICY_DATA');
    }
    expect(policy.identity).toBe(identity);
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
  });

  it('keeps data of its own', async () => {
    const data = { friends: { alice: true } as Record<string, boolean> };
    const policy = await programmable({}, data);
    data.friends['mallory'] = true;
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
    expect(brief(decide(policy, mode('conflict')))).toBe('AUTHORIZED_POLICY_ABORT');
    expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
  });
});

describe('rule 10: memory for the data, and a bound', () => {
  const objects = JSON.stringify(
    Array.from({ length: 4_000 }, (_, index) => ({ id: `id-${index}`, on: true })),
  );
  const numbers = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => index % 10));

  function evaluator(dataText: string): InlineEvaluator {
    const parts: EvaluatorParts = {
      module: compileModule(fixture('programmable')),
      builtins: new Map(),
      maxPages: 16_384,
      dataText: () => dataText,
    };
    return new InlineEvaluator(parts);
  }

  it.each([
    ['objects', `{"x":${objects}}`],
    ['numbers', `{"x":${numbers}}`],
    ['long numbers', `{"x":${numbers.replaceAll(',', '.12345,')}}`],
  ])('has room for %s from the start', (_, text) => {
    const { initial } = pagesFor(text, 16_384);
    const policy = raw('programmable', { initial }) as unknown as { mem: { buffer: ArrayBuffer } };
    (policy as unknown as { setData(data: unknown): void }).setData(JSON.parse(text));
    expect(policy.mem.buffer.byteLength).toBe(initial * 65_536);
    expect(evaluator(text).run(3, '{}')).toBe('[{"result":{}}]');
  });

  it('trap: without it the module grows page by page', () => {
    const policy = raw('programmable', { initial: 5 }) as unknown as { mem: { buffer: ArrayBuffer } };
    (policy as unknown as { setData(data: unknown): void }).setData({ x: JSON.parse(objects) });
    expect(policy.mem.buffer.byteLength).toBeGreaterThan(20 * 65_536);
  });

  it('refuses data that does not fit, at load and later', async () => {
    const big = { friends: { alice: true }, x: JSON.parse(objects) };
    expect(await codeOf(() => programmable({ maxPages: 40 }, big))).toBe('AUTHORIZED_POLICY_MEMORY');
    const policy = await programmable({ maxPages: 20 });
    const { identity } = policy;
    expect(await codeOf(() => policy.data.set(['x'], JSON.parse(objects)))).toBe('AUTHORIZED_POLICY_MEMORY');
    expect(policy.identity).toEqual(identity);
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
  });

  it('survives an evaluation that wants it all', async () => {
    const policy = await programmable({ maxPages: 64 });
    for (let round = 0; round < 3; round++) {
      expect(brief(decide(policy, mode('memory', { size: 1_000_000 })))).toBe('AUTHORIZED_POLICY_MEMORY');
      expect(brief(decide(policy, mode('friend')))).toBe('allow');
      expect(brief(decide(policy, mode('friend', {}, 'mallory')))).toBe('deny');
    }
  });

  it('gives memory back after one that wanted much', async () => {
    const policy = await programmable();
    expect(decide(policy, mode('memory', { size: 100_000 })).authorization.constraints).toEqual(['100000']);
    expect(brief(decide(policy, mode('friend')))).toBe('allow');
  });
});
