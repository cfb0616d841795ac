// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { loadPolicy as loadBare } from '@open-policy-agent/opa-wasm';
import { loadDefaultPolicy } from '../dist/adapters/opa-wasm/index.js';
import { createEngine } from '../dist/engine.js';
import { createMemoryEvidence } from '../dist/evidenced/memory.js';
import { exampleQuestion, exampleWithGrants } from './example.js';
import { interleave } from './interleave.js';
import { type Row, round } from './row.js';

/**
 * Row 1: a whole negotiation of a card seen before, evidence in memory, default policy, against `evaluate` of the
 * official SDK over the same input, data and wasm.
 */
export async function warmNegotiation(): Promise<Row> {
  const data = await exampleWithGrants(1);
  const question = await exampleQuestion();
  const policy = await loadDefaultPolicy({ data });
  const engine = createEngine({ policy, evidence: createMemoryEvidence() });
  const first = await engine.negotiate(question);
  if (first.authorized === undefined) throw new Error(`the example was ${first.outcome}`);
  const input = first.authorized.negotiated.discoverable.evaluation.input;

  const bare = await loadBare(await readFile('policies/bundle/policy.wasm'), { initial: 32 });
  bare.setData(data);
  const [answer] = bare.evaluate(input, 'parley/decide');
  if (answer?.result?.authorization?.decision !== 'allow')
    throw new Error('bare evaluation does not allow the example');

  const [whole, evaluation] = await interleave(
    [
      { name: 'negotiate', run: () => engine.negotiate(question) },
      { name: 'evaluate', run: () => bare.evaluate(input, 'parley/decide') },
    ],
    { rounds: 40, calls: 500 },
  );
  if (whole === undefined || evaluation === undefined) throw new Error('two subjects were measured');
  const ratio = whole.best / evaluation.best;
  const quick = evaluation.p50 > 25 || whole.p50 <= 60;
  return {
    row: 1,
    what: 'negotiate(), card seen before, evidence in memory, default policy, against bare policy.evaluate',
    budget: 'at most 2.5x; p50 at or under 60 µs where bare evaluation is at or under 25 µs',
    measured:
      `${ratio.toFixed(2)}x (negotiate best ${whole.best.toFixed(1)} µs, p50 ${whole.p50.toFixed(1)}; ` +
      `bare best ${evaluation.best.toFixed(1)}, p50 ${evaluation.p50.toFixed(1)})`,
    holds: ratio <= 2.5 && quick,
    figures: {
      ratio: round(ratio),
      negotiateBest: round(whole.best),
      negotiateP50: round(whole.p50),
      negotiateP99: round(whole.p99),
      evaluateBest: round(evaluation.best),
      evaluateP50: round(evaluation.p50),
    },
  };
}
