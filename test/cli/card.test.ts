// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlace, parley } from '../support/cli.js';

const place = createPlace();
afterAll(() => place.remove());

const CARD = 'examples/contract-review/card.json';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ed25519');
const key = place.write('key.json', privateKey.export({ format: 'jwk' }));
const jwks = place.write('keys.json', { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1' }] });
const strangers = place.write('strangers.json', {
  keys: [{ ...other.publicKey.export({ format: 'jwk' }), kid: 'x' }],
});

async function sign(
  name: string,
  profile: string,
  change: (card: Record<string, unknown>) => void = () => {},
): Promise<string> {
  const card = JSON.parse(readFileSync(CARD, 'utf8'));
  change(card);
  const source = place.write(`${name}.json`, card);
  const { code, out } = await parley(
    'card',
    'sign',
    source,
    '--key',
    key,
    '--kid',
    'k1',
    '--profile',
    profile,
  );
  expect(code).toBe(0);
  return place.write(`${name}.signed.json`, out);
}

const read = async (...args: string[]): Promise<{ code: number; card: Record<string, unknown> }> => {
  const { code, out } = await parley('card', ...args, '--format', 'json');
  return { code, card: JSON.parse(out) };
};

describe('parley card', () => {
  it('shows an unsigned card and answers yes', async () => {
    const { code, card } = await read(CARD);
    expect(code).toBe(0);
    expect(card).toMatchObject({
      protocol: 'a2a',
      protocolVersion: '1.0',
      signature: { status: 'unsigned' },
      signatures: [],
      capabilities: {
        streaming: { state: 'true', attested: false },
        pushNotifications: { state: 'false', attested: false },
        extendedAgentCard: { state: 'undeclared', attested: false },
        extensions: { state: 'declared', attested: false },
      },
      unattested: [''],
      findings: [],
    });
    expect(Object.keys(card)).toEqual([
      'digest',
      'protocol',
      'protocolVersion',
      'signature',
      'signatures',
      'capabilities',
      'unattested',
      'findings',
    ]);
  });

  for (const profile of ['emitted', 'a2a-1.0', 'a2a-sdk'])
    it(`verifies a card signed under ${profile}`, async () => {
      const file = await sign(`ok-${profile}`, profile);
      const { code, card } = await read(file, '--jwks', jwks);
      expect(code).toBe(0);
      expect(card['signature']).toMatchObject({ status: 'verified', kid: 'k1', alg: 'ES256' });
      expect(card['unattested']).toEqual([]);
    });

  it('tells [] under a2a-1.0 from [] under emitted', async () => {
    const empty = (card: Record<string, unknown>): void => {
      card['capabilities'] = { streaming: true, extensions: [] };
    };
    const dropped = await read(await sign('empty-10', 'a2a-1.0', empty), '--jwks', jwks);
    expect(dropped.card['signature']).toMatchObject({ profile: 'a2a-1.0' });
    expect(dropped.card['capabilities']).toMatchObject({
      extensions: { state: 'undeclared', attested: false },
    });
    expect(dropped.card['unattested']).toEqual(['/capabilities/extensions']);
    const kept = await read(await sign('empty-emitted', 'emitted', empty), '--jwks', jwks);
    expect(kept.card['signature']).toMatchObject({ profile: 'emitted' });
    expect(kept.card['capabilities']).toMatchObject({
      extensions: { state: 'declared', attested: true, value: [] },
    });
  });

  it('answers no where a signature is invalid', async () => {
    const file = await sign('bad', 'emitted');
    const card = JSON.parse(readFileSync(file, 'utf8'));
    const bad = place.write('bad.json', { ...card, name: 'Another agent' });
    expect(await read(bad, '--jwks', jwks)).toMatchObject({
      code: 1,
      card: { signature: { status: 'invalid' } },
    });
  });

  it('answers no where a required signature is not verified', async () => {
    const file = await sign('stranger', 'emitted');
    expect((await read(CARD, '--require-signature')).code).toBe(1);
    expect((await read(file, '--jwks', strangers, '--require-signature')).code).toBe(1);
    expect(await read(file, '--jwks', strangers)).toMatchObject({
      code: 0,
      card: { signature: { status: 'untrusted' } },
    });
    expect((await read(file, '--jwks', jwks, '--require-signature')).code).toBe(0);
  });

  it('shows the readable cards beside an unreadable one, and gives the worst answer', async () => {
    const { code, out, err } = await parley('card', CARD, place.write('not.json', '{'), CARD);
    expect(code).toBe(2);
    expect(out.match(/signature {5}unsigned/g)).toHaveLength(2);
    expect(err).toMatch(/not\.json: ADVERTISED_JSON_MALFORMED at \(document\)/);
  });

  const unreadable: readonly (readonly [string, () => string[], string])[] = [
    ['no file', () => [], 'CORE_USAGE'],
    ['a missing file', () => [place.path('nowhere.json')], 'CORE_FILE_UNREADABLE'],
    ['a file that is not JSON', () => ['README.md'], 'ADVERTISED_JSON_MALFORMED'],
    ['JSON that is no card', () => ['package.json'], 'ADVERTISED_NOT_A_CARD'],
    ['an empty object', () => [place.write('empty.json', '{}')], 'ADVERTISED_NOT_A_CARD'],
    [
      'a duplicate key',
      () => [place.write('twice.json', '{"name":"a","name":"b"}')],
      'ADVERTISED_JSON_DUPLICATE_KEY',
    ],
    ['an unknown flag', () => [CARD, '--verify'], 'CORE_USAGE'],
    ['an unknown format', () => [CARD, '--format', 'yaml'], 'CORE_USAGE'],
    ['keys that cannot be read', () => [CARD, '--jwks', 'README.md'], 'ADVERTISED_TRUST_FILE'],
    [
      'a private key to trust',
      () => [CARD, '--jwks', place.write('private.json', { keys: [privateKey.export({ format: 'jwk' })] })],
      'ADVERTISED_TRUST_KEY_PRIVATE',
    ],
  ];
  for (const [name, args, expected] of unreadable)
    it(`answers nothing on ${name}: one line, a code, what to do`, async () => {
      const { code, out, err } = await parley('card', ...args());
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err.split('\n')).toHaveLength(2);
      expect(err).toContain(expected);
      expect(err).not.toMatch(/\bat .*\.(?:ts|js):\d/);
    });
});

describe('parley card sign', () => {
  it('refuses what is no private key, and shows nothing of it', async () => {
    for (const bad of [jwks, place.write('weak.json', { kty: 'oct', k: 'c2VjcmV0' }), 'package.json']) {
      const { code, err } = await parley('card', 'sign', CARD, '--key', bad, '--kid', 'k1');
      expect(code).toBe(2);
      expect(err).toContain('ADVERTISED_SIGN_KEY_INVALID');
      expect(err).not.toContain('c2VjcmV0');
    }
  });

  it('refuses a profile that does not exist', async () => {
    const { code, err } = await parley(
      'card',
      'sign',
      CARD,
      '--key',
      key,
      '--kid',
      'k1',
      '--profile',
      'best',
    );
    expect(code).toBe(2);
    expect(err).toContain('CORE_USAGE');
  });
});
