// SPDX-License-Identifier: Apache-2.0
import { verify } from 'node:crypto';
import { createTrustStore } from '../dist/adapters/trust-store/index.js';
import { advertise } from '../dist/advertised/advertise.js';
import { createSignatureJudge, type ProfileName } from '../dist/advertised/signature/index.js';
import type { SignatureVerdict } from '../dist/advertised/types.js';
import { parseStrict } from '../dist/core/json-strict/parse-strict.js';
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
  /** Strict parsing, profiles and verification; microseconds, the best of the rounds. */
  readonly firstSightMicroseconds: number;
  /** All of `advertise()`: the digest, the readers and the attested view as well. */
  readonly advertiseMicroseconds: number;
  /** `crypto.verify` and `JSON.parse` of the same card; microseconds, the best of the rounds. */
  readonly bareMicroseconds: number;
  /** First sight over bare; `advertiseRatio` is all of `advertise()` over bare. */
  readonly ratio: number;
  readonly advertiseRatio: number;
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

/** Row 3: cards signed over their emitted form decide; all of `advertise()` and the other profiles are told beside. */
export async function firstSight(): Promise<Row> {
  const results = await benchFirstSight();
  const decisive = results.filter(({ profile }) => profile === 'emitted');
  const told = decisive.map(({ alg, size, ratio }) => `${alg} ${size} ${ratio.toFixed(2)}x`).join(', ');
  const whole = decisive.map(({ advertiseRatio }) => `${advertiseRatio.toFixed(2)}x`).join(', ');
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
    what: 'first sight of a card signed under `emitted` (strict parse, profiles, verify), against bare crypto.verify and JSON.parse of it',
    budget: 'at most 2x, for ES256 and EdDSA and for cards of 0.6, 2.8 and 10 KB',
    measured: `${told}; beside it: all of advertise() ${whole}; ${beside.join(', ')}`,
    holds: decisive.every(({ ratio }) => ratio <= 2),
    figures: Object.fromEntries(
      results.flatMap(({ alg, profile, size, accepts, bytes, ...measured }) => {
        const name = `${alg} ${size} ${profile}${accepts === 'alone' ? ' accepted alone' : ''}`;
        return [
          [`${name}, ratio`, round(measured.ratio)],
          [`${name}, first sight`, round(measured.firstSightMicroseconds)],
          [`${name}, advertise ratio`, round(measured.advertiseRatio)],
          [`${name}, advertise`, round(measured.advertiseMicroseconds)],
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
  const judge = createSignatureJudge(trust);
  const context = { issuer: createIssuer(), now: 0, judge };
  const text = bytes.toString('utf8');

  const bare = (): void => {
    JSON.parse(text);
    if (!verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature)) throw new Error('not verified');
  };
  const expect = ({ status, profile: under }: SignatureVerdict): void => {
    if (status !== 'verified' || under !== profile) throw new Error(`${status} ${under}`);
  };
  const [ours, whole, least] = await interleave(
    [
      { name: 'first sight', run: () => expect(judge(parseStrict(bytes), context.now).card) },
      { name: 'advertise', run: () => expect(advertise(bytes, context).signature) },
      { name: 'bare', run: bare },
    ],
    // Short rounds, and many: some of them are not disturbed.
    { rounds, calls: 5 },
  );
  const [firstSightMicroseconds, advertiseMicroseconds] = [ours?.best ?? 0, whole?.best ?? 0];
  const bareMicroseconds = least?.best ?? 0;
  return {
    ...setting,
    bytes: bytes.length,
    firstSightMicroseconds,
    advertiseMicroseconds,
    bareMicroseconds,
    ratio: firstSightMicroseconds / bareMicroseconds,
    advertiseRatio: advertiseMicroseconds / bareMicroseconds,
  };
}
