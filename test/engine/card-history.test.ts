// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { openSqliteEvidence } from '../../src/adapters/evidence-sqlite/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { Engine, NegotiationAnswer } from '../../src/engine/types.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { createPlace } from '../support/cli.js';
import { asRequest, type Draft, exampleEngine, policyOver } from '../support/example.js';
import { dataFor, KEY, NEXT_KEY, type SpyPolicy, sign, spyOn, trustIn } from './support/signed.js';

const PROVIDER = 'agent.one';

/** A card of some version; `note` makes another document of the same version. */
function cardOf(version: string | undefined, note = ''): JsonObject {
  return {
    name: 'Agent',
    description: `An agent ${note}`,
    ...(version !== undefined && { version }),
    supportedInterfaces: [
      { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 'S', description: 'does', tags: ['t'] }],
  };
}

const signed = (version: string | undefined, note = '', key = KEY): JsonObject =>
  sign(cardOf(version, note), 'a2a-1.0', key);

interface World {
  readonly engine: Engine;
  readonly policy: SpyPolicy;
  readonly evidence: EvidenceStore;
  /** Negotiate on a card; `scope.y` is one that no grant covers. */
  ask(card: JsonObject, change?: Draft): Promise<NegotiationAnswer>;
  /** What policy was told about the last card. */
  told(): readonly string[] | undefined;
}

async function world(
  options: { readonly evidence?: EvidenceStore; readonly settings?: Draft; readonly provider?: Draft } = {},
): Promise<World> {
  const evidence = options.evidence ?? createMemoryEvidence();
  const { settings = {}, provider = {} } = options;
  const policy = spyOn(await policyOver(dataFor(PROVIDER, 's', { settings, provider })));
  const engine = await exampleEngine({ policy, evidence, trust: trustIn() });
  return {
    engine,
    policy,
    evidence,
    ask: (card, change = {}) => {
      const request: Draft = {
        requester: { ref: 'client', authenticated: true },
        provider: { ref: PROVIDER },
        skill: 's',
        inputModes: ['text/plain'],
        outputModes: ['text/plain'],
        protocol: { name: 'a2a', version: '1.0' },
        scope: 'scope.x',
        effect: { class: 'read', risk: 'low' },
        ...change,
      };
      return engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
    },
    told: () => policy.inputs.at(-1)?.card.history,
  };
}

const UNGRANTED: Draft = { scope: 'scope.y' };

/** The entries of the history, as `<id> <version> adopted?`. */
function sightings(evidence: EvidenceStore): readonly string[] {
  return [...evidence.entries()]
    .filter((entry) => entry.kind === 'card.seen')
    .map(({ id, body }) => {
      const { version, adopted } = JSON.parse(body);
      return `${id} ${version}${adopted ? ' adopted' : ''}`;
    });
}

