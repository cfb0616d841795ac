// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.js';
import type { PolicyReason } from '../../src/core/policy.js';
import { authorizationCheckpoint, buildCheckpoint, validateCheckpoint } from '../../src/tsmm/index.js';
import { HAS_UPSTREAM, ours, UPSTREAM } from '../schemas/support.js';
import { RUNS } from '../support/runs.js';
import { mutated } from './support/mutate.js';

const id = fc.constantFrom('a', 'checkpoint.1', 'agent:one', 'a-b_c');
const documents: fc.Arbitrary<unknown> = fc.record(
  {
    id,
    triggerCondition: fc.constantFrom('policy-gap', 'auth-required', 'input-required', 'scope-exceeded'),
    interactionContextRef: id,
    taskRef: id,
    requiredEvidenceRefs: fc.array(id, { maxLength: 2 }),
    resolutionPaths: fc.array(fc.string(), { maxLength: 2 }),
    status: fc.constantFrom('pending', 'resolved', 'failed', 'timed-out'),
    resolvedAt: fc.constantFrom('2026-05-05T00:00:00Z', 'yesterday', ''),
  },
  { requiredKeys: ['id', 'triggerCondition', 'interactionContextRef', 'status'] },
);

describe('a checkpoint', () => {
  const validate = ours('tsmm-authorization-checkpoint');

  it('is the same to the zod type and to the JSON Schema', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutated(documents), (document) => {
        const verdict = validate(document);
        expect(authorizationCheckpoint.safeParse(document).success).toBe(verdict);
        const { valid, findings } = validateCheckpoint(document);
        expect(findings.some(({ rule }) => rule === 'schema')).toBe(!verdict);
        expect(valid).toBe(findings.length === 0);
        if (verdict) accepted++;
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
    expect(accepted).toBeLessThan((RUNS * 19) / 20);
  });

  it.skipIf(!HAS_UPSTREAM)('is the same to the upstream schema (needs ../shared/upstream)', () => {
    const path = join(UPSTREAM, 'tsmm/schemas/tsmm-agent-interaction-extension.schema.json');
    const { $id: _id, ...schema } = JSON.parse(readFileSync(path, 'utf8'));
    const ajv = new Ajv2020({ validateFormats: false, strict: false });
    const theirs = ajv.compile({ $defs: schema.$defs, $ref: '#/$defs/authorizationCheckpoint' });
    fc.assert(
      fc.property(mutated(documents), (document) => {
        expect(validate(document)).toBe(theirs(document));
      }),
      { numRuns: Math.max(10_000, RUNS) },
    );
  });
});

describe('buildCheckpoint', () => {
  const reason = (code: string, gap?: string): PolicyReason => ({
    code,
    message: `about ${code}`,
    ...(gap !== undefined && { gap }),
  });
  const build = (reasons: readonly PolicyReason[], run?: string) =>
    buildCheckpoint({
      request: run === undefined ? {} : { run },
      checkpointId: 'checkpoint.1',
      negotiationId: 'neg/1',
      verdict: {
        discovery: { visible: true, reasons: [reason('shown')] },
        authorization: { decision: 'deny', reasons, constraints: [], obligations: [], scope: '' },
      },
      reviewPath: 'board',
    });

  it('names each attribute once, and how to go on', () => {
    const reasons = [
      reason('a', '/effect/risk'),
      reason('b', '/requester/tenant'),
      reason('c', '/effect/risk'),
    ];
    expect(build(reasons, 'run 1')).toEqual({
      id: 'checkpoint.1',
      triggerCondition: 'policy-gap',
      interactionContextRef: 'neg_x2F1',
      taskRef: 'run_x201',
      requiredEvidenceRefs: ['policy-input:_x2Feffect_x2Frisk', 'policy-input:_x2Frequester_x2Ftenant'],
      resolutionPaths: [
        'ask again with /effect/risk: about a',
        'ask again with /requester/tenant: about b',
        'escalate to board',
      ],
      status: 'pending',
    });
  });

  it('is valid whatever policy says', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, (gap, message, run) => {
        const made = build([{ code: 'c', message, gap: `/${gap}` }], run);
        expect(validateCheckpoint(made as unknown as Json)).toEqual({ valid: true, findings: [] });
      }),
      { numRuns: RUNS },
    );
  });
});
