// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fault } from '../../src/core/errors.js';
import type { PolicyInput, PolicyPort, PolicyVerdict } from '../../src/core/policy.js';
import { createEngine } from '../../src/engine.js';
import { asRequest, at, type Draft, example, exampleEngine, policyOver } from '../support/example.js';

const { card, request } = example();
const given = { card: JSON.stringify(card), request: asRequest(request) };

/** The default policy with another `decide`. */
async function port(decide: (input: PolicyInput, real: PolicyPort) => unknown): Promise<PolicyPort> {
  const real = await policyOver(example().data);
  return { identity: real.identity, decide: (input) => decide(input, real) as PolicyVerdict };
}

/** The real verdict, which allows, with one change. */
async function changed(change: (verdict: Draft) => unknown): Promise<PolicyPort> {
  return port(async (input, real) => {
    const verdict = structuredClone(await real.decide(input)) as unknown as Draft;
    change(verdict);
    return verdict;
  });
}

describe('a policy of others that gives no verdict is a deny with a code, in the evidence', () => {
  const ports: readonly (readonly [string, Promise<PolicyPort>, string])[] = [
    [
      'throws',
      port(() => {
        throw new Error('lost');
      }),
      'AUTHORIZED_POLICY_FAULT',
    ],
    ['rejects', port(() => Promise.reject(new Error('lost'))), 'AUTHORIZED_POLICY_FAULT'],
    [
      'throws a code',
      port(() => {
        throw fault('AUTHORIZED_POLICY_TIMEOUT');
      }),
      'AUTHORIZED_POLICY_TIMEOUT',
    ],
    ['answers nothing', port(() => undefined), 'AUTHORIZED_POLICY_RESULT'],
    ['answers null, later', port(async () => null), 'AUTHORIZED_POLICY_RESULT'],
    ['answers true', port(() => true), 'AUTHORIZED_POLICY_RESULT'],
    ['answers an empty object', port(() => ({})), 'AUTHORIZED_POLICY_RESULT'],
    [
      'knows a status of its own',
      changed((verdict) => {
        verdict['status'] = 'ok';
      }),
      'AUTHORIZED_POLICY_RESULT',
    ],
    [
      'says visible as text',
      changed((verdict) => {
        at(verdict, 'discovery')['visible'] = 'yes';
      }),
      'AUTHORIZED_POLICY_RESULT',
    ],
    [
      'allows in capitals',
      changed((verdict) => {
        at(verdict, 'authorization')['decision'] = 'ALLOW';
      }),
      'AUTHORIZED_POLICY_RESULT',
    ],
    ...['reasons', 'constraints', 'obligations', 'scope'].map(
      (name) =>
        [
          `leaves out ${name}`,
          changed((verdict) => Reflect.deleteProperty(at(verdict, 'authorization'), name)),
          'AUTHORIZED_POLICY_RESULT',
        ] as const,
    ),
    [
      'inherits its verdict',
      port(async (input, real) => Object.create(await real.decide(input)) as object),
      'AUTHORIZED_POLICY_RESULT',
    ],
  ];
  for (const [name, policy, code] of ports)
    it(name, async () => {
      const engine = await exampleEngine({ policy: await policy });
      const answer = await engine.negotiate(given);
      expect(answer.outcome).toBe('rejected');
      expect(answer.authorized).toBeUndefined();
      expect(answer.layers[1]).toMatchObject({ status: 'refused', codes: [code] });
      expect(answer.receipt.revocationStateChecked.status).toBe('unavailable');
      const [entry] = engine.evidence.entries();
      expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({ verdict: { status: 'fault' } });
    });

  it('and a promise of its own kind is waited for', async () => {
    const policy = await port((input, real) => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable that is no Promise is what is tested
      then: (done: (verdict: unknown) => void) => setImmediate(() => done(real.decide(input))),
    }));
    const engine = await exampleEngine({ policy });
    expect((await engine.negotiate(given)).outcome).toBe('accepted-with-constraints');
  });
});

describe('createEngine', () => {
  it('has a default for a bound that is undefined', async () => {
    const limits = { maxCardBytes: undefined, authorizationTtlSeconds: undefined } as object;
    const engine = await exampleEngine({ limits });
    const huge = `${' '.repeat(1_048_577)}${given.card}`;
    await expect(engine.negotiate({ ...given, card: huge })).rejects.toMatchObject({
      code: 'ADVERTISED_JSON_TOO_LARGE',
    });
    expect((await engine.negotiate(given)).authorized?.expiresAt).toBeGreaterThan(0);
  });

  it.each([Number.NaN, -1, '5', null])(
    'refuses %j as a bound, because it would bound nothing',
    async (limit) => {
      const policy = await policyOver(example().data);
      for (const name of ['maxCardBytes', 'cardCache', 'authorizationTtlSeconds', 'runSinkMs'])
        expect(() => createEngine({ policy, limits: { [name]: limit as number } })).toThrow(
          expect.objectContaining({ code: 'CORE_CONFIG_INVALID', pointer: `/limits/${name}` }),
        );
    },
  );

  it.each([new Date(0), '2026-05-05', Number.NaN, undefined])('refuses a clock that says %j', async (now) => {
    const engine = await exampleEngine({ clock: { now: () => now as number } });
    await expect(engine.negotiate(given)).rejects.toMatchObject({ code: 'CORE_ENGINE_FAULT' });
    expect(engine.evidence.head().seq).toBe(0);
  });
});
