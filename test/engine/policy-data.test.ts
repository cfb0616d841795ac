// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { loadDefaultPolicy } from '../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { asRequest, at, example } from '../support/example.js';
import { asking, engineOver, negotiate, outcome, programmableEngine } from './support/hurt.js';

const GRANTS = ['policy_data', 'grants', 'requesters', 'client.agent.procurement'] as const;

describe('engine.policy.data over the default policy', () => {
  it('puts a grant in force for the next decision, takes it away again, and evidence names the data', async () => {
    const { card, request, data } = example();
    const grant = at(data, ...GRANTS) as JsonObject;
    const { [GRANTS[3]]: _gone, ...others } = at(data, ...GRANTS.slice(0, 3));
    Object.assign(at(data, 'policy_data', 'grants'), { requesters: others });
    const engine = engineOver(await loadDefaultPolicy({ data: data as JsonObject }));
    const ask = (): Promise<NegotiationAnswer> =>
      engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
    const named = ({ receipt, negotiation }: NegotiationAnswer): unknown => {
      const [entry] = engine.evidence.ofNegotiation(negotiation.negotiationId).slice(-3);
      const { policy } = JSON.parse(entry?.body ?? '{}');
      expect(receipt.policyRefs).toContain(policy.dataDigest);
      return policy.dataDigest;
    };

    const empty = engine.policy.identity.dataDigest;
    const before = await ask();
    expect([before.outcome, named(before)]).toEqual(['rejected', empty]);

    engine.policy.data.set(GRANTS, grant);
    const granted = engine.policy.identity.dataDigest;
    expect(granted).not.toBe(empty);
    const during = await ask();
    expect([during.outcome, named(during)]).toEqual(['accepted-with-constraints', granted]);

    engine.policy.data.remove(GRANTS);
    expect(engine.policy.identity.dataDigest).toBe(empty);
    const after = await ask();
    expect([after.outcome, named(after)]).toEqual(['rejected', empty]);
  });
});

describe('engine.policy.data under load', () => {
  it.each(['inline', 'worker'] as const)(
    'shows each decision the data as they were before or after a change, and says which: %s',
    async (isolation) => {
      const engine = await programmableEngine(isolation === 'worker' ? { isolation, timeoutMs: 30_000 } : {});
      const states = new Map<string, string>([[engine.policy.identity.dataDigest, 'test.reason']]);
      engine.policy.data.set('/friends/mallory', true);
      states.set(engine.policy.identity.dataDigest, 'accepted');
      for (let round = 0; round < 50; round++) {
        const running = Array.from({ length: 16 }, () =>
          negotiate(engine, asking('friend', { round }, 'mallory')),
        );
        // Cards are read first: let the decisions begin, so that in threads some of them wait.
        await new Promise((resolve) => setImmediate(resolve));
        if (round % 2 === 0) engine.policy.data.remove('/friends/mallory');
        else engine.policy.data.set('/friends/mallory', true);
        for (const { layers, outcome: given, receipt } of await Promise.all(running)) {
          const codes = layers.find(({ status }) => status === 'refused')?.codes ?? [given];
          expect(codes).toEqual([states.get(receipt.policyRefs[2] ?? '')]);
        }
      }
      await engine.policy.close();
    },
  );

  it('survives a fault between two changes', async () => {
    const engine = await programmableEngine();
    engine.policy.data.set('/friends/mallory', true);
    expect(await outcome(engine, asking('conflict'))).toBe('AUTHORIZED_POLICY_ABORT');
    expect(await outcome(engine, asking('friend', {}, 'mallory'))).toBe('accepted');
    engine.policy.data.remove('/friends/mallory');
    expect(await outcome(engine, asking('conflict'))).toBe('AUTHORIZED_POLICY_ABORT');
    expect(await outcome(engine, asking('friend', {}, 'mallory'))).toBe('test.reason');
  });
});
