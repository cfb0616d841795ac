// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import type { Engine } from '../../src/engine/types.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { asRequest, example, exampleEngine, TRACEABILITY } from '../support/example.js';
import { NOW } from '../support/now.js';

const invocation = {
  skill: 'contract-risk-review',
  inputMode: 'application/json',
  outputModes: ['application/json'],
  extensions: [TRACEABILITY],
  protocolVersion: '1.0',
  effect: { class: 'read', risk: 'low' },
};

interface Stage {
  readonly engine: Engine;
  readonly authorized: AuthorizedCapability;
  advance(milliseconds: number): void;
}

async function stage(): Promise<Stage> {
  let now = NOW;
  const { card, request } = example();
  const engine = await exampleEngine({ clock: { now: () => now } });
  const { authorized } = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
  if (authorized === undefined) throw new Error('the example is authorized');
  return {
    engine,
    authorized,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

/** What an execution left in the log, after the four entries of the negotiation. */
const kinds = (engine: Engine): string[] => [...engine.evidence.entries(5)].map((entry) => entry.kind);

describe('engine.execute inside the contract', () => {
  it('calls the effect once, records start and end, and gives the proof', async () => {
    const { engine, authorized } = await stage();
    let calls = 0;
    const { output, executed, evidenced } = await engine.execute(authorized, invocation, (signal) => {
      calls += 1;
      expect(signal.aborted).toBe(false);
      return { risk: 'none' };
    });
    expect(calls).toBe(1);
    expect(output).toEqual({ risk: 'none' });
    expect(executed.authorized).toBe(authorized);
    expect(evidenced.executed).toBe(executed);
    expect(kinds(engine)).toEqual(['execution.started', 'execution.completed']);
    expect(evidenced.head).toEqual(engine.evidence.head());
  });

  it('records a failure and hands on what the effect threw', async () => {
    const { engine, authorized } = await stage();
    const failure = new RangeError('the agent hung up');
    const run = engine.execute(authorized, invocation, () => Promise.reject(failure));
    await expect(run).rejects.toBe(failure);
    expect(kinds(engine)).toEqual(['execution.started', 'execution.failed']);
  });

  it("ends the signal with the caller's", async () => {
    const { engine, authorized } = await stage();
    const caller = new AbortController();
    const run = engine.execute(
      authorized,
      invocation,
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          caller.abort(new Error('enough'));
        }),
      { signal: caller.signal },
    );
    await expect(run).rejects.toThrow('enough');
  });
});

describe('engine.execute outside the contract', () => {
  const cases: readonly (readonly [string, object, string, string])[] = [
    ['another skill', { skill: 'contract-summary' }, 'skill', 'EXECUTED_SKILL_OUTSIDE_CONTRACT'],
    [
      'an input mode not granted',
      { inputMode: 'text/plain' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
    ],
    [
      'a range as input mode',
      { inputMode: 'application/*' },
      'inputModes',
      'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT',
    ],
    ['no media type', { inputMode: 'json' }, 'inputModes', 'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT'],
    [
      'an output mode not granted',
      { outputModes: ['application/json', 'text/html'] },
      'outputModes',
      'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT',
    ],
    [
      'an extension not granted',
      { extensions: [TRACEABILITY, 'https://example.org/extensions/explainability/v1'] },
      'extensions',
      'EXECUTED_EXTENSION_OUTSIDE_CONTRACT',
    ],
    ['a required extension left out', { extensions: [] }, 'extensions', 'EXECUTED_EXTENSION_MISSING'],
    [
      'another protocol version',
      { protocolVersion: '0.3' },
      'protocolVersion',
      'EXECUTED_VERSION_OUTSIDE_CONTRACT',
    ],
    [
      'another effect class',
      { effect: { class: 'write', risk: 'low' } },
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
    ],
    [
      'a higher risk',
      { effect: { class: 'read', risk: 'high' } },
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
    ],
    [
      'an effect of unknown risk',
      { effect: { class: 'read' } },
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
    ],
  ];
  for (const [name, change, clause, code] of cases)
    it(`refuses ${name} and does not call the effect`, async () => {
      const { engine, authorized } = await stage();
      const run = engine.execute(authorized, { ...invocation, ...change }, () => {
        throw new Error('the effect was called');
      });
      await expect(run).rejects.toMatchObject({ name: 'ContractViolation', clause, code });
      expect(kinds(engine)).toEqual(['execution.violated']);
    });

  it('refuses an invocation with an unknown member, and records the attempt', async () => {
    const { engine, authorized } = await stage();
    const run = engine.execute(authorized, { ...invocation, tool: 'x' } as never, () => 'ran');
    await expect(run).rejects.toMatchObject({ code: 'EXECUTED_INVOCATION_MALFORMED', pointer: '/tool' });
    expect(kinds(engine)).toEqual(['execution.violated']);
  });

  it('refuses what has expired, to the millisecond', async () => {
    const { engine, authorized, advance } = await stage();
    advance(299_999);
    await expect(engine.execute(authorized, invocation, () => 'in time')).resolves.toMatchObject({
      output: 'in time',
    });
    advance(1);
    const late = engine.execute(authorized, invocation, () => 'late');
    await expect(late).rejects.toMatchObject({ clause: 'expiry', code: 'EXECUTED_AUTHORIZATION_EXPIRED' });
  });

  it('refuses a state of another engine, a copy and a literal', async () => {
    const { authorized } = await stage();
    const other = await exampleEngine();
    for (const forged of [
      authorized,
      { ...authorized },
      structuredClone({ ...authorized, negotiated: undefined }),
    ]) {
      const run = other.execute(forged as AuthorizedCapability, invocation, () => 'ran');
      await expect(run).rejects.toMatchObject({ code: 'CORE_STATE_FORGED' });
    }
  });
});

describe('engine.execute where the evidence fails', () => {
  it('does not call the effect where the start cannot be recorded', async () => {
    const { card, request } = example();
    const evidence = createMemoryEvidence();
    const engine = await exampleEngine({ evidence });
    const { authorized } = await engine.negotiate({
      card: JSON.stringify(card),
      request: asRequest(request),
    });
    evidence.close();
    let called = false;
    const run = engine.execute(authorized as AuthorizedCapability, invocation, () => {
      called = true;
    });
    await expect(run).rejects.toMatchObject({ code: 'EVIDENCED_CLOSED' });
    expect(called).toBe(false);
  });

  it('keeps the output where the end cannot be recorded', async () => {
    const { card, request } = example();
    const evidence = createMemoryEvidence();
    const engine = await exampleEngine({ evidence });
    const { authorized } = await engine.negotiate({
      card: JSON.stringify(card),
      request: asRequest(request),
    });
    const run = engine.execute(authorized as AuthorizedCapability, invocation, () => {
      evidence.close();
      return 42;
    });
    await expect(run).rejects.toMatchObject({ code: 'EXECUTED_OUTCOME_UNRECORDED', output: 42 });
  });

  it('answers a negotiation that cannot be recorded with a refusal that grants nothing', async () => {
    const { card, request } = example();
    const evidence = createMemoryEvidence();
    const engine = await exampleEngine({ evidence });
    evidence.close();
    const answer = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request) });
    expect(answer.outcome).toBe('rejected');
    expect(answer.authorized).toBeUndefined();
    expect(answer.layers[5]).toMatchObject({
      layer: 'evidenced',
      status: 'refused',
      codes: ['EVIDENCED_CLOSED'],
    });
    expect(answer.negotiation.acceptedInputModes).toEqual([]);
    expect(answer.receipt.decision.outcome).toBe('deny');
  });
});
