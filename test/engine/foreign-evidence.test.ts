// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import type { Engine, NegotiationAnswer } from '../../src/engine/types.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { AppendReceipt, EvidenceStore } from '../../src/evidenced/types.js';
import { asRequest, type Draft, example, exampleEngine, TRACEABILITY } from '../support/example.js';

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

describe('an evidence store of others', () => {
  /** The store in memory, but for what its `append` gives back. */
  function store(append: (write: () => AppendReceipt, count: number) => unknown): EvidenceStore {
    const memory = createMemoryEvidence();
    let count = 0;
    return {
      durable: false,
      append: (entries, blobs) => {
        count += 1;
        return append(() => memory.append(entries, blobs), count) as AppendReceipt;
      },
      head: () => memory.head(),
      entries: (from) => memory.entries(from),
      ofNegotiation: (id) => memory.ofNegotiation(id),
      find: (id) => memory.find(id),
      blob: (digest) => memory.blob(digest),
      close: () => {},
    };
  }

  it('that answers with a promise of its own kind is waited for', async () => {
    const later = store((write) => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable that is no Promise is what is tested
      then: (done: (receipt: AppendReceipt) => void) => setImmediate(() => done(write())),
    }));
    const answer = await ask(await exampleEngine({ evidence: later }));
    expect(answer).toMatchObject({ outcome: 'accepted-with-constraints', evidence: { head: { seq: 4 } } });
  });

  for (const [name, receipt] of [
    ['nothing', undefined],
    ['no head', {}],
    ['a head without a place', { head: {} }],
  ] as const)
    it(`that gives back ${name} has written nothing that anybody can rely on`, async () => {
      const answer = await ask(await exampleEngine({ evidence: store(() => receipt) }));
      expect(answer.outcome).toBe('rejected');
      expect(answer.layers.at(-1)).toMatchObject({ status: 'refused', codes: ['EVIDENCED_WRITE_FAILED'] });
      expect(answer.authorized).toBeUndefined();
    });

  it('that fails with an error of its own before the effect: a code, and no effect', async () => {
    const failing = store((write, count) => {
      if (count > 1) throw new Error('disk full');
      return write();
    });
    const engine = await exampleEngine({ evidence: failing });
    let ran = false;
    const run = engine.execute(await authorizedBy(engine), invocation, () => {
      ran = true;
    });
    await expect(run).rejects.toMatchObject({ code: 'EVIDENCED_WRITE_FAILED' });
    expect(ran).toBe(false);
  });

  it('that loses what it took does not lose what the effect gave', async () => {
    const memory = createMemoryEvidence();
    let forgets = false;
    const forgetful: EvidenceStore = {
      ...store(() => undefined),
      append: (entries, blobs) => memory.append(entries, blobs),
      head: () => memory.head(),
      find: (id) => memory.find(id),
      ofNegotiation: (id) => (forgets ? [] : memory.ofNegotiation(id)),
    };
    const engine = await exampleEngine({ evidence: forgetful });
    const run = engine.execute(await authorizedBy(engine), invocation, () => {
      forgets = true;
      return 'given';
    });
    await expect(run).rejects.toMatchObject({
      name: 'OutcomeUnrecorded',
      output: 'given',
      cause: { code: 'EVIDENCED_ENTRY_ABSENT' },
    });
  });
});

describe('engine.execute', () => {
  it('calls no effect for a caller who has given up already, and says so in the evidence', async () => {
    const engine = await exampleEngine();
    const authorized = await authorizedBy(engine);
    const signal = AbortSignal.abort(new Error('enough'));
    const run = engine.execute(authorized, invocation, () => 'ran', { signal });
    await expect(run).rejects.toThrow('enough');
    const kinds = [...engine.evidence.entries(5)].map(({ kind }) => kind);
    expect(kinds).toEqual(['execution.started', 'execution.failed']);
  });

  const cyclic: Draft = {};
  cyclic['skill'] = cyclic;
  for (const [name, given] of [
    ['a BigInt', 1n],
    ['a value that holds itself', cyclic],
  ] as const)
    it(`refuses ${name} as an invocation, with identifiers that are derived from it`, async () => {
      const engine = await exampleEngine();
      const run = engine.execute(await authorizedBy(engine), given as never, () => 'ran');
      await expect(run).rejects.toMatchObject({ code: 'EXECUTED_INVOCATION_MALFORMED' });
    });
});
