// SPDX-License-Identifier: Apache-2.0
import { createHmac, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrustStore, type TrustConfig } from '../../../src/adapters/trust-store/index.js';
import {
  ALGORITHMS,
  canonicalizeUnder,
  createSignatureJudge,
  type ProfileName,
  signCard,
} from '../../../src/advertised/signature/index.js';
import type { SignatureJudgement } from '../../../src/advertised/types.js';
import type { Json, JsonObject } from '../../../src/core/json.js';
import { RICH_CARD, type TestKey, testKey } from '../../interop/signing-keys.js';
import { RUNS } from '../../support/runs.js';

const key = testKey('ES256', 'a');
const other = testKey('ES256', 'b');
const pin = (...keys: TestKey[]): TrustConfig => ({
  jwks: [{ keys: keys.map(({ publicJwk }) => publicJwk as Record<string, unknown>), name: 'pinned' }],
});
const signed = (
  card: JsonObject = RICH_CARD,
  by: TestKey = key,
  profile: ProfileName = 'emitted',
): JsonObject => signCard(card, { key: by.privateJwk, kid: by.kid, profile });
const judge = (card: JsonObject, config: TrustConfig = pin(key), now = 0): SignatureJudgement =>
  createSignatureJudge(createTrustStore(config))(card, now);
const status = (card: JsonObject, config?: TrustConfig, now?: number): string => {
  const verdict = judge(card, config, now).card;
  return verdict.code === undefined
    ? verdict.status
    : `${verdict.status} ${verdict.code.replace('ADVERTISED_', '')}`;
};
const entriesOf = (card: JsonObject): readonly Json[] => card['signatures'] as readonly Json[];

describe('every accepted algorithm', () => {
  it.each([...ALGORITHMS.keys()])('%s verifies, and not on another card', (alg) => {
    const own = testKey(alg);
    const card = signCard(RICH_CARD, { key: own.privateJwk, kid: own.kid, profile: 'a2a-1.0' });
    expect(judge(card, pin(own)).card).toEqual({
      status: 'verified',
      profile: 'a2a-1.0',
      kid: own.kid,
      alg,
      keySource: 'pinned',
    });
    expect(status({ ...card, name: 'x' }, pin(own))).toBe('invalid SIGNATURE_MISMATCH');
  });

  it.each([
    ['ES384', 'ES256'],
    ['EdDSA', 'ES256'],
    ['RS256', 'ES256'],
    ['ES256', 'RS256'],
  ])('a %s signature does not take the %s key of its kid', (alg, keyAlg) => {
    const own = testKey(alg);
    const wrong = { ...testKey(keyAlg).publicJwk, kid: own.kid };
    const card = signCard(RICH_CARD, { key: own.privateJwk, kid: own.kid });
    expect(status(card, { jwks: [{ keys: [wrong as Record<string, unknown>] }] })).toBe(
      'invalid SIGNATURE_KEY_UNFIT',
    );
  });

  it('a key that its JWK binds to PS256 does not take RS256', () => {
    const own = testKey('RS256');
    const card = signCard(RICH_CARD, { key: own.privateJwk, kid: own.kid, alg: 'RS256' });
    const bound = { ...own.publicJwk, alg: 'PS256' } as Record<string, unknown>;
    expect(status(card, { jwks: [{ keys: [bound] }] })).toBe('invalid SIGNATURE_KEY_UNFIT');
  });

  it('a public key is no HMAC secret', () => {
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'a' })).toString('base64url');
    const payload = Buffer.from(canonicalizeUnder('emitted', RICH_CARD)).toString('base64url');
    const signature = createHmac('sha256', key.publicPem).update(`${header}.${payload}`).digest('base64url');
    const card = { ...RICH_CARD, signatures: [{ protected: header, signature }] };
    expect(status(card)).toBe('invalid SIGNATURE_ALG_SYMMETRIC');
  });

  it('a true signature in DER form is refused', () => {
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'a' })).toString('base64url');
    const payload = Buffer.from(canonicalizeUnder('emitted', RICH_CARD)).toString('base64url');
    const signature = sign('sha256', Buffer.from(`${header}.${payload}`), key.privatePem).toString(
      'base64url',
    );
    expect(status({ ...RICH_CARD, signatures: [{ protected: header, signature }] })).toBe(
      'invalid SIGNATURE_FORM',
    );
  });
});

