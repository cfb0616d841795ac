// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/core/digest.js';
import type { PolicyPort } from '../../src/core/policy.js';
import { asRequest, at, type Draft, example, exampleEngine, policyOver } from '../support/example.js';

function between(requester: string, provider: string, direction?: 'inbound' | 'outbound'): Draft {
  const { request } = example();
  at(request, 'requester')['origin'] = requester;
  at(request, 'provider')['origin'] = provider;
  return { ...request, ...(direction !== undefined && { direction }) };
}

const card = JSON.stringify(example().card);

describe('the peer of a record', () => {
  it.each([
    [undefined, 'https://contracts.example'],
    ['outbound', 'https://contracts.example'],
    ['inbound', 'https://client.example'],
  ] as const)('of a negotiation that is %s is %s', async (direction, peer) => {
    const request = between('https://client.example', 'https://contracts.example', direction);
    const engine = await exampleEngine();
    const { record } = await engine.negotiate({ card, request: asRequest(request) });
    expect(record.payload.peerDigest).toBe(sha256Hex(peer));
    expect(JSON.stringify(record)).not.toContain('example');
  });

  it('is not named where the request does not name it', async () => {
    const { request } = example();
    const engine = await exampleEngine();
    const inbound = { ...request, direction: 'inbound', requester: { ...at(request, 'requester') } };
    Reflect.deleteProperty(inbound.requester, 'origin');
    const { record } = await engine.negotiate({ card, request: asRequest(inbound) });
    expect(record.payload).not.toHaveProperty('peerDigest');
  });

  it.each(['https://1.2.3.400', 'https://agent.example:99999', 'https://xn--', 'https://[1.2]'])(
    'is refused before policy is asked where its origin only looks like one: %s',
    async (origin) => {
      const policy = await policyOver(example().data);
      let asked = 0;
      const counting: PolicyPort = {
        identity: policy.identity,
        decide: (input) => {
          asked += 1;
          return policy.decide(input);
        },
      };
      const engine = await exampleEngine({ policy: counting });
      for (const [direction, pointer] of [
        ['outbound', '/provider/origin'],
        ['inbound', '/requester/origin'],
      ] as const) {
        const asking = engine.negotiate({ card, request: asRequest(between(origin, origin, direction)) });
        const refusal = { code: 'NEGOTIATED_REQUEST_ORIGIN_MALFORMED', pointer };
        await expect(asking).rejects.toMatchObject(refusal);
      }
      expect(asked).toBe(0);
      expect(engine.evidence.head().seq).toBe(0);
    },
  );
});