describe('what policy is told of a card', () => {
  it('is nothing at first sight, and nothing where the card is the same', async () => {
    const { ask, told } = await world();
    expect((await ask(signed('1.0.0'))).outcome).toBe('accepted');
    expect(told()).toEqual([]);
    await ask(signed('1.0.0'));
    expect(told()).toEqual([]);
  });

  it.each<readonly [string, JsonObject, JsonObject, readonly string[], string]>([
    ['a newer version', signed('1.0.0'), signed('1.1.0'), ['card.changed'], 'accepted'],
    ['another document', signed('1.0.0'), signed('1.0.0', 'b'), ['card.changed'], 'accepted'],
    [
      'an older version that was never seen',
      signed('1.10.0'),
      signed('1.9.0'),
      ['card.changed', 'card.rollback'],
      'rejected',
    ],
    [
      'another key',
      signed('1.0.0'),
      signed('1.1.0', '', NEXT_KEY),
      ['card.changed', 'card.key-changed'],
      'review-required',
    ],
    [
      'no signature',
      signed('1.0.0'),
      cardOf('1.1.0'),
      ['card.changed', 'card.signature-dropped'],
      'rejected',
    ],
    [
      'no signature and an older version',
      signed('1.0.0'),
      cardOf('0.9.0'),
      ['card.changed', 'card.rollback', 'card.signature-dropped'],
      'rejected',
    ],
    ['a version that cannot be compared', signed('1.0.0'), signed('spring'), ['card.changed'], 'accepted'],
    ['no version', signed('1.0.0'), signed(undefined), ['card.changed'], 'accepted'],
  ])('%s', async (_, before, after, codes, outcome) => {
    const { ask, told } = await world();
    expect((await ask(before)).outcome).toBe('accepted');
    const answer = await ask(after);
    expect(told()).toEqual(codes);
    expect(answer.outcome).toBe(outcome);
  });

  it('is that a card goes back where an older document of the same version comes again', async () => {
    const { ask, told } = await world();
    await ask(signed('1.0.0', 'a'));
    await ask(signed('1.0.0', 'b'));
    const answer = await ask(signed('1.0.0', 'a'));
    expect(told()).toEqual(['card.changed', 'card.rollback']);
    expect(answer.outcome).toBe('rejected');
    // Refused, it moved nothing: it keeps going back, and the newer one is still the reference.
    await ask(signed('1.0.0', 'a'));
    expect(told()).toEqual(['card.changed', 'card.rollback']);
    await ask(signed('1.0.0', 'b'));
    expect(told()).toEqual([]);
  });

  it.each<readonly [string, (card: JsonObject) => JsonObject]>([
    ['a member that no signature covers', (card) => ({ ...card, 'x-any': 1 })],
    ['its members in another order', (card) => Object.fromEntries(Object.entries(card).toReversed())],
    ['another signature beside', (card) => sign(card, 'a2a-1.0', NEXT_KEY)],
  ])('is that a card goes back where the older document comes again with %s', async (_, dress) => {
    const { ask, told, evidence } = await world();
    const [older, newer] = [signed('1.0.0', 'a'), signed('1.0.0', 'b')];
    await ask(older);
    await ask(newer);
    expect((await ask(dress(older))).outcome).toBe('rejected');
    expect(told()).toEqual(['card.changed', 'card.rollback']);
    // What counts now is no older for being dressed up.
    await ask(dress(newer));
    expect(told()).toEqual(['card.changed']);
    const again = await world({ evidence });
    await again.ask(dress(older));
    expect(again.told()).toEqual(['card.changed', 'card.rollback']);
  });

  it('is not that a card goes back where a newer one was seen before and refused', async () => {
    const { ask, told } = await world();
    await ask(signed('1.0.0'));
    expect((await ask(signed('1.1.0'), UNGRANTED)).outcome).toBe('rejected');
    expect((await ask(signed('1.1.0'))).outcome).toBe('accepted');
    expect(told()).toEqual(['card.changed']);
    await ask(signed('1.1.0'));
    expect(told()).toEqual([]);
  });

  it('is kept apart by provider', async () => {
    const { ask, told } = await world();
    await ask(signed('2.0.0'));
    await ask(signed('1.0.0'), { provider: { ref: 'agent.two' } });
    expect(told()).toEqual([]);
  });

  it('can be forgiven by data, and then the reference goes back as well', async () => {
    const history = { 'card.changed': 'allow', 'card.rollback': 'allow' };
    const { ask, told } = await world({ settings: { history } });
    await ask(signed('1.0.0', 'a'));
    await ask(signed('1.0.0', 'b'));
    expect((await ask(signed('1.0.0', 'a'))).outcome).toBe('accepted');
    await ask(signed('1.0.0', 'b'));
    expect(told()).toEqual(['card.changed']);
  });
});

describe('the reference', () => {
  it('is no card that was refused', async () => {
    const { ask, told, evidence } = await world();
    // Anybody can show a card of version 99: it must not make every later one a rollback.
    expect((await ask(cardOf('99.0.0'))).outcome).toBe('rejected');
    expect((await ask(signed('1.0.0'))).outcome).toBe('accepted');
    expect(told()).toEqual([]);
    expect(sightings(evidence)).toEqual(['card.agent.one.0 99.0.0', 'card.agent.one.1 1.0.0 adopted']);
  });

  it('is the first verified card until one is accepted', async () => {
    const { ask, told } = await world({ provider: { review: true } });
    expect((await ask(signed('2.0.0'))).outcome).toBe('review-required');
    await ask(signed('1.0.0'));
    expect(told()).toEqual(['card.changed', 'card.rollback']);
  });

  it('does not move to a card that waits for review', async () => {
    const { ask, told } = await world();
    await ask(signed('1.0.0'));
    expect((await ask(signed('1.1.0', '', NEXT_KEY))).outcome).toBe('review-required');
    await ask(signed('1.1.0', '', NEXT_KEY));
    expect(told()).toEqual(['card.changed', 'card.key-changed']);
    await ask(signed('1.0.0'));
    expect(told()).toEqual([]);
  });

  it('is not pushed out by any number of refused cards', async () => {
    const { ask, told, evidence } = await world();
    await ask(signed('2.0.0'));
    for (let index = 0; index < 150; index += 1) await ask(cardOf('3.0.0', `junk ${index}`));
    await ask(signed('1.0.0'));
    expect(told()).toEqual(['card.changed', 'card.rollback']);
    const again = await world({ evidence });
    await again.ask(signed('1.0.0'));
    expect(again.told()).toEqual(['card.changed', 'card.rollback']);
  });
});

