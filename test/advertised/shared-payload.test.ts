// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advertise } from '../../src/advertised/advertise.js';
import { canonicalizeUnder, PROFILE_NAMES, payloadUnder } from '../../src/advertised/profiles/profiles.js';
import type { SignatureJudge } from '../../src/advertised/types.js';
import { GovernanceError } from '../../src/core/errors.js';
import type { JsonObject } from '../../src/core/json.js';
import { parseStrict } from '../../src/core/json-strict/parse-strict.js';
import { RUNS } from '../support/runs.js';
import { arbitraryCard } from './profiles/arbitrary-card.js';
import { ISSUER } from './support/cards.js';

const runs = { numRuns: Math.min(RUNS, 20_000) };
const cards = fc.oneof(
  arbitraryCard({ loose: false, numbers: true }),
  arbitraryCard({ loose: true, numbers: true }),
);
const profiles = fc.constantFrom(...PROFILE_NAMES);

// A deep run takes its time.
const LONG = 600_000;

describe('law: what a payload shares with its card changes nothing', () => {
  it(
    'says what its text says, and nothing of it can be changed',
    () => {
      fc.assert(
        fc.property(cards, profiles, (card, profile) => {
          const parsed = parseStrict(Buffer.from(JSON.stringify(card)));
          const payload = orRefusal(() => payloadUnder(profile, parsed));
          const text = orRefusal(() => canonicalizeUnder(profile, parsed));
          if (typeof payload === 'string') {
            expect(text).toBe(payload);
            return;
          }
          expect(Buffer.from(payload.encoded, 'base64url').toString()).toBe(text);
          // RFC 8785 writes `-0` as `0`.
          expect(plain(payload.value)).toEqual(plain(JSON.parse(text)));
          expect(isFrozen(payload.value)).toBe(true);
        }),
        runs,
      );
    },
    LONG,
  );

  it(
    'gives the same view as a payload that shares nothing',
    () => {
      fc.assert(
        fc.property(cards, profiles, (card, profile) => {
          const bytes = Buffer.from(JSON.stringify({ ...card, name: 'a', signatures: [{}] }));
          const shared = view(bytes, (emitted) => payloadUnder(profile, emitted).value, profile);
          const apart = view(
            bytes,
            (emitted) => JSON.parse(canonicalizeUnder(profile, emitted)) as JsonObject,
            profile,
          );
          expect(shared).toEqual(apart);
        }),
        runs,
      );
    },
    LONG,
  );
});

function view(bytes: Buffer, payload: (emitted: JsonObject) => JsonObject, profile: string): unknown {
  const judge: SignatureJudge = (emitted) => ({
    card: { status: 'verified', profile },
    signatures: [],
    payload: payload(emitted),
    profiles: PROFILE_NAMES,
  });
  return orRefusal(() => {
    const { view, unattested, findings } = advertise(bytes, { issuer: ISSUER, now: 0, judge });
    const skills = [...view.skills].map(([id, skill]) => [
      id,
      { ...skill, securityRequirements: listed(skill.securityRequirements) },
    ]);
    return { ...view, skills, securityRequirements: listed(view.securityRequirements), unattested, findings };
  });
}

/** Maps are compared by their entries; the order of members of an object says nothing. */
function listed(requirements: unknown): unknown {
  if (!Array.isArray(requirements)) return requirements;
  return (requirements as ReadonlyMap<string, unknown>[]).map((one) =>
    [...one].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function orRefusal<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof GovernanceError) return error.code;
    throw error;
  }
}

function plain(value: JsonObject): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
