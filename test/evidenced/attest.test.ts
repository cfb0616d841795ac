// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createIssuer } from '../../src/core/state.js';
import { toTimestamp } from '../../src/core/time.js';
import { attest } from '../../src/evidenced/attest.js';
import { createMemoryEvidence, type MemoryEvidence } from '../../src/evidenced/memory.js';
import type { EntryKind } from '../../src/evidenced/types.js';
import { ExecutedCapability } from '../../src/executed/types.js';
import { NOW } from '../support/now.js';
import { brief, stage } from '../support/states.js';

const NEEDED: readonly EntryKind[] = [
  'negotiation',
  'decision-receipt',
  'negotiation.decided',
  'execution.started',
  'execution.completed',
];

const walk = stage();
const executed = new ExecutedCapability(walk.issuer, {
  authorized: walk.authorized(),
  executionId: 'execution.1',
  invocation: { skill: 'skill', inputMode: 'text/plain', effect: { class: 'read' } },
  startedAt: NOW,
  endedAt: NOW,
});

function logOf(kinds: readonly EntryKind[], negotiationId = 'neg.1'): MemoryEvidence {
  const evidence = createMemoryEvidence();
  for (const [index, kind] of kinds.entries())
    evidence.append([{ id: `entry.${index}`, kind, at: toTimestamp(NOW), negotiationId, body: '{}' }]);
  return evidence;
}

const result = (evidence: MemoryEvidence): ReturnType<typeof attest> =>
  attest(executed, { issuer: walk.issuer, evidence });

describe('attest', () => {
  it('passes where every entry of the walk can be read back, and hands them on', () => {
    const evidence = logOf([...NEEDED, 'card.seen']);
    const answer = result(evidence);
    expect(brief(answer)).toEqual([true, 'EVIDENCED_COMPLETE']);
    if (!answer.passed) return;
    expect(answer.state.entries.map((entry) => entry.kind)).toEqual([...NEEDED, 'card.seen']);
    expect(answer.state.head).toEqual(evidence.head());
    expect(answer.state.executed).toBe(executed);
  });

  it.each(NEEDED)('refuses a log without %s, and names it', (kind) => {
    const answer = result(logOf(NEEDED.filter((one) => one !== kind)));
    expect(brief(answer)).toEqual([false, 'EVIDENCED_ENTRY_ABSENT']);
    expect(answer.reasons[0]?.message).toContain(kind);
  });

  it('refuses the entries of another negotiation, and an empty log', () => {
    expect(brief(result(logOf(NEEDED, 'neg.2')))).toEqual([false, 'EVIDENCED_ENTRY_ABSENT']);
    expect(brief(result(logOf([])))).toEqual([false, 'EVIDENCED_ENTRY_ABSENT']);
  });

  it('refuses a state that is forged, copied or of another engine', () => {
    const evidence = logOf(NEEDED);
    const forged = expect.objectContaining({ code: 'CORE_STATE_FORGED' });
    const call =
      (state: unknown, issuer = walk.issuer) =>
      (): unknown =>
        attest(state as never, { issuer, evidence });
    expect(call({ ...executed })).toThrow(forged);
    expect(call(walk.authorized())).toThrow(forged);
    expect(call(executed, createIssuer())).toThrow(forged);
  });
});
