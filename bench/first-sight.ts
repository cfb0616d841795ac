// SPDX-License-Identifier: Apache-2.0
import { verify } from 'node:crypto';
import { createTrustStore } from '../dist/adapters/trust-store/index.js';
import { advertise } from '../dist/advertised/advertise.js';
import { createSignatureJudge, type ProfileName } from '../dist/advertised/signature/index.js';
import { createIssuer } from '../dist/core/state.js';
import { interleave } from './interleave.js';
import { type Row, round } from './row.js';
import { CARD_SIZES, type CardAlg, cardOf, signedCard } from './signed-card.js';

/** Budget 3: the first sight of a signed card against what cannot be avoided. */
export interface FirstSightResult {
  readonly alg: CardAlg;
  readonly profile: ProfileName;
  readonly size: string;
  /** Bytes of the card. */
  readonly bytes: number;
  /** Profiles that the trust store accepts: the usual ones in their order, or this one alone. */
  readonly accepts: 'usual' | 'alone';
  /** All of `advertise()`; microseconds, the best of the rounds. */
  readonly firstSightMicroseconds: number;
  /** `crypto.verify` and `JSON.parse` of the same card; microseconds, the best of the rounds. */
  readonly bareMicroseconds: number;
  readonly ratio: number;
}

const PROFILES = ['a2a-1.0', 'a2a-sdk'] as const;

/**
 * Measure the first sight of signed cards, interleaved with the bare work: two algorithms, three sizes. Cards under
 * a later profile differ under the earlier ones, so that each of those costs one more `crypto.verify` where it is
 * accepted.
 */
export async function benchFirstSight(rounds: number = 1_500): Promise<readonly FirstSightResult[]> {
  const results: FirstSightResult[] = [];
  for (const alg of ['ES256', 'EdDSA'] as const) {
    for (const size of Object.keys(CARD_SIZES)) {
      results.push(await measure({ alg, size, profile: 'emitted', accepts: 'usual' }, rounds));
      for (const profile of PROFILES) {
        for (const accepts of ['alone', 'usual'] as const)
          results.push(await measure({ alg, size, profile, accepts }, Math.ceil(rounds / 5)));
      }
    }
  }
  return results;
}

/** Row 3: cards signed over their emitted form decide; the other profiles are told beside them. */
export async function firstSight(): Promise<Row> {
  const results = await benchFirstSight();
  const decisive = results.filter(({ profile }) => profile === 'emitted');
  const told = decisive.map(({ alg, size, ratio }) => `${alg} ${size} ${ratio.toFixed(2)}x`).join(', ');
  const beside = PROFILES.flatMap((profile) =>
    (['alone', 'usual'] as const).map((accepts) => {
      const ratios = results
        .filter((one) => one.profile === profile && one.accepts === accepts)
        .map(({ ratio }) => ratio);
      const where = accepts === 'alone' ? 'accepted alone' : 'tried after the earlier ones';
      return `${profile} ${where} ${Math.min(...ratios).toFixed(2)}x to ${Math.max(...ratios).toFixed(2)}x`;
    }),
  );
  return {
    row: 3,
    what: 'advertise(), first sight of a card signed under `emitted`, against bare crypto.verify and JSON.parse of it',
    budget: 'at most 2x, for ES256 and EdDSA and for cards of 0.6, 2.8 and 10 KB',
    measured: `${told}; beside it: ${beside.join(', ')}`,
    holds: decisive.every(({ ratio }) => ratio <= 2),
    figures: Object.fromEntries(
      results.flatMap(({ alg, profile, size, accepts, bytes, ...measured }) => {
        const name = `${alg} ${size} ${profile}${accepts === 'alone' ? ' accepted alone' : ''}`;
        return [
          [`${name}, ratio`, round(measured.ratio)],
          [`${name}, first sight`, round(measured.firstSightMicroseconds)],
          [`${name}, bare`, round(measured.bareMicroseconds)],
          [`${name}, bytes`, bytes],
        ];
      }),
    ),
  };
}

type Setting = Pick<FirstSightResult, 'alg' | 'size' | 'profile' | 'accepts'>;

async function measure(setting: Setting, rounds: number): Promise<FirstSightResult> {
  const { alg, size, profile, accepts } = setting;
  const card = cardOf(CARD_SIZES[size] ?? 0, profile !== 'emitted');
  const { bytes, jwk, key, data, signature, hash } = signedCard(alg, profile, card);
  const trust = createTrustStore({
    jwks: [{ keys: [{ ...jwk }] }],
    ...(accepts === 'alone' && { profiles: [profile] }),
  });
  const context = { issuer: createIssuer(), now: 0, judge: createSignatureJudge(trust) };
  const text = bytes.toString('utf8');

  const bare = (): void => {
    JSON.parse(text);
    if (!verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature)) throw new Error('not verified');
  };
  const first = (): void => {
    const seen = advertise(bytes, context).signature;
    if (seen.status !== 'verified' || seen.profile !== profile)
      throw new Error(`${seen.status} ${seen.profile}`);
  };
  const [ours, least] = await interleave(
    [
      { name: 'first sight', run: first },
      { name: 'bare', run: bare },
    ],
    // Short rounds, and many: some of them are not disturbed.
    { rounds, calls: 5 },
  );
  const [firstSightMicroseconds, bareMicroseconds] = [ours?.best ?? 0, least?.best ?? 0];
  return {
    ...setting,
    bytes: bytes.length,
    firstSightMicroseconds,
    bareMicroseconds,
    ratio: firstSightMicroseconds / bareMicroseconds,
  };
}
