// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createPolicyHolder, type Policy } from '../../../src/adapters/opa-wasm/index.js';
import { brief, codeOf, mode, programmable } from './support.js';

// Threads run the built worker; `npm test` builds first.
const built = existsSync('dist/adapters/opa-wasm/worker.js');

// Some ten seconds of work.
const SLOW = { size: 50_000, text: 'a'.repeat(60_000) };

async function withWorkers(options: object, use: (policy: Policy) => Promise<void>): Promise<void> {
  const policy = await programmable({ isolation: 'worker', ...options });
  try {
    await use(policy);
  } finally {
    await policy.close();
  }
}

async function ask(policy: Policy, ...args: Parameters<typeof mode>): Promise<string> {
  return brief(await policy.decide(mode(...args)));
}

describe.skipIf(!built)('rule 14, worker isolation (needs a build: dist/)', () => {
  it('decides as the inline adapter does', async () => {
    await withWorkers({ workers: 2 }, async (policy) => {
      const inline = await programmable();
      for (const [name, more, ref] of [
        ['friend', {}, 'alice'],
        ['friend', {}, 'mallory'],
        ['conflict', {}, 'alice'],
        ['nothing', {}, 'alice'],
        ['result', { result: true }, 'alice'],
      ] as const) {
        const input = mode(name, more, ref);
        expect(await policy.decide(input)).toEqual(inline.decide(input));
      }
      expect(brief(await policy.decide({ requester: 1n } as never))).toBe('AUTHORIZED_POLICY_INPUT');
      expect(await policy.evaluate('parley/echo', { b: 1, a: 2 })).toEqual({ a: 2, b: 1 });
    });
  });

  it('ends an evaluation that takes too long, and goes on', async () => {
    await withWorkers({ timeoutMs: 250 }, async (policy) => {
      const answers = await Promise.all([
        ask(policy, 'slow', SLOW),
        ask(policy, 'friend'),
        ask(policy, 'friend', {}, 'mallory'),
      ]);
      expect(answers).toEqual(['AUTHORIZED_POLICY_TIMEOUT', 'allow', 'deny']);
      expect(await ask(policy, 'friend')).toBe('allow');
    });
  });

  it('answers many at once, each with its own answer', async () => {
    await withWorkers({ workers: 2 }, async (policy) => {
      const refs = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 'alice' : `m${index}`));
      const answers = await Promise.all(refs.map((ref) => ask(policy, 'friend', {}, ref)));
      expect(answers).toEqual(refs.map((ref) => (ref === 'alice' ? 'allow' : 'deny')));
    });
  });

  it('refuses what waits behind 1,024 others', async () => {
    await withWorkers({ timeoutMs: 5_000 }, async (policy) => {
      const answers = await Promise.all(Array.from({ length: 1_100 }, () => ask(policy, 'friend')));
      expect(answers.filter((answer) => answer === 'AUTHORIZED_POLICY_BUSY').length).toBeGreaterThan(0);
      expect(new Set(answers)).toEqual(new Set(['allow', 'AUTHORIZED_POLICY_BUSY']));
      expect(await ask(policy, 'friend')).toBe('allow');
    });
  });

  it('changes its data for the decisions that follow', async () => {
    await withWorkers({ workers: 2 }, async (policy) => {
      const before = ask(policy, 'friend', {}, 'mallory');
      policy.data.set('/friends/mallory', true);
      const after = ask(policy, 'friend', {}, 'mallory');
      expect([await before, await after]).toEqual(['deny', 'allow']);
      expect(await ask(policy, 'slow', { ...SLOW, size: 10 })).toBe('allow');
    });
  });

  it('ends what is waiting when it is closed', async () => {
    const policy = await programmable({ isolation: 'worker', timeoutMs: 10_000 });
    const waiting = [ask(policy, 'slow', SLOW), ask(policy, 'friend')];
    await policy.close();
    expect(await Promise.all(waiting)).toEqual(['AUTHORIZED_POLICY_CLOSED', 'AUTHORIZED_POLICY_CLOSED']);
    expect(await ask(policy, 'friend')).toBe('AUTHORIZED_POLICY_CLOSED');
  });

  it('is swapped while it decides', async () => {
    const [one, two] = [
      await programmable({ isolation: 'worker' }),
      await programmable({ isolation: 'worker' }, { friends: {} }),
    ];
    const holder = createPolicyHolder(one);
    const started = Array.from({ length: 64 }, () => holder.decide(mode('friend')));
    const old = holder.swap(two);
    const later = Array.from({ length: 64 }, () => holder.decide(mode('friend')));
    const first = (await Promise.all(started)).map((verdict) => verdict.authorization.decision);
    expect(new Set(first)).toEqual(new Set(['allow']));
    await (await old).close();
    for (const verdict of await Promise.all(later)) {
      expect(verdict.authorization.decision).toBe('deny');
      expect(verdict.policy).toEqual(two.identity);
    }
    await two.close();
  });

  it('keeps a process alive while it starts and decides, and not when it is idle', async () => {
    const script = `
      const { loadDefaultPolicy } = await import('./dist/adapters/opa-wasm/index.js');
      const policy = await loadDefaultPolicy({ isolation: 'worker' });
      const verdict = await policy.decide({});
      console.log(verdict.status, verdict.authorization.decision);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe('decided deny\n');
  });

  it('refuses limits that are none', async () => {
    for (const options of [{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { workers: 0 }, { workers: 1.5 }])
      expect(await codeOf(() => programmable({ isolation: 'worker', ...options }))).toMatch(
        /^no code: TypeError/,
      );
  });
});