describe('the entries of the history', () => {
  it('are written for news alone, and say what was found', async () => {
    const { ask, evidence } = await world();
    for (const card of [signed('1.0.0'), signed('1.0.0'), signed('1.1.0'), signed('1.0.0'), signed('1.0.0')])
      await ask(card);
    expect(sightings(evidence)).toEqual(['card.agent.one.0 1.0.0 adopted', 'card.agent.one.1 1.1.0 adopted']);
    const entry = evidence.find('card.agent.one.1');
    expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({
      format: 'parley.card-seen/1',
      provider: PROVIDER,
      version: '1.1.0',
      verified: true,
      kid: KEY.kid,
      adopted: true,
      codes: ['card.changed'],
      previous: { place: 0 },
      reference: { place: 1 },
    });
  });

  it('say so where a card is verified that was not before', async () => {
    const evidence = createMemoryEvidence();
    const policy = await policyOver(
      dataFor(PROVIDER, 's', { settings: { signatures: { untrusted: 'allow' } } }),
    );
    const blind = await exampleEngine({ policy, evidence });
    const request = {
      requester: { ref: 'client', authenticated: true },
      provider: { ref: PROVIDER },
      skill: 's',
      inputModes: ['text/plain'],
      outputModes: ['text/plain'],
      protocol: { name: 'a2a' },
      scope: 'scope.x',
      effect: { class: 'read', risk: 'low' },
    };
    await blind.negotiate({ card: JSON.stringify(signed('1.0.0')), request: asRequest(request) });
    const seeing = await world({ evidence });
    await seeing.ask(signed('1.0.0'));
    await seeing.ask(signed('1.0.0'));
    expect(sightings(evidence)).toEqual(['card.agent.one.0 1.0.0 adopted', 'card.agent.one.1 1.0.0 adopted']);
    await seeing.ask(cardOf('1.1.0'));
    expect(seeing.told()).toContain('card.signature-dropped');
  });

  it('have one place each, however many negotiations are in flight', async () => {
    const { ask, evidence } = await world();
    await Promise.all(Array.from({ length: 64 }, () => ask(signed('1.0.0'))));
    expect(sightings(evidence)).toEqual(['card.agent.one.0 1.0.0 adopted']);
    await Promise.all(Array.from({ length: 64 }, (_, index) => ask(signed('1.0.0', `${index}`))));
    const places = sightings(evidence).map((line) => line.split(' ')[0]);
    expect(places).toEqual(Array.from({ length: 65 }, (_, place) => `card.agent.one.${place}`));
  });

  it('let nobody adopt in flight what policy was not told', async () => {
    const { ask, told, evidence } = await world();
    await Promise.all([ask(signed('2.0.0')), ask(signed('1.0.0'))]);
    expect(sightings(evidence)).toEqual(['card.agent.one.0 2.0.0 adopted', 'card.agent.one.1 1.0.0']);
    await ask(signed('1.0.0'));
    expect(told()).toEqual(['card.changed', 'card.rollback']);
  });
});

/** A store whose next appends fail, as many as are asked for, each a little later. */
function failing(store: EvidenceStore): EvidenceStore & { next: boolean[] } {
  const next: boolean[] = [];
  return {
    ...store,
    next,
    durable: store.durable,
    append: async (entries, blobs) => {
      const fails = next.shift() ?? false;
      await Promise.resolve();
      if (fails) throw new Error('disk full');
      return store.append(entries, blobs);
    },
    head: () => store.head(),
    entries: (from) => store.entries(from),
    ofNegotiation: (id) => store.ofNegotiation(id),
    find: (id) => store.find(id),
    blob: (digest) => store.blob(digest),
    close: () => store.close(),
  };
}

