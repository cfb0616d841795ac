// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../../src/adapters/trust-store/index.js';
import { type Payload, type ProfileName, payloadUnder } from '../../../src/advertised/profiles/profiles.js';
import { canonicalFormsOf } from '../../../src/advertised/signature/canonical-forms.js';
import {
  canonicalizeUnder,
  createSignatureJudge,
  PROFILE_NAMES,
  signCard,
} from '../../../src/advertised/signature/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import { parseStrict } from '../../../src/core/json-strict/parse-strict.js';
import { isParsedDocument } from '../../../src/core/json-strict/parsed-document.js';
import type { TrustPort } from '../../../src/core/trust.js';
import { RICH_CARD, testKey } from '../../interop/signing-keys.js';

// Every profile writes the same text of it.
const SAME: JsonObject = { name: 'Same', version: '1', skills: [{ id: 'a', name: 'A', tags: ['t'] }] };
const key = testKey('ES256', 'forms');
const other = testKey('ES256', 'forms-other');

/** A trust store that counts how often a key is tried. */
function counting(jwk: object): { readonly trust: TrustPort; tried(): number } {
  const trust = createTrustStore({ jwks: [{ keys: [{ ...jwk }] }], profiles: [...PROFILE_NAMES] });
  let tried = 0;
  const keys: TrustPort['keys'] = (...args) =>
    trust.keys(...args).map((trusted) => ({
      ...trusted,
      get key() {
        tried += 1;
        return trusted.key;
      },
    }));
  return { trust: { ...trust, keys }, tried: () => tried };
}

const parsed = (card: JsonObject): JsonObject => parseStrict(Buffer.from(JSON.stringify(card)));
const sign = (card: JsonObject, profile: 'emitted' | 'a2a-1.0' = 'emitted'): JsonObject =>
  signCard(card, { key: key.privateJwk, kid: key.kid, profile });

describe('verifications of one signature', () => {
  it('is one where every profile writes the same text, though it fails', () => {
    const texts = new Set(PROFILE_NAMES.map((profile) => canonicalizeUnder(profile, SAME)));
    expect(texts.size).toBe(1);
    const { trust, tried } = counting({ ...other.publicJwk, kid: key.kid });
    expect(createSignatureJudge(trust)(parsed(sign(SAME)), 0).card.code).toBe(
      'ADVERTISED_SIGNATURE_MISMATCH',
    );
    expect(tried()).toBe(1);
  });

  it('is one for each text where they differ', () => {
    const { trust, tried } = counting({ ...other.publicJwk, kid: key.kid });
    const texts = new Set(PROFILE_NAMES.map((profile) => canonicalizeUnder(profile, RICH_CARD)));
    createSignatureJudge(trust)(parsed(sign(RICH_CARD)), 0);
    expect(tried()).toBe(texts.size);
  });

  it('writes a text once where profiles keep the same of a card, and never for the legacy one', () => {
    const forms = canonicalFormsOf(parsed(SAME));
    expect(forms.get('a2a-1.0')?.encoded).toBe(forms.get('emitted')?.encoded);
    const payloads = new Map<ProfileName, Payload>();
    const write = (profile: ProfileName, card: JsonObject): Payload => {
      const payload = payloadUnder(profile, card, payloads);
      payloads.set(profile, payload);
      return payload;
    };
    const card = parsed({ ...SAME, name: '\u00e9' });
    const legacy = write('a2a-python-legacy', card);
    const emitted = write('emitted', card);
    expect(emitted.encoded).not.toBe(legacy.encoded);
    expect(write('a2a-1.0', card)).toBe(emitted);
    expect(write('a2a-sdk', card)).toBe(emitted);
  });

  it('stops at the first that holds', () => {
    const { trust, tried } = counting(key.publicJwk);
    createSignatureJudge(trust)(parsed(sign(RICH_CARD)), 0);
    expect(tried()).toBe(1);
  });
});

describe('what a signature covers', () => {
  const judge = createSignatureJudge(createTrustStore({ jwks: [{ keys: [{ ...key.publicJwk }] }] }));

  it.each(['emitted', 'a2a-1.0'] as const)(
    '%s: says what the text says, and cannot be changed',
    (profile) => {
      for (const card of [
        parsed(sign(RICH_CARD, profile)),
        JSON.parse(JSON.stringify(sign(RICH_CARD, profile))),
      ]) {
        const { payload } = judge(card, 0);
        expect(payload).toEqual(JSON.parse(canonicalizeUnder(profile, RICH_CARD)));
        expect(isFrozen(payload)).toBe(true);
      }
    },
  );

  it('shares the parts of a document that was strictly parsed', () => {
    const card = parsed(sign(RICH_CARD));
    const { payload } = judge(card, 0);
    expect(isParsedDocument(card)).toBe(true);
    expect(payload?.['skills']).toBe(card['skills']);
    expect(payload).not.toHaveProperty('signatures');
  });

  it.each([
    ['thawed', (card: JsonObject) => card],
    ['frozen at its root alone', (card: JsonObject) => Object.freeze(card)],
  ])('shares nothing of a document that somebody could change: %s', (_, prepare) => {
    const card = prepare(JSON.parse(JSON.stringify(sign(RICH_CARD))));
    const { payload } = judge(card, 0);
    const before = JSON.stringify(payload);
    (card['skills'] as unknown as { name: string }[])[0] = { name: 'changed' };
    expect(isParsedDocument(card)).toBe(false);
    expect(JSON.stringify(payload)).toBe(before);
  });
});

describe('signing inputs', () => {
  it.each([10, 65_000, 200_000])(
    'a card of more than %i characters verifies, and not when changed',
    (length) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const trust = createTrustStore({
        jwks: [{ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] }],
      });
      const judge = createSignatureJudge(trust);
      const card = { ...SAME, description: '\u20ac'.repeat(length) };
      const signed = signCard(card, {
        key: privateKey.export({ format: 'jwk' }),
        kid: 'k',
        profile: 'emitted',
      });
      expect(judge(parsed(signed), 0).card.status).toBe('verified');
      expect(judge(parsed({ ...signed, description: '\u20ac'.repeat(length - 1) }), 0).card.status).toBe(
        'invalid',
      );
    },
  );
});

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