describe('the verdict on the card', () => {
  it.each([
    ['absent', {}],
    ['empty', { signatures: [] }],
    ['null', { signatures: null }],
  ])('is unsigned where `signatures` is %s', (_name, more) => {
    expect(judge({ ...RICH_CARD, ...more })).toEqual({ card: { status: 'unsigned' }, signatures: [] });
  });

  it.each([
    ['an object', {}],
    ['text', 'x'],
    ['a bool', false],
    ['a number', 0],
  ])('is invalid where `signatures` is %s', (_name, signatures) => {
    expect(judge({ ...RICH_CARD, signatures })).toEqual({
      card: { status: 'invalid', code: 'ADVERTISED_SIGNATURES_TYPE' },
      signatures: [],
    });
  });

  it('is untrusted where no pinned key has the name', () => {
    expect(judge(signed(), pin(other))).toEqual({
      card: { status: 'untrusted', kid: 'a', alg: 'ES256', code: 'ADVERTISED_SIGNATURE_KEY_UNKNOWN' },
      signatures: [{ status: 'untrusted', kid: 'a', alg: 'ES256', code: 'ADVERTISED_SIGNATURE_KEY_UNKNOWN' }],
    });
    expect(status(signed(), {})).toBe('untrusted SIGNATURE_KEY_UNKNOWN');
  });

  it.each([
    ['null', null],
    ['an entry without a signature', { protected: 'e30' }],
    ['bad base64', { protected: '*', signature: 'AA' }],
    [
      'HS256',
      { protected: Buffer.from('{"alg":"HS256","kid":"a"}').toString('base64url'), signature: 'AAAA' },
    ],
  ])('is verified beside %s, before it and after it', (_name, bad) => {
    const [good] = entriesOf(signed()) as [Json];
    for (const signatures of [
      [bad, good],
      [good, bad],
      [bad, bad, good, bad],
    ]) {
      const judgement = judge({ ...RICH_CARD, signatures });
      expect(judgement.card.status).toBe('verified');
      expect(judgement.signatures.map(({ status: each }) => each)).toEqual(
        signatures.map((entry) => (entry === good ? 'verified' : 'invalid')),
      );
    }
  });

  it('is invalid where one is invalid, one untrusted and none verified', () => {
    const [strange] = entriesOf(signed(RICH_CARD, other));
    const judgement = judge({ ...RICH_CARD, signatures: [strange ?? null, null] });
    expect(judgement.card).toEqual({ status: 'invalid', code: 'ADVERTISED_SIGNATURE_MALFORMED' });
    expect(judgement.signatures.map(({ status: each }) => each)).toEqual(['untrusted', 'invalid']);
    expect(judgement.payload).toBeUndefined();
  });

  it('is that of the reading which attests the most, whatever the order', () => {
    const both = signed(signed(RICH_CARD, other, 'a2a-sdk'), key, 'emitted');
    expect(judge(both, pin(key, other)).card).toMatchObject({ profile: 'emitted', kid: 'a' });
    const swapped = { ...both, signatures: [...entriesOf(both)].reverse() };
    expect(judge(swapped, pin(key, other)).card).toMatchObject({ profile: 'emitted', kid: 'a' });
    expect(judge(both, pin(other)).card).toMatchObject({ profile: 'a2a-sdk', kid: 'b' });
  });

  it('judges eight signatures and refuses those after them', () => {
    const [good] = entriesOf(signed()) as [Json];
    const fill = (count: number): null[] => Array.from({ length: count }, () => null);
    expect(judge({ ...RICH_CARD, signatures: [...fill(7), good] }).card.status).toBe('verified');
    const late = judge({ ...RICH_CARD, signatures: [...fill(8), good] });
    expect(late.card.status).toBe('invalid');
    expect(late.signatures.at(-1)?.code).toBe('ADVERTISED_SIGNATURES_TOO_MANY');
    const early = judge({ ...RICH_CARD, signatures: [good, ...fill(1000)] });
    expect(early.card.status).toBe('verified');
    expect(early.signatures).toHaveLength(9);
  });
});

describe('the payload', () => {
  it.each(['emitted', 'a2a-1.0', 'a2a-sdk'] as const)(
    'is the canonical text of %s, parsed again and frozen',
    (profile) => {
      const { payload, card } = judge(signed(RICH_CARD, key, profile));
      expect(card.profile).toBe(profile);
      expect(payload).toEqual(JSON.parse(canonicalizeUnder(profile, RICH_CARD)));
      const frozen = (value: unknown): boolean =>
        typeof value !== 'object' ||
        value === null ||
        (Object.isFrozen(value) && Object.values(value).every(frozen));
      expect(frozen(payload)).toBe(true);
      expect(payload).not.toHaveProperty('signatures');
    },
  );

  it('is there only where the card is verified', () => {
    for (const config of [pin(other), {}]) expect(judge(signed(), config).payload).toBeUndefined();
    expect(judge({ ...signed(), name: 'x' }).payload).toBeUndefined();
    expect(judge(RICH_CARD).payload).toBeUndefined();
  });
});