describe('where the evidence cannot be written', () => {
  it('a card that was not recorded did not count', async () => {
    const evidence = failing(createMemoryEvidence());
    const { ask, told } = await world({ evidence });
    await ask(signed('1.0.0'));
    evidence.next.push(true);
    expect((await ask(signed('2.0.0'))).outcome).toBe('rejected');
    await ask(signed('1.5.0'));
    expect(told()).toEqual(['card.changed']);
    expect(sightings(evidence)).toEqual(['card.agent.one.0 1.0.0 adopted', 'card.agent.one.1 1.5.0 adopted']);
  });

  it('no place is lost or used twice, whichever writes of many fail', async () => {
    for (const pattern of [[true], [false, true, true], [true, false, true, false], Array(8).fill(true)]) {
      const evidence = failing(createMemoryEvidence());
      const { ask, told } = await world({ evidence });
      evidence.next.push(...pattern);
      await Promise.all(Array.from({ length: 8 }, (_, index) => ask(signed(`1.${index}.0`))));
      for (let index = 8; index < 16; index += 1) await ask(signed(`1.${index}.0`));
      const places = sightings(evidence).map((line) => Number(line.split(' ')[0]?.split('.').at(-1)));
      expect([...places].sort((a, b) => a - b)).toEqual(places.map((_, place) => place));
      // The same after a restart, in whatever order the places were filled.
      const again = await world({ evidence });
      for (const { ask: once, told: heard } of [{ ask, told }, again]) {
        await once(signed('1.15.0'));
        expect(heard()).toEqual([]);
        await once(signed('1.0.0'));
        expect(heard()).toEqual(['card.changed', 'card.rollback']);
      }
    }
  });

  it('what was written beyond a free place is found after a restart, and the place is filled', async () => {
    const evidence = failing(createMemoryEvidence());
    const { ask } = await world({ evidence });
    evidence.next.push(true);
    await Promise.all([ask(signed('1.0.0')), ask(signed('2.0.0'))]);
    expect(sightings(evidence)).toEqual(['card.agent.one.1 2.0.0']);
    const again = await world({ evidence });
    await again.ask(signed('1.0.0'));
    expect(again.told()).toEqual(['card.changed', 'card.rollback']);
    expect(sightings(evidence)).toEqual(['card.agent.one.1 2.0.0', 'card.agent.one.0 1.0.0']);
    const third = await world({ evidence });
    await third.ask(signed('3.0.0'));
    expect(sightings(evidence).at(-1)).toBe('card.agent.one.2 3.0.0 adopted');
  });

  it('another process that writes the same log does not get the same places', async () => {
    const evidence = createMemoryEvidence();
    const [one, two] = [await world({ evidence }), await world({ evidence })];
    await one.ask(signed('1.0.0'));
    await two.ask(signed('1.0.0'));
    await one.ask(signed('1.1.0'));
    await two.ask(signed('1.2.0'));
    await one.ask(signed('1.3.0'));
    expect(sightings(evidence).map((line) => line.split(' ')[0])).toEqual(
      [0, 1, 2, 3].map((place) => `card.agent.one.${place}`),
    );
  });
});

describe('a restart', () => {
  it('keeps the history in a durable log', async () => {
    const place = createPlace();
    try {
      const path = place.path('evidence.db');
      const first = await openSqliteEvidence(path);
      const before = await world({ evidence: first });
      for (const [index, card] of [signed('1.0.0', 'a'), signed('1.0.0', 'b')].entries()) {
        await before.ask(card);
        expect(before.told()).toEqual(index === 0 ? [] : ['card.changed']);
      }
      await first.close();
      const second = await openSqliteEvidence(path);
      const after = await world({ evidence: second });
      await after.ask(signed('1.0.0', 'b'));
      expect(after.told()).toEqual([]);
      expect((await after.ask(signed('1.0.0', 'a'))).outcome).toBe('rejected');
      expect(after.told()).toEqual(['card.changed', 'card.rollback']);
      await after.ask(cardOf('1.0.0', 'c'));
      expect(after.told()).toEqual(['card.changed', 'card.signature-dropped']);
      expect(sightings(second).map((line) => line.split(' ')[0])).toEqual(
        [0, 1, 2].map((index) => `card.agent.one.${index}`),
      );
      await second.close();
    } finally {
      place.remove();
    }
  });

  it('knows what was accepted long before', async () => {
    const { ask, evidence } = await world();
    for (let index = 0; index < 100; index += 1) await ask(signed('1.0.0', `${index}`));
    const again = await world({ evidence });
    await again.ask(signed('1.0.0', '99'));
    expect(again.told()).toEqual([]);
    await again.ask(signed('1.0.0', '50'));
    expect(again.told()).toEqual(['card.changed', 'card.rollback']);
  });
});
