// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GovernanceError } from '../../src/core/errors.js';
import { parseRequest } from '../../src/core/request-parse.js';
import { negotiationRequest } from '../../src/core/request-schema.js';
import { RUNS } from '../support/runs.js';
import { mutated } from '../tsmm/support/mutate.js';
import { FULL_REQUEST, requests } from '../tsmm/support/requests.js';
import { ours } from './support.js';

/** What no JSON Schema can say. */
const BEYOND_SCHEMA = ['NEGOTIATED_REQUEST_EXTENSION_DUPLICATE', 'NEGOTIATED_REQUEST_SELF'];

function verdict(document: unknown): string {
  try {
    parseRequest(document);
    return 'accepted';
  } catch (error) {
    if (error instanceof GovernanceError) return error.code;
    throw error;
  }
}

describe('the parser, the zod type and the JSON Schema of a request', () => {
  it('accept and refuse the same documents', () => {
    const validate = ours('negotiation-request');
    let accepted = 0;
    fc.assert(
      fc.property(mutated(requests), (document) => {
        const code = verdict(document);
        expect(negotiationRequest.safeParse(document).success).toBe(code === 'accepted');
        expect(validate(document)).toBe(code === 'accepted' || BEYOND_SCHEMA.includes(code));
        if (code === 'accepted') accepted++;
      }),
      { numRuns: 2 * RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
    expect(accepted).toBeLessThan(2 * RUNS * 0.95);
  });

  it('agree at the limits', () => {
    const validate = ours('negotiation-request');
    const modes = (count: number) => Array.from({ length: count }, (_, index) => `a/b${index}`);
    const attributes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
    const extensions = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ uri: `urn:e:${index}`, required: false }));
    const { requester } = FULL_REQUEST;
    const withAttributes = (value: unknown) => ({
      ...FULL_REQUEST,
      requester: { ...requester, attributes: value },
    });
    const cases: readonly (readonly [unknown, boolean])[] = [
      [{ ...FULL_REQUEST, inputModes: modes(64) }, true],
      [{ ...FULL_REQUEST, inputModes: modes(65) }, false],
      [{ ...FULL_REQUEST, extensions: extensions(64) }, true],
      [{ ...FULL_REQUEST, extensions: extensions(65) }, false],
      [{ ...FULL_REQUEST, skill: '😀'.repeat(2048) }, true],
      [{ ...FULL_REQUEST, skill: '😀'.repeat(2049) }, false],
      [withAttributes(attributes(64)), true],
      [withAttributes(attributes(65)), false],
      [withAttributes({ a: attributes(256) }), true],
      [withAttributes({ a: attributes(257) }), false],
      [withAttributes({ a: new Array(256).fill('') }), true],
      [withAttributes({ a: new Array(257).fill('') }), false],
      [withAttributes({ a: [[[[1]]]] }), true],
      [withAttributes({ a: [[[[[]]]]] }), false],
      [withAttributes({ a: { b: { c: { d: 'x'.repeat(2049) } } } }), false],
      [withAttributes({ a: { '': 1 } }), false],
    ];
    for (const [document, accepted] of cases) {
      expect(verdict(document) === 'accepted').toBe(accepted);
      expect(validate(document)).toBe(accepted);
      expect(negotiationRequest.safeParse(document).success).toBe(accepted);
    }
  });
});
