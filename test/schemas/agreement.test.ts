// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { capabilityNegotiation } from '../../src/tsmm/capability-negotiation.js';
import { decisionReceipt } from '../../src/tsmm/decision-receipt.js';
import { hostEvent } from '../../src/tsmm/host-event.js';
import { decidedPayload } from '../../src/tsmm/negotiation-decided.js';
import { runEvent } from '../../src/tsmm/run-event.js';
import { RUNS } from '../support/runs.js';
import { hostEvents, negotiations, payloads, receipts, runEvents } from '../tsmm/support/documents.js';
import { mutated } from '../tsmm/support/mutate.js';
import { HAS_UPSTREAM, ours, theirs } from './support.js';

interface Case {
  readonly name: string;
  readonly zod: z.ZodType;
  readonly documents: fc.Arbitrary<unknown>;
  /** Path of the upstream schema, and of the schemas it refers to. */
  readonly upstream?: readonly [string, ...string[]];
}

const CASES: readonly Case[] = [
  {
    name: 'tsmm-capability-negotiation',
    zod: capabilityNegotiation,
    documents: negotiations,
    upstream: ['tsmm/schemas/tsmm-capability-negotiation.schema.json'],
  },
  {
    name: 'tsmm-decision-receipt',
    zod: decisionReceipt,
    documents: receipts,
    upstream: ['tsmm/schemas/tsmm-decision-receipt.schema.json'],
  },
  {
    name: 'negotiation-decided',
    zod: decidedPayload,
    documents: payloads,
    upstream: ['openwop/negotiation-decided.schema.json'],
  },
  {
    name: 'host-event',
    zod: hostEvent,
    documents: hostEvents,
    upstream: ['openwop/host-event.schema.json', 'openwop/negotiation-decided.schema.json'],
  },
  { name: 'run-event', zod: runEvent, documents: runEvents },
];

describe.each(CASES)('the zod type and the JSON Schema of $name', ({ name, zod, documents }) => {
  it('accept and refuse the same documents', () => {
    const validate = ours(name);
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(mutated(documents), (document) => {
        const verdict = validate(document);
        expect(zod.safeParse(document).success).toBe(verdict);
        verdict ? accepted++ : refused++;
      }),
      { numRuns: RUNS },
    );
    // The law says nothing if the documents fall on one side only.
    expect(Math.min(accepted, refused)).toBeGreaterThan(RUNS / 20);
  });

  it('reads a valid document to an equal one', () => {
    const validate = ours(name);
    fc.assert(
      fc.property(documents, (document) => {
        fc.pre(validate(document));
        expect(zod.parse(document)).toEqual(document);
      }),
      { numRuns: 200 },
    );
  });
});

const WITH_UPSTREAM = CASES.filter((one) => one.upstream !== undefined);

describe.skipIf(!HAS_UPSTREAM)('our schemas and the upstream schemas (needs ../shared/upstream)', () => {
  it.each(WITH_UPSTREAM)('$name: agree on 10,000 documents, both ways', ({ name, documents, upstream }) => {
    const [path = '', ...references] = upstream ?? [];
    const mine = ours(name);
    const other = theirs(path, ...references);
    let accepted = 0;
    const runs = Math.max(10_000, RUNS);
    fc.assert(
      fc.property(mutated(documents), (document) => {
        const verdict = other(document);
        expect(mine(document)).toBe(verdict);
        if (verdict) accepted++;
      }),
      { numRuns: runs },
    );
    expect(accepted).toBeGreaterThan(runs / 20);
    expect(accepted).toBeLessThan((runs * 19) / 20);
  });
});
