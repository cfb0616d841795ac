// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createTrustStore } from '../dist/adapters/trust-store/index.js';
import { canonicalizeUnder, createSignatureJudge, signCard } from '../dist/advertised/signature/index.js';
import type { JsonObject } from '../dist/core/json.js';
import { parseStrict } from '../dist/core/json-strict/parse-strict.js';
import { interleave } from './interleave.js';
import { type Row, round } from './row.js';

/** Budget 3: the first sight of a signed card against what cannot be avoided. */
export interface FirstSightResult {
  /** Bytes of the card. */
  readonly bytes: number;
  readonly alg: string;
  readonly profile: string;
  /** Strict parse, canonical form, verification, attested view; microseconds, the best of the rounds. */
  readonly firstSightMicroseconds: number;
  /** `crypto.verify` and `JSON.parse` of the same card; microseconds, the best of the rounds. */
  readonly bareMicroseconds: number;
  readonly ratio: number;
}

type Alg = 'ES256' | 'EdDSA';
type Profile = 'emitted' | 'a2a-1.0' | 'a2a-sdk';

/** Skills of a card as large as the median of public cards, and of one that nine in ten stay below. */
const SIZES = { median: 3, large: 20 };

/**
 * Measure the first sight of signed cards, interleaved with the bare work: two algorithms, two sizes, and each
 * profile as the only one that is accepted. A card that is signed under a later profile and differs under the
 * earlier ones costs one more `crypto.verify` for each of them, on top of this.
 */
export async function benchFirstSight(): Promise<readonly FirstSightResult[]> {
  const results: FirstSightResult[] = [];
  for (const alg of ['ES256', 'EdDSA'] as const) {
    for (const skills of Object.values(SIZES)) {
      for (const profile of ['emitted', 'a2a-1.0', 'a2a-sdk'] as const) {
        results.push(await measure(alg, profile, cardOf(skills)));
      }
    }
  }
  return results;
}

/** Budget 3 as a row of the report: the card of median size decides, the large one is told beside it. */
export async function firstSight(): Promise<Row> {
  const results = await benchFirstSight();
  const least = Math.min(...results.map(({ bytes }) => bytes));
  const worst = (large: boolean): number =>
    round(Math.max(...results.filter(({ bytes }) => bytes > least === large).map(({ ratio }) => ratio)));
  return {
    row: 3,
    what: 'first sight of a signed card: strict parse, canonical form, verification, attested view',
    budget: 'at most 2x crypto.verify plus JSON.parse of the same card',
    measured: `${worst(false)}x for a card of median size, ${worst(true)}x for a large one, the worst of two algorithms and three profiles`,
    holds: worst(false) <= 2,
    figures: Object.fromEntries(
      results.map(({ alg, profile, bytes, ratio }) => [
        `${alg} ${profile} ${bytes} bytes, ratio`,
        round(ratio),
      ]),
    ),
  };
}

async function measure(alg: Alg, profile: Profile, card: JsonObject): Promise<FirstSightResult> {
  const { privateKey, publicKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const signed = signCard(card, { key: privateKey.export({ format: 'jwk' }), kid: 'k', profile });
  const bytes = Buffer.from(JSON.stringify(signed));
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k' };
  const judge = createSignatureJudge(createTrustStore({ jwks: [{ keys: [jwk] }], profiles: [profile] }));

  const [entry] = signed['signatures'] as readonly { protected: string; signature: string }[];
  const payload = Buffer.from(canonicalizeUnder(profile, card)).toString('base64url');
  const data = Buffer.from(`${entry?.protected}.${payload}`);
  const signature = Buffer.from(entry?.signature ?? '', 'base64url');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const text = bytes.toString('utf8');

  const bare = (): void => {
    JSON.parse(text);
    const ok = verify(alg === 'ES256' ? 'sha256' : null, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
    if (!ok) throw new Error('not verified');
  };
  const first = (): void => {
    if (judge(parseStrict(bytes), 0).card.status !== 'verified') throw new Error('not verified');
  };
  const [ours, least] = await interleave(
    [
      { name: 'first sight', run: first },
      { name: 'bare', run: bare },
    ],
    { rounds: 80, calls: 20 },
  );
  const [firstSightMicroseconds, bareMicroseconds] = [ours?.best ?? 0, least?.best ?? 0];
  const ratio = firstSightMicroseconds / bareMicroseconds;
  return { bytes: bytes.length, alg, profile, firstSightMicroseconds, bareMicroseconds, ratio };
}

function cardOf(skills: number): JsonObject {
  return {
    name: 'Contract Review Agent',
    description: 'Reviews contracts for risk and explains what it finds.',
    version: '2.4.1',
    supportedInterfaces: [
      { url: 'https://contracts.example/a2a/v1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    provider: { organization: 'Contracts Example', url: 'https://contracts.example' },
    capabilities: { streaming: true, pushNotifications: false },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } } },
    securityRequirements: [{ schemes: { bearer: { list: ['contracts.read'] } } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: Array.from({ length: skills }, (_, index) => ({
      id: `contract-review-${index}`,
      name: `Contract review ${index}`,
      description: 'Finds clauses that move risk to the reader, and says which and why.',
      tags: ['contracts', 'risk', 'legal'],
      examples: ['Review the attached agreement', 'Which clauses limit liability?'],
    })),
  };
}
