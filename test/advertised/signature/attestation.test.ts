// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../../src/adapters/trust-store/index.js';
import {
  canonicalizeUnder,
  createSignatureJudge,
  type ProfileName,
  signCard,
} from '../../../src/advertised/signature/index.js';
import type { SignatureJudge } from '../../../src/advertised/types.js';
import type { JsonObject } from '../../../src/core/json.js';
import { testKey } from '../../interop/signing-keys.js';
import { RUNS } from '../../support/runs.js';
import { arbitraryCard } from '../profiles/arbitrary-card.js';
import { ATTESTATION_ROWS, BASE, type Effect } from './attestation-table.js';

const key = testKey('EdDSA', 'attest');
const judgeUnder = (...profiles: readonly ProfileName[]): SignatureJudge =>
  createSignatureJudge(
    createTrustStore({ jwks: [{ keys: [key.publicJwk as Record<string, unknown>] }], profiles }),
  );

function effectOf(profile: ProfileName, before: JsonObject, after: JsonObject): Effect {
  const judge = judgeUnder(profile);
  const signed = signCard(before, { key: key.privateJwk, kid: key.kid, profile });
  const first = judge(signed, 0);
  expect(first.card.status).toBe('verified');
  const second = judge({ ...after, signatures: signed['signatures'] ?? [] }, 0);
  if (second.card.status === 'verified') {
    // What the edit shows is not what is attested: the attested view is what it was.
    expect(second.payload).toEqual(first.payload);
    return 'stays';
  }
  expect(second.card).toMatchObject({ status: 'invalid', code: 'ADVERTISED_SIGNATURE_MISMATCH' });
  expect(second.payload).toBeUndefined();
  try {
    canonicalizeUnder(profile, after);
    return 'breaks';
  } catch {
    return 'refused';
  }
}

describe.each([
  ['a2a-1.0', 'a2a-1.0'],
  ['a2a-sdk', 'a2a-sdk'],
  // The same view in another spelling.
  ['a2a-python-legacy', 'a2a-sdk'],
  ['emitted', 'emitted'],
] as const)('what a signature under %s attests', (profile, column) => {
  it.each(ATTESTATION_ROWS.map((row) => [row.fact, row.effect[column], row] as const))(
    '%s: %s',
    (_fact, effect, { before, after }) => {
      expect(effectOf(profile, before, after)).toBe(effect);
    },
  );
});

describe('what no signature attests', () => {
  const signed = signCard(BASE, { key: key.privateJwk, kid: key.kid, profile: 'emitted' });
  const judge = judgeUnder('emitted', 'a2a-1.0', 'a2a-sdk');

  it('that there is a signature', () => {
    expect(judge({ ...signed, signatures: [] }, 0).card.status).toBe('unsigned');
  });

  it('the unprotected header', () => {
    const entries = (signed['signatures'] as readonly JsonObject[]).map((entry) => ({
      ...entry,
      header: { a: 1 },
    }));
    expect(judge({ ...signed, signatures: entries }, 0).card.status).toBe('verified');
  });
});

describe('any edit to a signed card', () => {
  const judge = judgeUnder('emitted', 'a2a-1.0', 'a2a-sdk', 'a2a-python-legacy');
  const sign = (card: JsonObject, profile: ProfileName): JsonObject =>
    signCard(card, { key: key.privateJwk, kid: key.kid, profile });

  it.each(['emitted', 'a2a-1.0', 'a2a-sdk'] as const)(
    'breaks the signature or leaves the attested view as it was signed: %s',
    (profile) => {
      const signed = sign(BASE, profile);
      const { payload } = judge(signed, 0);
      const edits = arbitraryCard({ loose: true, numbers: true });
      fc.assert(
        fc.property(edits, fc.subarray(Object.keys(BASE)), (edit, removed) => {
          const edited: Record<string, unknown> = { ...signed, ...edit, signatures: signed['signatures'] };
          for (const name of removed) delete edited[name];
          const judgement = judge(edited as JsonObject, 0);
          if (judgement.card.status === 'verified') expect(judgement.payload).toEqual(payload);
          else expect(judgement.payload).toBeUndefined();
        }),
        { numRuns: Math.min(RUNS, 10_000) },
      );
    },
  );

  it('keeps the signature only where the canonical text stays, for single members of arbitrary cards', () => {
    const cards = arbitraryCard({ loose: false, numbers: true });
    fc.assert(
      fc.property(cards, cards, fc.constantFrom('emitted', 'a2a-1.0', 'a2a-sdk'), (card, other, profile) => {
        const signed = sign(card, profile as ProfileName);
        const [name] = Object.keys(other);
        fc.pre(name !== undefined);
        const edited: JsonObject = { ...signed, [name ?? '']: other[name ?? ''] ?? null };
        const one = judgeUnder(profile as ProfileName)(edited, 0).card.status;
        const same = canonicalizeUnder(profile, edited) === canonicalizeUnder(profile, card);
        expect(one).toBe(same ? 'verified' : 'invalid');
      }),
      { numRuns: Math.min(RUNS, 5_000) },
    );
  });
});
