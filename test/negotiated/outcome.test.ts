// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf } from '../../src/negotiated/outcome.js';

type Status = 'decided' | 'gap' | 'fault';
type Decision = 'allow' | 'deny' | 'review';

interface Row {
  readonly refused: boolean;
  readonly status: Status;
  readonly decision: Decision;
  readonly missing: boolean;
  readonly narrowed: boolean;
  readonly constrained: boolean;
}

function outcome({ refused, status, decision, missing, narrowed, constrained }: Row): Outcome {
  return outcomeOf({
    refused,
    terms: {
      extensions: {
        accepted: [],
        rejected: [],
        missing: missing ? ['urn:x'] : [],
        providerRequired: [],
        state: 'declared',
      },
      constraints: narrowed ? ['input mode a/b not granted'] : [],
    },
    verdict: {
      status,
      authorization: {
        decision,
        reasons: [],
        constraints: constrained ? ['eur-only'] : [],
        obligations: [],
        scope: 'scope.x',
      },
    },
  });
}

const BOTH = [false, true];
const ALL: readonly Row[] = BOTH.flatMap((refused) =>
  (['decided', 'gap', 'fault'] as const).flatMap((status) =>
    (['allow', 'deny', 'review'] as const).flatMap((decision) =>
      BOTH.flatMap((missing) =>
        BOTH.flatMap((narrowed) =>
          BOTH.map((constrained) => ({ refused, status, decision, missing, narrowed, constrained })),
        ),
      ),
    ),
  ),
);

// Design section 3, row by row: the first condition that holds decides.
const TABLE: readonly (readonly [name: string, holds: (row: Row) => boolean, outcome: Outcome])[] = [
  ['a layer refused', (row) => row.refused, 'rejected'],
  ['policy gave no decision', (row) => row.status !== 'decided', 'rejected'],
  ['policy denies', (row) => row.decision === 'deny', 'rejected'],
  [
    'a required extension is missing, and policy asks for review',
    (row) => row.missing && row.decision === 'review',
    'review-required',
  ],
  ['a required extension is missing', (row) => row.missing, 'rejected'],
  ['policy asks for review', (row) => row.decision === 'review', 'review-required'],
  ['something was narrowed', (row) => row.narrowed, 'accepted-with-constraints'],
  ['policy adds constraints', (row) => row.constrained, 'accepted-with-constraints'],
  ['otherwise', () => true, 'accepted'],
];

describe('the outcome table', () => {
  it.each(TABLE)('%s', (name, _, expected) => {
    const decidedHere = ALL.filter((row) => TABLE.find(([, holds]) => holds(row))?.[0] === name);
    expect(decidedHere.length).toBeGreaterThan(0);
    for (const row of decidedHere) expect(outcome(row), JSON.stringify(row)).toBe(expected);
  });

  it('accepts 4 of the 144 rows, 3 of them with constraints', () => {
    const count = (wanted: Outcome): number => ALL.filter((row) => outcome(row) === wanted).length;
    expect(ALL.length).toBe(144);
    expect(count('accepted')).toBe(1);
    expect(count('accepted-with-constraints')).toBe(3);
    expect(count('review-required')).toBe(8);
    expect(count('rejected')).toBe(132);
  });

  it.each(['', 'ALLOW', 'permit', 'true', undefined, null, true, 1])('takes %j for no allow', (decision) => {
    const row: Row = ALL.find(() => true) as Row;
    expect(outcome({ ...row, decision: decision as Decision })).toBe('rejected');
    expect(outcome({ ...row, status: decision as Status })).toBe('rejected');
  });
});
