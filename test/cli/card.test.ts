// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { advertise } from '../../src/advertised/advertise.js';
import { describeCard } from '../../src/cli/card/describe-card.js';
import { renderCard } from '../../src/cli/card/render-card.js';
import { createPaint } from '../../src/cli/text/paint.js';
import { ERROR_CODES } from '../../src/core/error-codes.js';
import { createIssuer } from '../../src/core/state.js';
import { createPlace, parley } from '../support/cli.js';
import { NOW } from '../support/now.js';

const place = createPlace();
afterAll(() => place.remove());

const CARD = 'examples/contract-review/card.json';
const MCP = 'examples/mcp-tools/server.json';
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

describe('several cards as JSON', () => {
  it('is a list that says which is which, in the order asked', async () => {
    const bad = place.write('unreadable.json', '{');
    const { code, out, err } = await parley('card', CARD, bad, MCP, '--format', 'json');
    expect(code).toBe(2);
    expect(err).toContain(`${bad}: ADVERTISED_JSON_MALFORMED`);
    const cards: readonly Record<string, unknown>[] = JSON.parse(out);
    expect(cards.map(({ file, protocol }) => [file, protocol])).toEqual([
      [CARD, 'a2a'],
      [MCP, 'mcp'],
    ]);
  });

  it('is a list also where none is readable', async () => {
    const { code, out } = await parley('card', place.path('no1'), place.path('no2'), '--format', 'json');
    expect([code, JSON.parse(out)]).toEqual([2, []]);
  });
});

describe('signatures where no key is pinned', () => {
  const header = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['alg none', { protected: header({ alg: 'none', kid: 'k' }), signature: 'AAAA' }, 'ALG_NONE'],
    ['HS256', { protected: header({ alg: 'HS256', kid: 'k' }), signature: 'AAAA' }, 'ALG_SYMMETRIC'],
    ['no kid', { protected: header({ alg: 'ES256' }), signature: 'A'.repeat(86) }, 'KID_MISSING'],
    ['no object', 1, 'MALFORMED'],
  ];
  for (const [name, entry, expected] of rows)
    it(`refuses ${name} as invalid`, async () => {
      const card = JSON.parse(readFileSync(CARD, 'utf8'));
      const file = place.write('judged.json', { ...card, signatures: [entry] });
      const verdict = { status: 'invalid', code: `ADVERTISED_SIGNATURE_${expected}` };
      expect(await read(file)).toMatchObject({
        code: 1,
        card: { signature: verdict, signatures: [verdict] },
      });
    });

  it('names the key of what is well formed, and says what to do', async () => {
    const file = await sign('unpinned', 'emitted');
    const verdict = { status: 'untrusted', kid: 'k1', code: 'ADVERTISED_SIGNATURE_KEY_UNKNOWN' };
    expect(await read(file)).toMatchObject({ code: 0, card: { signature: verdict, signatures: [verdict] } });
    const { out } = await parley('card', file);
    const { message, action } = ERROR_CODES.ADVERTISED_SIGNATURE_KEY_UNKNOWN;
    expect(out).toContain(`\n              ${message}; ${action}\n`);
  });
});

describe('the view for a person', () => {
  it('is what docs/cards.md prints', async () => {
    const example = 'examples/signed-card';
    const { out } = await parley('card', `${example}/card.json`, '--jwks', `${example}/keys.json`);
    const printed = /```text\n([\s\S]*?)```/.exec(readFileSync('docs/cards.md', 'utf8'))?.[1];
    expect(out).toBe(printed);
  });

  it('says that nothing is left out where the signature covers all', async () => {
    const { out } = await parley('card', await sign('covered', 'emitted'), '--jwks', jwks);
    expect(out).toContain('\nnot covered   nothing\n');
  });

  it('keeps its colours and takes those of the card away', () => {
    const signatures = 'x\u001b[2J';
    const document = { ...JSON.parse(readFileSync(CARD, 'utf8')), '\u001b[32mgreen\u202e': 1, signatures };
    const bytes = Buffer.from(JSON.stringify(document));
    const card = describeCard(advertise(bytes, { issuer: createIssuer(), now: NOW }));
    const view = renderCard('a\u001b[31m.json', card, createPaint(true));
    const escapes = view.split('\u001b').slice(1);
    const painted = escapes.map((text) => /^\[\d*[a-zA-Z]/.exec(text)?.[0]);
    expect(painted).toEqual(['[1m', '[0m', '[31m', '[0m', '[2m', '[0m', '[2m', '[0m']);
    expect(view).toContain('\nsignature     \u001b[31minvalid\u001b[0m (ADVERTISED_SIGNATURES_TYPE)\n');
    expect(view).not.toContain('\u202e');
  });
});

describe('parley card sign', () => {
  it('shows nothing of a key file that does not parse, and says which file it is', async () => {
    const broken = place.write('broken.json', '{"kty":"oct","k":12345678901234567890123}');
    const { code, out, err } = await parley('card', 'sign', CARD, '--key', broken, '--kid', 'k1');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('ADVERTISED_SIGN_KEY_INVALID');
    expect(err).toContain('broken.json');
    expect(err).not.toContain('1234567890');
  });

  it('says on stderr what the profile leaves out, and only then', async () => {
    const legacy = place.write('legacy.json', {
      ...JSON.parse(readFileSync(CARD, 'utf8')),
      url: 'https://old.example',
      'x\u202e': 1,
    });
    const profile = ['--key', key, '--kid', 'k1', '--profile'];
    const { code, out, err } = await parley('card', 'sign', legacy, ...profile, 'a2a-1.0');
    expect([code, JSON.parse(out).url]).toEqual([0, 'https://old.example']);
    expect(err).toMatch(/^[^\n]*legacy\.json: [^\n]*`\/url`, `\/x `[^\n]*a2a-1\.0[^\n]*\n$/);
    expect((await parley('card', 'sign', legacy, ...profile, 'emitted')).err).toBe('');
  });

  it('signs nothing that is no card', async () => {
    const rows = [
      ['package.json', 'ADVERTISED_NOT_A_CARD'],
      [MCP, 'ADVERTISED_SIGN_CARD_INVALID'],
    ] as const;
    for (const [file, expected] of rows) {
      const { code, out, err } = await parley('card', 'sign', file, '--key', key, '--kid', 'k1');
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(expected);
    }
  });

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
