// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../../src/adapters/trust-store/index.js';
import { createSignatureJudge, type ProfileName } from '../../../src/advertised/signature/index.js';
import type { SignatureJudgement } from '../../../src/advertised/types.js';
import { parseStrict } from '../../../src/core/json-strict/parse-strict.js';

const corpus = resolve('../shared/corpus');

interface Indexed {
  readonly file: string;
  readonly class: string;
  readonly keys?: string;
  readonly accept_under?: readonly string[];
  readonly reject_under?: readonly string[];
}

// The readings of the vector suite, as profiles. Nobody materialises an absent REQUIRED field ("descriptor scope"),
// unknown members are kept by `emitted` alone, and a second name of a field is tolerated only where it was signed.
const READINGS: Readonly<Record<string, readonly ProfileName[]>> = {
  'served-as-is': ['emitted'],
  'rule-1-as-written': ['a2a-1.0'],
  'rule-1-served-scope': ['a2a-1.0'],
  'prune-empty': ['a2a-sdk'],
  'unknown-retain': ['emitted'],
  'unknown-exclude': ['a2a-1.0', 'a2a-sdk'],
  'dual-name-tolerate': ['emitted'],
  'dual-name-refuse': ['a2a-1.0', 'a2a-sdk'],
};

function judged(row: Indexed, profiles?: readonly ProfileName[]): SignatureJudgement {
  const trust = createTrustStore({
    jwks: row.keys === undefined ? [] : [{ path: resolve(corpus, row.keys) }],
    ...(profiles === undefined ? {} : { profiles }),
  });
  return createSignatureJudge(trust)(parseStrict(readFileSync(resolve(corpus, 'cards', row.file))), 0);
}

const rows: readonly Indexed[] = existsSync(corpus)
  ? readFileSync(resolve(corpus, 'index.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Indexed)
  : [];
const vectors = rows.filter((row) => row.class === 'vector');
const byFile = (file: string): Indexed => rows.find((row) => row.file === file) ?? { file, class: 'missing' };

describe.skipIf(rows.length === 0)('the card corpus (skipped where ../shared/corpus is absent)', () => {
  const verdicts = vectors.flatMap((row) => [
    ...(row.accept_under ?? []).map((reading) => [row, reading, 'verified'] as const),
    ...(row.reject_under ?? []).map((reading) => [row, reading, 'invalid'] as const),
  ]);
  const cases = verdicts.flatMap(([row, reading, status]) =>
    (READINGS[reading] ?? []).map((profile) => [row.file, reading, profile, status, row] as const),
  );

  it.each(cases)('vector %s, reading %s as profile %s: %s', (_file, _reading, profile, status, row) => {
    expect(judged(row, [profile]).card.status).toBe(status);
  });

  it('holds vectors for every reading but those that no profile has', () => {
    const unread = new Set(
      verdicts.map(([, reading]) => reading).filter((reading) => READINGS[reading] === undefined),
    );
    expect([...unread].sort()).toEqual(['rule-1-descriptor-scope', 'unknown-reject']);
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each([
    ['001.json', 'emitted'],
    ['007.json', 'a2a-sdk'],
    ['012.json', 'a2a-1.0'],
    ['016.json', 'a2a-1.0'],
    ['017.json', 'emitted'],
    ['022.json', 'a2a-1.0'],
    ['025.json', 'emitted'],
  ])('vector %s verifies under %s where all are accepted', (file, profile) => {
    expect(judged(byFile(file)).card).toMatchObject({ status: 'verified', profile });
  });

  it.each(['005.json', '015.json', '027.json'])('vector %s verifies under none', (file) => {
    expect(judged(byFile(file)).card).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_MISMATCH',
    });
  });

  it.each([
    ['030.json', 'interop-key-1', 'ES256'],
    ['032.json', 'rsa-current', 'RS256'],
  ])('published card %s verifies under emitted', (file, kid, alg) => {
    expect(judged(byFile(file)).card).toMatchObject({ status: 'verified', profile: 'emitted', kid, alg });
  });

  it.each([
    ['035.json', 'untrusted', 'ADVERTISED_SIGNATURE_KEY_UNKNOWN'],
    ['182.json', 'invalid', 'ADVERTISED_SIGNATURE_MALFORMED'],
    ['185.json', 'invalid', 'ADVERTISED_SIGNATURE_MALFORMED'],
    ['186.json', 'invalid', 'ADVERTISED_SIGNATURE_MALFORMED'],
    ['195.json', 'invalid', 'ADVERTISED_SIGNATURE_ALG_SECP256K1'],
  ])('published card %s: %s, %s', (file, status, code) => {
    const { keys: _, ...row } = byFile(file);
    expect(judged(row).card).toMatchObject({ status, code });
  });

  it('a shared secret is no key to pin, and its card is refused', () => {
    const row = byFile('031.json');
    expect(() => judged(row)).toThrow(expect.objectContaining({ code: 'ADVERTISED_TRUST_KEY_PRIVATE' }));
    const { keys: _, ...keyless } = row;
    expect(judged(keyless).card).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_ALG_SYMMETRIC',
    });
  });
});