describe('profiles', () => {
  it.each([
    ['emitted', ['a2a-1.0', 'a2a-sdk']],
    ['a2a-1.0', ['emitted', 'a2a-sdk']],
    ['a2a-sdk', ['emitted', 'a2a-1.0']],
    ['a2a-python-legacy', ['emitted', 'a2a-1.0', 'a2a-sdk']],
  ] as const)('%s does not verify where it is not accepted', (profile, profiles) => {
    expect(status(signed(RICH_CARD, key, profile), { ...pin(key), profiles })).toBe(
      'invalid SIGNATURE_MISMATCH',
    );
    expect(judge(signed(RICH_CARD, key, profile), { ...pin(key), profiles: [profile] }).card.profile).toBe(
      profile,
    );
  });

  it('a2a-python-legacy is off unless it is asked for', () => {
    expect(status(signed(RICH_CARD, key, 'a2a-python-legacy'))).toBe('invalid SIGNATURE_MISMATCH');
  });
});

describe('which keys count', () => {
  const twins = (count: number, place: number): TrustConfig => ({
    jwks: [
      {
        keys: Array.from({ length: count }, (_, index) => ({
          ...(index === place ? key : testKey('ES256', `twin-${index}`)).publicJwk,
          kid: 'a',
        })) as Record<string, unknown>[],
      },
    ],
  });

  it('all of a name are tried, eight at most', () => {
    expect(judge(signed(), twins(8, 7)).card.status).toBe('verified');
    expect(status(signed(), twins(9, 8))).toBe('invalid SIGNATURE_MISMATCH');
  });

  it('a key without a name is tried, and contradicts nothing where it does not fit', () => {
    const { kid: _, ...nameless } = key.publicJwk;
    const config = { jwks: [{ keys: [nameless as Record<string, unknown>], name: 'n' }] };
    expect(judge(signed(), config).card).toMatchObject({ status: 'verified', kid: 'a', keySource: 'n' });
    expect(status({ ...signed(), name: 'x' }, config)).toBe('untrusted SIGNATURE_KEY_UNKNOWN');
    const rsa = testKey('RS256');
    expect(status(signed(RICH_CARD, rsa), config)).toBe('untrusted SIGNATURE_KEY_UNKNOWN');
  });

  it('a kid may be the thumbprint of the key', () => {
    const store = createTrustStore(pin(key));
    const kid = store.pinned[0]?.thumbprint ?? '';
    const card = signCard(RICH_CARD, { key: key.privateJwk, kid });
    expect(createSignatureJudge(store)(card, 0).card).toMatchObject({ status: 'verified', kid });
    expect(createSignatureJudge(store)({ ...card, name: 'x' }, 0).card.status).toBe('invalid');
  });

  it.each([
    ['before it begins', -1, 'untrusted SIGNATURE_KEY_EARLY'],
    ['as it begins', 0, 'verified'],
    ['as it ends', 1000, 'verified'],
    ['after it ended', 1001, 'untrusted SIGNATURE_KEY_EXPIRED'],
  ])('a key counts within its window: %s', (_name, now, expected) => {
    const window = { notBefore: '1970-01-01T00:00:00Z', notAfter: '1970-01-01T00:00:01Z' };
    const config = { jwks: [{ keys: [key.publicJwk as Record<string, unknown>], ...window }] };
    expect(status(signed(), config, now)).toBe(expected);
  });

  it('a revoked key makes its signature invalid: by name, by thumbprint, and where the key is gone', () => {
    const thumbprint = createTrustStore(pin(key)).pinned[0]?.thumbprint ?? '';
    expect(status(signed(), { ...pin(key), revoked: [{ kid: 'a' }] })).toBe('invalid SIGNATURE_KEY_REVOKED');
    expect(status(signed(), { ...pin(key), revoked: [{ thumbprint }] })).toBe(
      'invalid SIGNATURE_KEY_REVOKED',
    );
    expect(status(signed(), { revoked: [{ kid: 'a' }] })).toBe('invalid SIGNATURE_KEY_REVOKED');
    const byPrint = signCard(RICH_CARD, { key: key.privateJwk, kid: thumbprint });
    expect(status(byPrint, { revoked: [{ thumbprint }] })).toBe('invalid SIGNATURE_KEY_REVOKED');
    const { kid: _, ...nameless } = other.publicJwk as Record<string, unknown>;
    const beside: TrustConfig = { jwks: [{ keys: [key.publicJwk as Record<string, unknown>, nameless] }] };
    expect(status(signed(), { ...beside, revoked: [{ thumbprint }] })).toBe('invalid SIGNATURE_KEY_REVOKED');
    const rotated = signed(signed(), other);
    expect(judge(rotated, { ...pin(key, other), revoked: [{ kid: 'a' }] }).card).toMatchObject({
      status: 'verified',
      kid: 'b',
    });
  });
});

