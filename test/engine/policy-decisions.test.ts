// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fault } from '../../src/core/errors.js';
import type { DecisionReport } from '../../src/engine/report-decision.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { validateAnswer } from '../../src/tsmm/index.js';
import { programmable } from '../adapters/opa-wasm/support.js';
import { asking, engineOver, negotiate, outcome } from './support/hurt.js';

describe('onDecision', () => {
  it('hears every decision whole, once, whatever it is', async () => {
    const heard: DecisionReport[] = [];
    const policy = await programmable();
    const engine = engineOver(policy, { onDecision: (report) => void heard.push(report) });
    const requests = [
      asking('friend'),
      asking('friend', {}, 'mallory'),
      asking('conflict'),
      asking('nothing'),
    ];
    for (const request of requests) await outcome(engine, request);
    expect(heard.map(({ verdict }) => verdict.fault ?? verdict.authorization.decision)).toEqual([
      'allow',
      'deny',
      'AUTHORIZED_POLICY_ABORT',
      'AUTHORIZED_POLICY_UNDEFINED',
    ]);
    expect(new Set(heard.map(({ decisionId }) => decisionId)).size).toBe(4);
    for (const { decisionId, negotiationId, timestamp, input, verdict } of heard) {
      expect(engine.evidence.find(decisionId)).toMatchObject({ negotiationId, at: timestamp });
      expect(verdict.inputText).toBe(JSON.stringify(input));
    }
  });

  it('hears nothing where there was nothing to decide on', async () => {
    const heard: DecisionReport[] = [];
    const engine = engineOver(await programmable(), { onDecision: (report) => void heard.push(report) });
    expect(await outcome(engine, asking('friend', { x: '\ud800' }))).toBe(
      'NEGOTIATED_REQUEST_TEXT_NOT_UNICODE',
    );
    expect(await outcome(engine, asking('friend'), 'no card')).toBe('ADVERTISED_JSON_MALFORMED');
    expect(heard).toEqual([]);
  });

  it('is waited for: no evidence and no answer before it is done', async () => {
    let done = (): void => {};
    const evidence = createMemoryEvidence();
    const engine = engineOver(await programmable(), {
      evidence,
      onDecision: () =>
        new Promise((resolve) => {
          done = resolve;
        }),
    });
    let answered = false;
    const answer = negotiate(engine, asking('friend')).then((given) => {
      answered = true;
      return given;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([answered, evidence.head().seq]).toEqual([false, 0]);
    done();
    expect((await answer).outcome).toBe('accepted');
  });

  it.each<[string, () => void | Promise<void>, string]>([
    [
      'throws an error of its own',
      () => {
        throw new Error('disk full');
      },
      'EVIDENCED_DECISION_LOG_FAILED',
    ],
    ['rejects with a code', () => Promise.reject(fault('EVIDENCED_CLOSED')), 'EVIDENCED_CLOSED'],
    ['rejects with nothing', () => Promise.reject(), 'EVIDENCED_DECISION_LOG_FAILED'],
  ])('refuses where it %s, and the refusal is in the evidence', async (_, onDecision, code) => {
    const engine = engineOver(await programmable(), { onDecision });
    const answer = await negotiate(engine, asking('friend'));
    expect(answer.outcome).toBe('rejected');
    expect(answer.authorized).toBeUndefined();
    expect(answer.layers.at(-1)).toMatchObject({ layer: 'evidenced', status: 'refused', codes: [code] });
    expect(answer.receipt.decision.outcome).toBe('deny');
    const [kept] = engine.evidence.ofNegotiation(answer.negotiation.negotiationId);
    expect(JSON.parse(kept?.body ?? '')).toMatchObject({
      negotiation: { negotiationOutcome: 'rejected' },
      verdict: { authorization: { decision: 'allow' } },
    });
    const { authorized: _state, ...document } = answer;
    expect(validateAnswer(document as never)).toEqual({ valid: true, findings: [] });
  });

  it('leaves a refusal that was there before where it was', async () => {
    const engine = engineOver(await programmable(), { onDecision: () => Promise.reject(new Error('no')) });
    const { layers } = await negotiate(engine, asking('friend', {}, 'mallory'));
    expect(layers.map(({ status }) => status)).toEqual([
      ...['passed', 'passed', 'passed', 'refused', 'not-reached', 'refused'],
    ]);
  });
});
