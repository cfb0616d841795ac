// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import type { EngineOptions } from '../../src/engine/options.js';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { createEngine } from '../../src/engine.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { validateAnswer } from '../../src/tsmm/validate-answer.js';
import {
  asRequest,
  at,
  type Draft,
  type DraftValue,
  example,
  exampleEngine,
  policyOver,
} from '../support/example.js';

const failing = (): never => {
  throw new Error('lost');
};

const memory = createMemoryEvidence();
/** A log that takes nothing. */
const evidence: EvidenceStore = {
  durable: false,
  append: failing,
  head: () => memory.head(),
  entries: (from) => memory.entries(from),
  ofNegotiation: (id) => memory.ofNegotiation(id),
  find: (id) => memory.find(id),
  blob: (digest) => memory.blob(digest),
  close: () => {},
};

const PORTS: readonly (readonly [string, Partial<EngineOptions>, string, number])[] = [
  ['the sink of the run', { runs: { append: failing } }, 'OPENWOP_SINK_FAILED', 2],
  ['the listener', { onDecision: failing }, 'EVIDENCED_DECISION_LOG_FAILED', 5],
  ['the evidence', { evidence }, 'EVIDENCED_WRITE_FAILED', 5],
];

/** Requests by the layer at which their walk ends, and 6 where it does not. */
const WALKS: readonly (readonly [
  string,
  number,
  (draft: ReturnType<typeof example>) => Partial<EngineOptions> | undefined,
])[] = [
  ['is refused as a card', 0, () => ({ requiredFields: ['/absent'] })],
  ['is about a skill that does not exist', 1, ({ request }) => set(request, 'skill', 'absent')],
  ['has no common mode', 2, ({ request }) => set(request, 'inputModes', ['a/b'])],
  ['is denied', 3, ({ request }) => set(request, 'scope', 'scope.other')],
  ['lacks an attribute', 3, ({ request }) => set(request, 'effect', { class: 'read' })],
  ['needs a review', 3, ({ data }) => set(at(data, 'policy_data', 'settings'), 'review', true)],
  ['is granted', 6, () => undefined],
];

function set(object: Draft, name: string, value: DraftValue): undefined {
  object[name] = value;
}

async function ask(
  change: (typeof WALKS)[number][2],
  port: Partial<EngineOptions>,
): Promise<NegotiationAnswer> {
  const draft = example();
  const options = change(draft);
  const engine = await exampleEngine({ data: draft.data, ...options, ...port });
  const request: Draft = { ...draft.request, run: 'run-1' };
  return engine.negotiate({ card: JSON.stringify(draft.card), request: asRequest(request) });
}

describe.each(PORTS)('where %s fails', (_, port, code, place) => {
  it.each(WALKS)('the answer to what %s is a whole refusal', async (_name, ended, change) => {
    const answer = await ask(change, port);
    const { authorized, ...document } = answer;
    expect(authorized).toBeUndefined();
    expect(answer.outcome).toBe('rejected');
    const printed = JSON.parse(JSON.stringify(document)) as Json;
    expect(validateAnswer(printed)).toEqual({ valid: true, findings: [] });
    const refused = answer.layers.flatMap(({ status }, index) => (status === 'refused' ? [index] : []));
    const wanted = place === 5 ? [ended, 5] : [Math.min(ended, place)];
    expect(refused).toEqual(wanted.filter((index) => index < 6));
    const isSaid = answer.layers.some(({ codes }) => codes.includes(code));
    expect(isSaid).toBe(place === 5 || ended >= place);
  });
});

describe('a review path that is blank', () => {
  it.each(['', ' \n'])('%j is refused: a receipt has to name one', async (reviewPath) => {
    const policy = await policyOver(example().data);
    const refusal = expect.objectContaining({ code: 'CORE_CONFIG_INVALID', pointer: '/reviewPath' });
    expect(() => createEngine({ policy, reviewPath })).toThrow(refusal);
  });
});
