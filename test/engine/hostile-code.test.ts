// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it } from 'vitest';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import { FrozenMap } from '../../src/core/frozen-map.js';
import type { PolicyPort } from '../../src/core/policy.js';
import type { Engine, NegotiationAnswer } from '../../src/engine/types.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import {
  asRequest,
  at,
  type Draft,
  example,
  exampleEngine,
  policyOver,
  TRACEABILITY,
} from '../support/example.js';

const invocation = {
  skill: 'contract-risk-review',
  inputMode: 'application/json',
  extensions: [TRACEABILITY],
  effect: { class: 'read', risk: 'low' },
};

const ask = (engine: Engine, { card, request } = example()): Promise<NegotiationAnswer> =>
  engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });

async function authorizedBy(engine: Engine): Promise<AuthorizedCapability> {
  const { authorized } = await ask(engine);
  if (authorized === undefined) throw new Error('the example is authorized');
  return authorized;
}

/** Every place that is not frozen, below a value; what maps hold and members that are symbols included. */
function mutableIn(value: unknown, where = 'state', seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const found = Object.isFrozen(value) && !(value instanceof Map) && !(value instanceof Set) ? [] : [where];
  // The pairs that a map gives are made anew each time; what they hold is not.
  const inside = value instanceof FrozenMap ? value.values() : [];
  for (const item of inside) found.push(...mutableIn(item, `${where}[*]`, seen));
  for (const name of Reflect.ownKeys(value))
    found.push(...mutableIn(Reflect.get(value, name), `${where}.${String(name)}`, seen));
  return found;
}

describe('a state is immutable all the way down', () => {
  it('from the evidence back to the card', async () => {
    const { card, request, data } = example();
    request['inputModes'] = ['application/json', 'application/*', 'text/*'];
    const scopes = at(data, 'policy_data', 'grants', 'requesters', 'client.agent.procurement');
    at(scopes, 'agent.contract-review', 'contract-risk-review', 'scope.contract-review.enterprise')[
      'obligations'
    ] = [{ id: 'expire-after', seconds: 60, deep: { list: [1] } }];
    const engine = await exampleEngine({ data });
    const { authorized } = await ask(engine, { card, request, data });
    if (authorized === undefined) throw new Error('the example is authorized');
    const { evidenced } = await engine.execute(authorized, invocation, () => 'done');
    expect(mutableIn(evidenced)).toEqual([]);
  });

  it('where the verdict is made by a policy of others, which may go on changing its own', async () => {
    const policy = await policyOver(example().data);
    const verdicts: Draft[] = [];
    const other: PolicyPort = {
      identity: policy.identity,
      decide: async (input) => {
        const verdict = structuredClone(await policy.decide(input));
        verdicts.push(verdict as unknown as Draft);
        return verdict;
      },
    };
    const authorized = await authorizedBy(await exampleEngine({ policy: other }));
    expect(mutableIn(authorized)).toEqual([]);
    const [verdict] = verdicts;
    if (verdict === undefined) throw new Error('policy was asked');
    at(verdict, 'authorization')['decision'] = 'deny';
    expect(authorized.negotiated.discoverable.evaluation.verdict.authorization.decision).toBe('allow');
  });

  it('so that the documents of an answer cannot widen its contract', async () => {
    const engine = await exampleEngine();
    const { negotiation, authorized } = await ask(engine);
    expect(() => (negotiation.acceptedInputModes as string[]).push('text/plain')).toThrow(TypeError);
    const run = engine.execute(
      authorized as AuthorizedCapability,
      { ...invocation, inputMode: 'text/plain' },
      () => 1,
    );
    await expect(run).rejects.toMatchObject({ code: 'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT' });
  });

  it('and nobody can replace the check that it was issued', async () => {
    const { constructor: Class } = await authorizedBy(await exampleEngine());
    for (const each of [Class, Object.getPrototypeOf(Class)])
      expect(() => Object.assign(each, { verify: () => {} })).toThrow(TypeError);
  });
});