describe('origins', () => {
  const at = (...urls: Json[]): JsonObject => ({
    ...RICH_CARD,
    supportedInterfaces: urls.map((url) => ({ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' })),
  });
  const scoped = (...origins: string[]): TrustConfig => ({
    jwks: [{ keys: [key.publicJwk as Record<string, unknown>], origins }],
  });
  const OUT = 'untrusted SIGNATURE_KEY_ORIGIN';

  it.each([
    ['the same origin', at('https://a.example/x'), ['https://a.example'], 'verified'],
    ['capitals and the default port', at('HTTPS://A.example:443/x'), ['https://a.example'], 'verified'],
    ['a gRPC address', at('a.example:443'), ['a.example:443'], 'verified'],
    [
      'two origins, both pinned',
      at('https://a.example', 'https://b.example'),
      ['https://a.example', 'https://b.example'],
      'verified',
    ],
    ['two origins, one pinned', at('https://a.example', 'https://b.example'), ['https://a.example'], OUT],
    ['another host', at('https://b.example'), ['https://a.example'], OUT],
    ['a host below', at('https://x.a.example'), ['https://a.example'], OUT],
    ['a host that begins alike', at('https://a.example.evil.example'), ['https://a.example'], OUT],
    ['a user that looks like the host', at('https://a.example@evil.example'), ['https://a.example'], OUT],
    ['another scheme', at('http://a.example'), ['https://a.example'], OUT],
    ['another port', at('https://a.example:8443'), ['https://a.example'], OUT],
    ['an unreadable URL', at('https://a.example', 'nonsense'), ['https://a.example'], OUT],
    ['a URL that is no text', at('https://a.example', 1), ['https://a.example'], OUT],
    ['no interface', at(), ['https://a.example'], OUT],
    ['no origin at all', at('https://a.example'), [], OUT],
    [
      '0.3 `url` elsewhere',
      { ...at('https://a.example'), url: 'https://b.example' },
      ['https://a.example'],
      OUT,
    ],
    [
      '0.3 `additionalInterfaces` elsewhere',
      { ...at('https://a.example'), additionalInterfaces: [{ url: 'https://b.example' }] },
      ['https://a.example'],
      OUT,
    ],
    ['interfaces of the wrong type', { ...RICH_CARD, supportedInterfaces: {} }, ['https://a.example'], OUT],
  ])('%s', (_name, card, origins, expected) => {
    expect(status(signed(card), scoped(...origins))).toBe(expected);
  });

  it('a 0.3 `url` added after signing takes the trust away, although no signature covers it', () => {
    const card = signed(at('https://a.example'), key, 'a2a-1.0');
    expect(status(card, scoped('https://a.example'))).toBe('verified');
    expect(status({ ...card, url: 'https://evil.example' }, scoped('https://a.example'))).toBe(OUT);
  });

  it('the attested origins count, not those that the emitted document shows', () => {
    const { supportedInterfaces: _, ...rest } = RICH_CARD;
    const hidden = {
      ...rest,
      url: 'https://a.example',
      supported_interfaces: [{ url: 'https://evil.example' }],
    };
    const card = signed(hidden, key, 'a2a-sdk');
    expect(status(card)).toBe('verified');
    expect(status(card, scoped('https://a.example'))).toBe(OUT);
  });
});

describe('laws', () => {
  it('no character of a signature can be changed', () => {
    const card = signed();
    const [entry] = entriesOf(card) as [Record<string, string>];
    const change = fc.record({
      member: fc.constantFrom('protected', 'signature'),
      place: fc.nat(),
      by: fc.constantFrom(...'ABCabc019-_=+/ .'),
    });
    fc.assert(
      fc.property(change, ({ member, place, by }) => {
        const text = entry[member] ?? '';
        const at = place % text.length;
        fc.pre(text[at] !== by);
        const changed = { ...entry, [member]: text.slice(0, at) + by + text.slice(at + 1) };
        const judgement = judge({ ...card, signatures: [changed] });
        expect(judgement.card.status).not.toBe('verified');
        expect(judgement.payload).toBeUndefined();
      }),
      { numRuns: Math.min(RUNS, 5_000) },
    );
  });

  it('never throws, whatever `signatures` holds', () => {
    const check = createSignatureJudge(createTrustStore(pin(key)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const inside = { protected: Buffer.from(JSON.stringify(a)).toString('base64url'), signature: 'AAAA' };
        for (const signatures of [a, [a, b], [inside], [{ protected: a, signature: b, header: a }]]) {
          expect(check({ ...RICH_CARD, signatures } as JsonObject, 0).card.status).not.toBe('verified');
        }
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });
});
