// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalizeUnder, PROFILES, type ProfileName } from '../../src/advertised/signature/index.js';
import { GovernanceError } from '../../src/core/errors.js';
import type { JsonObject } from '../../src/core/json.js';
import { type Decision, decide, type Setting, widerIn } from '../engine/support/decision.js';
import { dataFor, sign, trustIn } from '../engine/support/signed.js';
import { simplePolicy } from '../engine/support/simple-policy.js';
import { type Draft, policyOver } from '../support/example.js';
import { RUNS } from '../support/runs.js';
import { applyEdit, type Edit, edit } from './support/edit.js';
import { signedCard, signedCardRequest } from './support/signed-card.js';

interface Trial {
  readonly card: JsonObject;
  readonly profile: ProfileName;
  readonly edits: readonly Edit[];
  readonly asked: Draft;
}

const trial: fc.Arbitrary<Trial> = fc.record({
  card: signedCard,
  profile: fc.constantFrom(...PROFILES),
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
  asked: signedCardRequest,
});

/** How many edited cards still verified, and how many of those were accepted: a law about none says nothing. */
interface Tally {
  verified: number;
  accepted: number;
}

/**
 * The law: an edit breaks the verification, and then the card is rejected; or the decision is no wider than on the
 * card as it was signed, and no wider than on the very text that the signature is over.
 */
async function check({ card, profile, edits, asked }: Trial, setting: Setting, tally: Tally): Promise<void> {
  const signed = sign(card, profile);
  const shown = edits.reduce(applyEdit, signed);
  const is = await tryDecide(shown, asked, setting);
  if (is === undefined) return;
  if (is.signature !== 'verified') {
    expect(is.outcome).toBe('rejected');
    expect([...is.inputModes, ...is.outputModes, ...is.extensions]).toEqual([]);
    return;
  }
  tally.verified += 1;
  // Nothing is narrower than a rejection, whatever it is compared with.
  if (is.outcome === 'rejected') return;
  tally.accepted += 1;
  const text = { ...JSON.parse(canonicalizeUnder(profile, card)), signatures: signed['signatures'] };
  for (const baseline of [signed, text]) {
    const was = await decide(baseline, asked, setting);
    expect(was.signature).toBe('verified');
    expect(widerIn(is, was)).toEqual([]);
  }
}

/** No decision where the document is no card any more. */
async function tryDecide(card: JsonObject, asked: Draft, setting: Setting): Promise<Decision | undefined> {
  try {
    return await decide(card, asked, setting);
  } catch (error) {
    if (error instanceof GovernanceError && error.code.startsWith('ADVERTISED_')) return undefined;
    throw error;
  }
}

const LONG = 600_000;
// Each run signs once and decides three times.
const MOST = Math.min(RUNS, 20_000);

describe('law: an edit after signing breaks the signature, or leaves the decision no wider', () => {
  it.each([
    ['the usual profiles', PROFILES, 1],
    ['a2a-1.0 and a2a-sdk', ['a2a-1.0', 'a2a-sdk'], 4],
    ['all four', [...PROFILES, 'a2a-python-legacy'], 4],
  ] as const)(
    'where the trust store accepts %s',
    async (_, profiles, share) => {
      const setting = { policy: simplePolicy(), trust: trustIn(profiles) };
      const tally = { verified: 0, accepted: 0 };
      const runs = MOST / share;
      const accepted = trial.filter(({ profile }) => (profiles as readonly string[]).includes(profile));
      await fc.assert(
        fc.asyncProperty(accepted, (one) => check(one, setting, tally)),
        { numRuns: runs },
      );
      expect(tally.verified).toBeGreaterThan(runs / 25);
      expect(tally.accepted).toBeGreaterThan(runs / 250);
    },
    LONG,
  );

  it.each(PROFILES)(
    'where the trust store accepts %s alone',
    async (profile) => {
      const setting = { policy: simplePolicy(), trust: trustIn([profile]) };
      const tally = { verified: 0, accepted: 0 };
      const runs = MOST / 5;
      await fc.assert(
        fc.asyncProperty(trial, (one) => check({ ...one, profile }, setting, tally)),
        { numRuns: runs },
      );
      expect(tally.verified).toBeGreaterThan(0);
    },
    LONG,
  );

  it.each(['/capabilities/extensions', '/capabilities/streaming', '/iconUrl', '/security'])(
    'where a card must have %s',
    async (field) => {
      const setting = { policy: simplePolicy(), trust: trustIn(), requiredFields: [field] };
      const tally = { verified: 0, accepted: 0 };
      await fc.assert(
        fc.asyncProperty(trial, (one) => check(one, setting, tally)),
        { numRuns: MOST / 5 },
      );
    },
    LONG,
  );

  it(
    'under the default policy, with data that admits verified cards alone',
    async () => {
      const policy = await policyOver(dataFor('agent', 's'));
      const tally = { verified: 0, accepted: 0 };
      const runs = MOST / 5;
      await fc.assert(
        fc.asyncProperty(trial, (one) => check(one, { policy, trust: trustIn() }, tally)),
        { numRuns: runs },
      );
      expect(tally.verified).toBeGreaterThan(runs / 25);
    },
    LONG,
  );
});
