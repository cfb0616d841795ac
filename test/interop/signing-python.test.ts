// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANONICALIZERS, signCard } from '../../src/advertised/signature/index.js';
import type { JsonObject } from '../../src/core/json.js';
import { arbitraryCard } from '../advertised/profiles/arbitrary-card.js';
import { HAS_PYTHON_SDK, type PythonAnswer, python } from './a2a-python.js';
import { judgeWith, RICH_CARD, testKey } from './signing-keys.js';

const value = (answer: PythonAnswer | undefined): unknown =>
  answer !== undefined && 'value' in answer ? answer.value : answer;
// JSON has no -0, and what Python reads is what JSON carries.
const asSent = (card: JsonObject): JsonObject => JSON.parse(JSON.stringify(card));

describe.skipIf(!HAS_PYTHON_SDK)('PyPI a2a-sdk (skipped where .venv has no a2a-sdk[signing])', () => {
  const cards = fc
    .sample(arbitraryCard({ loose: false, numbers: true }), { numRuns: 400, seed: 8785 })
    .map(asSent)
    .filter((card) => CANONICALIZERS['a2a-sdk'](card) !== '{}');

  it('signs the text of profile a2a-sdk', () => {
    const answers = python(cards.map((card) => ({ op: 'canonicalize', card })));
    cards.forEach((card, index) => {
      expect(value(answers[index])).toBe(CANONICALIZERS['a2a-sdk'](card));
    });
  });

  it('signed the text of profile a2a-python-legacy before it used RFC 8785', () => {
    const answers = python(cards.map((card) => ({ op: 'legacy', card })));
    cards.forEach((card, index) => {
      expect(value(answers[index])).toBe(CANONICALIZERS['a2a-python-legacy'](card));
    });
  });

  it('reads the other of two names than the JS SDK does, so no profile takes such a card', () => {
    const lists = { defaultInputModes: ['a'], default_input_modes: ['b'] };
    const bools = { capabilities: { pushNotifications: false, push_notifications: true } };
    const answers = python([lists, bools].map((card) => ({ op: 'canonicalize', card })));
    expect(answers).toEqual([{ value: '{"defaultInputModes":["b"]}' }, { error: 'ParseError' }]);
    for (const card of [lists, bools]) expect(() => CANONICALIZERS['a2a-sdk'](card)).toThrow();
  });

  it('signs an empty card as null, which no profile does', () => {
    expect(value(python([{ op: 'canonicalize', card: {} }])[0])).toBe('null');
  });

  it.each(['ES256', 'RS256', 'EdDSA'])('makes %s signatures that verify under a2a-sdk', (alg) => {
    const key = testKey(alg);
    const [answer] = python([{ op: 'sign', card: RICH_CARD, kid: key.kid, alg, pem: key.privatePem }]);
    const signed = value(answer) as JsonObject;
    expect(judgeWith(key, signed)).toEqual({
      status: 'verified',
      profile: 'a2a-sdk',
      kid: key.kid,
      alg,
      keySource: 'test',
    });
    expect(judgeWith(key, signed, ['a2a-1.0'])).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_MISMATCH',
    });
  });

  it('makes signatures that verify on the card the signer published, whatever it holds beside', () => {
    const key = testKey('ES256');
    const [answer] = python([
      { op: 'sign', card: RICH_CARD, kid: key.kid, alg: 'ES256', pem: key.privatePem },
    ]);
    const { signatures } = value(answer) as { signatures: JsonObject[] };
    expect(judgeWith(key, { ...RICH_CARD, signatures }).profile).toBe('a2a-sdk');
  });

  it.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])(
    'verifies what signCard signs under a2a-sdk: %s',
    (alg) => {
      const key = testKey(alg);
      const card = signCard(RICH_CARD, { key: key.privateJwk, kid: key.kid, profile: 'a2a-sdk' });
      const edited = { ...card, name: 'Another' };
      const answers = python([
        { op: 'verify', card, alg, pem: key.publicPem },
        { op: 'verify', card: edited, alg, pem: key.publicPem },
      ]);
      expect(answers).toEqual([{ value: true }, { error: 'InvalidSignaturesError' }]);
    },
  );

  it('refuses what signCard signs under a2a-1.0 and emitted, because it prunes REQUIRED fields', () => {
    const key = testKey('ES256');
    const calls = (['a2a-1.0', 'emitted'] as const).map((profile) => ({
      op: 'verify' as const,
      card: signCard(RICH_CARD, { key: key.privateJwk, kid: key.kid, profile }),
      alg: 'ES256',
      pem: key.publicPem,
    }));
    expect(python(calls)).toEqual([{ error: 'InvalidSignaturesError' }, { error: 'InvalidSignaturesError' }]);
  });

  it('writes a jku of None as null into the protected header, which is refused by name', () => {
    const key = testKey('ES256');
    const call = { op: 'sign', card: RICH_CARD, kid: key.kid, alg: 'ES256', pem: key.privatePem } as const;
    const [answer] = python([{ ...call, jku: null as unknown as string }]);
    expect(judgeWith(key, value(answer) as JsonObject)).toMatchObject({
      status: 'invalid',
      code: 'ADVERTISED_SIGNATURE_HEADER_NULL',
    });
  });
});
