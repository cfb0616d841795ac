// SPDX-License-Identifier: Apache-2.0
import { canonicalizeAgentCard } from '@a2a-js/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalizeA2aSdk } from '../../../src/advertised/profiles/a2a-sdk.js';
import type { JsonObject } from '../../../src/core/json.js';
import { RUNS } from '../../support/runs.js';
import { arbitraryCard } from './arbitrary-card.js';

const sdk = canonicalizeAgentCard as unknown as (card: JsonObject) => string;

describe('profile a2a-sdk and npm @a2a-js/sdk 1.3.0', () => {
  it('give the same text for every well-typed card', () => {
    fc.assert(
      fc.property(arbitraryCard({ loose: false, numbers: true }), (card) => {
        expect(canonicalizeA2aSdk(card)).toBe(sdk(card));
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });

  it('give the same text for scalars of another type, nulls and lone snake_case names', () => {
    fc.assert(
      fc.property(arbitraryCard({ loose: true, numbers: true }), (card) => {
        expect(canonicalizeA2aSdk(card)).toBe(sdk(card));
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });

  it('differ where the SDK lets something in unseen: a second name, a second variant, an instance', () => {
    const twin = { defaultInputModes: ['a'], default_input_modes: ['b'] };
    expect(sdk(twin)).toBe('{"defaultInputModes":["a"]}');
    expect(() => canonicalizeA2aSdk(twin)).toThrow();
    const two = {
      securitySchemes: { k: { httpAuthSecurityScheme: { scheme: 's' }, mtlsSecurityScheme: {} } },
    };
    expect(sdk(two)).toBe('{"securitySchemes":{"k":{"httpAuthSecurityScheme":{"scheme":"s"}}}}');
    expect(() => canonicalizeA2aSdk(two)).toThrow();
  });
});