describe('engine.execute refuses a forged state before it reads it', () => {
  const throwing = {
    get expiresAt(): number {
      throw new Error('read');
    },
  };
  const forgeries: readonly (readonly [string, (genuine: AuthorizedCapability) => unknown])[] = [
    ['nothing', () => undefined],
    ['a proxy', (genuine) => new Proxy(genuine, {})],
    ['an heir', (genuine) => Object.create(genuine)],
    [
      'a copy',
      (genuine) => Object.assign(Object.create(Object.getPrototypeOf(genuine) as object) as object, genuine),
    ],
    ['the state before', (genuine) => genuine.negotiated],
    [
      'a new one of its class',
      (genuine) => Reflect.construct(genuine.constructor, [{ name: 'parley' }, genuine]),
    ],
    ['an expiry that throws', () => throwing],
    ['an expiry that is no number', () => ({ expiresAt: Symbol('later') })],
  ];
  for (const [name, forge] of forgeries)
    it(name, async () => {
      const engine = await exampleEngine();
      const forged = forge(await authorizedBy(engine)) as AuthorizedCapability;
      const run = engine.execute(forged, invocation, () => 'ran');
      await expect(run).rejects.toMatchObject({ code: 'CORE_STATE_FORGED' });
    });

  it('the state of another engine', async () => {
    const { data } = example();
    const [one, other] = [await exampleEngine({ data }), await exampleEngine({ data })];
    const run = other.execute(await authorizedBy(one), invocation, () => 'ran');
    await expect(run).rejects.toMatchObject({ code: 'CORE_STATE_FORGED' });
  });
});

describe('what others put on the prototype of every object', () => {
  const added: string[] = [];
  const pollute = (name: string, value: unknown, prototype: object = Object.prototype): void => {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
    added.push(name);
  };
  afterEach(() => {
    for (const name of added.splice(0))
      for (const prototype of [Object.prototype, Array.prototype]) Reflect.deleteProperty(prototype, name);
  });

  const gaps: readonly (readonly [string, unknown, (draft: ReturnType<typeof example>) => void])[] = [
    ['risk', 'low', ({ request }) => Reflect.deleteProperty(at(request, 'effect'), 'risk')],
    ['tenant', 'acme', (draft) => grantTo(draft, 'tenants', 'acme')],
    ['workspace', 'ws-1', (draft) => grantTo(draft, 'workspaces', 'ws-1')],
    ['attributes', { roles: ['buyer'] }, (draft) => grantTo(draft, 'roles', 'buyer')],
  ];
  for (const [name, value, prepare] of gaps)
    it(`answers for no ${name} that the request does not have, though it was there before the engine`, async () => {
      const draft = example();
      prepare(draft);
      const policy = await policyOver(draft.data);
      pollute(name, value);
      const engine = await exampleEngine({ policy });
      expect((await ask(engine, draft)).outcome).toBe('rejected');
    });

  it('stops every decision where it comes after the engine was made', async () => {
    const engine = await exampleEngine();
    const authorized = await authorizedBy(engine);
    pollute('required', false);
    const changed = { code: 'CORE_PROTOTYPE_CHANGED' };
    await expect(ask(engine)).rejects.toMatchObject(changed);
    await expect(engine.execute(authorized, invocation, () => 'ran')).rejects.toMatchObject(changed);
  });

  for (const [name, prototype] of [
    ['objects', Object.prototype],
    ['lists', Array.prototype],
  ] as const)
    it(`does not write the evidence: a toJSON of all ${name}, whenever it came`, async () => {
      const policy = await policyOver(example().data);
      pollute('toJSON', () => ({ outcome: 'accepted' }), prototype);
      await expect(ask(await exampleEngine({ policy }))).rejects.toMatchObject({
        code: 'CORE_PROTOTYPE_CHANGED',
      });
    });

  it('refuses the answer where a toJSON comes while policy is asked', async () => {
    const policy = await policyOver(example().data);
    const late: PolicyPort = {
      identity: policy.identity,
      decide: async (input) => {
        const verdict = await policy.decide(input);
        pollute('toJSON', () => 'x', Array.prototype);
        return verdict;
      },
    };
    const evidence = createMemoryEvidence();
    const answer = await ask(await exampleEngine({ policy: late, evidence }));
    expect(answer.outcome).toBe('rejected');
    expect(answer.authorized).toBeUndefined();
    expect(evidence.head().seq).toBe(0);
  });
});

/** Take the request's own grant away and give it to a tenant, workspace or role that the request does not name. */
function grantTo({ request, data }: ReturnType<typeof example>, kind: string, name: string): void {
  const grants = at(data, 'policy_data', 'grants');
  grants[kind] = { [name]: at(grants, 'requesters', 'client.agent.procurement') };
  grants['requesters'] = {};
  const requester = at(request, 'requester');
  for (const member of ['tenant', 'workspace', 'attributes']) delete requester[member];
}
