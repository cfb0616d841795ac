// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { CONFIG_FILE, type Config, loadConfig } from '../../src/cli/setup/config.js';
import { configShape } from '../../src/cli/setup/config-shape.js';
import { openTrust } from '../../src/cli/setup/open-trust.js';
import { testKey } from '../interop/signing-keys.js';
import { ours } from '../schemas/support.js';
import { createPlace, parley } from '../support/cli.js';
import { example } from '../support/example.js';
import { RUNS } from '../support/runs.js';
import { mutated } from '../tsmm/support/mutate.js';

const place = createPlace();
afterAll(() => place.remove());

const FULL: Config = {
  protocols: {
    a2a: { versions: ['0.3', '1.0'], preferred: '1.0', floor: '0.3' },
    mcp: { revisions: ['2026-07-28'], preferred: '2026-07-28', floor: '2026-07-28' },
  },
  trust: { jwks: [], requireSignature: true },
  server: { port: 0 },
  policy: { bundle: 'bundle', data: 'data.json' },
  decisionLog: { sink: 'log' },
  evidence: { path: 'evidence.sqlite' },
  limits: { maxCardBytes: 1_000, cardCache: 0, authorizationTtlSeconds: 60, runSinkMs: 10 },
  requiredFields: ['/capabilities/streaming', '/a~1b/0'],
  reviewPath: 'governance-board',
};

describe('the zod type and the JSON Schema of a configuration', () => {
  const validate = ours('parley-config');
  const text = fc.constantFrom('1.0', 'x', '');
  const whole = fc.constantFrom(
    0,
    1,
    2_147_483_647,
    2_147_483_648,
    16_777_216,
    16_777_217,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    1.5,
    -1,
  );
  const texts = fc.array(text, { maxLength: 2 });
  const optional = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
    fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
  const documents = optional({
    protocols: optional({
      a2a: fc.record({ versions: texts, preferred: text, floor: text }),
      mcp: fc.record({ revisions: texts, preferred: text, floor: text }),
    }),
    trust: fc.constantFrom({}, { requireSignature: true }),
    server: fc.constantFrom({}, { port: 1 }),
    policy: optional({ bundle: text, data: text }),
    evidence: fc.record({ path: text }),
    limits: optional({
      maxCardBytes: whole,
      cardCache: whole,
      authorizationTtlSeconds: whole,
      runSinkMs: whole,
    }),
    requiredFields: fc.array(fc.constantFrom('/a', '/', '/~0', '/~2', 'a', '', '/a/~1/b', '/a~'), {
      maxLength: 2,
    }),
    reviewPath: text,
  });

  it('accept and refuse the same documents', () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.oneof(mutated(documents), mutated(fc.constant(FULL))), (document) => {
        const verdict = validate(document);
        expect(configShape.safeParse(document).success).toBe(verdict);
        verdict ? accepted++ : refused++;
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(RUNS / 20);
  });

  it('both accept one with every member, and read it as it is', () => {
    expect(validate(FULL)).toBe(true);
    expect(configShape.parse(FULL)).toEqual(FULL);
  });

  it('have the same members, and docs/configuration.md has them too', () => {
    const schema = JSON.parse(readFileSync('schemas/parley-config.schema.json', 'utf8'));
    expect(Object.keys(schema.properties).toSorted()).toEqual(Object.keys(FULL).toSorted());
    const page = readFileSync('docs/configuration.md', 'utf8');
    for (const [name, { properties = {} }] of Object.entries<{ properties?: object }>(schema.properties)) {
      const inner = Object.keys(properties);
      for (const member of inner.length === 0 ? [name] : inner.map((one) => `${name}.${one}`))
        expect(page).toContain(`\`${member}\``);
    }
  });
});

describe('loadConfig refuses', () => {
  const refusal = async (content: unknown): Promise<readonly [string, string | undefined]> => {
    const error = await loadConfig(place.write('bad.json', content)).then(
      () => undefined,
      (reason: unknown) => reason as { code: string; pointer: string | undefined },
    );
    return error === undefined ? ['accepted', undefined] : [error.code, error.pointer];
  };

  it.each<readonly [string, unknown, string]>([
    ['an unknown member', { polices: {} }, '/polices'],
    ['an unknown limit', { limits: { cards: 1 } }, '/limits/cards'],
    ['an unknown member that needs escapes', { 'a/b': 1 }, '/a~1b'],
    ['null for a member', { policy: null }, '/policy'],
    ['a list for a member', { trust: [] }, '/trust'],
    ['evidence without a path', { evidence: {} }, '/evidence/path'],
    ['an empty path', { policy: { data: '' } }, '/policy/data'],
    [
      'versions without a floor',
      { protocols: { a2a: { versions: ['1.0'], preferred: '1.0' } } },
      '/protocols/a2a/floor',
    ],
    [
      'no versions',
      { protocols: { a2a: { versions: [], preferred: '1.0', floor: '1.0' } } },
      '/protocols/a2a/versions',
    ],
    [
      'revisions of A2A',
      { protocols: { a2a: { revisions: ['1.0'], preferred: '1.0', floor: '1.0' } } },
      '/protocols/a2a/versions',
    ],
    ['a limit of zero bytes', { limits: { maxCardBytes: 0 } }, '/limits/maxCardBytes'],
    ['a limit over 16 MiB', { limits: { maxCardBytes: 16_777_217 } }, '/limits/maxCardBytes'],
    ['a limit as text', { limits: { cardCache: '10' } }, '/limits/cardCache'],
    ['half a second', { limits: { authorizationTtlSeconds: 0.5 } }, '/limits/authorizationTtlSeconds'],
    ['more than a timer takes', { limits: { runSinkMs: 2_147_483_648 } }, '/limits/runSinkMs'],
    ['a field that is no pointer', { requiredFields: ['/a', 'capabilities'] }, '/requiredFields/1'],
    ['the whole document as a field', { requiredFields: [''] }, '/requiredFields/0'],
  ])('%s', async (_, content, pointer) => {
    expect(await refusal(content)).toEqual(['CORE_CONFIG_INVALID', pointer]);
  });

  it.each<readonly [string, string, string]>([
    ['a file that is not JSON', '{policy: {}}', 'ADVERTISED_JSON_MALFORMED'],
    ['a member named twice', '{"policy": {}, "policy": {}}', 'ADVERTISED_JSON_DUPLICATE_KEY'],
    ['a list', '[]', 'ADVERTISED_JSON_NOT_AN_OBJECT'],
    ['`__proto__`', '{"__proto__": {}}', 'ADVERTISED_JSON_PROTO_KEY'],
  ])('%s', async (_, content, code) => {
    expect((await refusal(content))[0]).toBe(code);
  });

  it('a file that is not there', async () => {
    await expect(loadConfig(place.path('none.json'))).rejects.toMatchObject({ code: 'CORE_FILE_UNREADABLE' });
  });
});

const EXAMPLE = 'examples/contract-review';
const negotiate = (...more: readonly string[]): ReturnType<typeof parley> =>
  parley(
    ...['negotiate', '--card', `${EXAMPLE}/card.json`, '--request', `${EXAMPLE}/request.json`],
    ...['--now', '2026-05-05T00:00:00Z', '--format', 'json', ...more],
  );
const config = (name: string, content: Config): string => place.write(name, content);

describe('paths in a configuration are relative to its file', () => {
  it('of policy, data and evidence', async () => {
    place.write('data.json', example().data);
    const file = config('paths.json', {
      policy: { bundle: resolve('policies/bundle'), data: 'data.json' },
      evidence: { path: './paths.sqlite' },
    });
    const run = await negotiate('--config', file);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(existsSync(place.path('paths.sqlite'))).toBe(true);
  });

  it('of pinned keys', async () => {
    const { publicJwk } = testKey('ES256', 'k');
    place.write('jwks.json', { keys: [publicJwk] });
    const trust = await openTrust([], { trust: { jwks: [{ path: 'jwks.json' }] } }, place.path('any.json'));
    expect(trust?.keys('k', undefined, 0).length).toBe(1);
    const beside = openTrust([], { trust: { jwks: [{ path: 'jwks.json' }] } }, undefined);
    await expect(beside).rejects.toMatchObject({ code: 'ADVERTISED_TRUST_FILE' });
  });

  it('but `:memory:` is no path', async () => {
    place.write('data.json', example().data);
    const file = config('memory.json', { policy: { data: 'data.json' }, evidence: { path: ':memory:' } });
    expect((await negotiate('--config', file)).code).toBe(0);
    expect(readdirSync(place.path('.')).filter((name) => name.includes(':memory:'))).toEqual([]);
  });
});

describe('flags win over the configuration', () => {
  const nothing = place.write('nothing.json', {});
  const base = config('base.json', { policy: { data: 'nothing.json' }, evidence: { path: 'base.sqlite' } });

  it('for data', async () => {
    const memory = ['--evidence', ':memory:'];
    expect((await negotiate('--config', base, ...memory)).code).toBe(1);
    expect((await negotiate('--config', base, ...memory, '--data', `${EXAMPLE}/data.json`)).code).toBe(0);
    const granting = config('granting.json', { policy: { data: resolve(`${EXAMPLE}/data.json`) } });
    expect((await negotiate('--config', granting, ...memory)).code).toBe(0);
    expect((await negotiate('--config', granting, ...memory, '--data', nothing)).code).toBe(1);
  });

  it('for the policy', async () => {
    const file = config('policy.json', {
      policy: { bundle: 'no-such-bundle', data: resolve(`${EXAMPLE}/data.json`) },
    });
    const memory = ['--config', file, '--evidence', ':memory:'];
    expect((await negotiate(...memory)).code).toBe(2);
    expect((await negotiate(...memory, '--policy', 'policies/bundle')).code).toBe(0);
  });

  it('for the evidence: the configured file is not even made', async () => {
    const file = config('evidence.json', { evidence: { path: 'configured.sqlite' } });
    await negotiate('--config', file, '--evidence', place.path('flag.sqlite'));
    expect(existsSync(place.path('flag.sqlite'))).toBe(true);
    expect(existsSync(place.path('configured.sqlite'))).toBe(false);
  });

  it('for keys: those of the command line stand before those of the configuration', async () => {
    const one = { ...testKey('ES256', 'one').publicJwk, kid: 'k' };
    const two = { ...testKey('ES256', 'two').publicJwk, kid: 'k' };
    const flag = place.write('flag.jwks.json', { keys: [one] });
    place.write('configured.jwks.json', { keys: [two] });
    const trust = await openTrust(
      [flag],
      { trust: { jwks: [{ path: 'configured.jwks.json' }] } },
      place.path('c.json'),
    );
    const found = trust?.keys('k', undefined, 0).map(({ key }) => key.export({ format: 'jwk' })['x']);
    expect(found).toEqual([one.x, two.x]);
  });
});

describe('what a configuration says reaches the engine', () => {
  const outcome = async (name: string, content: Config): Promise<readonly unknown[]> => {
    const data = { data: resolve(`${EXAMPLE}/data.json`) };
    const file = config(name, { policy: data, evidence: { path: ':memory:' }, ...content });
    const { code, out, err } = await negotiate('--config', file);
    if (code === 2) return [code, err.split(/[ :]/, 1)[0]];
    const answer = JSON.parse(out) as {
      layers: { status: string; codes: string[] }[];
      receipt: { reviewPath: string };
    };
    return [
      code,
      answer.layers.find((layer) => layer.status === 'refused')?.codes[0],
      answer.receipt.reviewPath,
    ];
  };

  it.each<readonly [string, Config, readonly unknown[]]>([
    ['reviewPath', { reviewPath: 'board' }, [0, undefined, 'board']],
    ['trust', { trust: { requireSignature: true } }, [1, 'ADVERTISED_SIGNATURE_REQUIRED', 'operator']],
    [
      'requiredFields',
      { requiredFields: ['/no/such/field'] },
      [1, 'ADVERTISED_REQUIRED_FIELD_ABSENT', 'operator'],
    ],
    ['limits', { limits: { maxCardBytes: 10 } }, [2, 'ADVERTISED_JSON_TOO_LARGE']],
    [
      'protocols',
      { protocols: { a2a: { versions: ['0.3'], preferred: '0.3', floor: '0.3' } } },
      [1, 'NEGOTIATED_VERSION_REFUSED', 'operator'],
    ],
  ])('%s', async (name, content, expected) => {
    expect(await outcome(`reach-${name}.json`, content)).toEqual(expected);
  });
});

describe('a configuration in the working directory', () => {
  it('is read where none is named, and only there', () => {
    place.write(CONFIG_FILE, { reviewPath: 'from-here', extra: 1 });
    const run = (cwd: string): string => {
      try {
        const main = resolve('dist/bin/parley.js');
        const files = [resolve(`${EXAMPLE}/card.json`), resolve(`${EXAMPLE}/request.json`)] as const;
        const args = [main, 'negotiate', '--card', files[0], '--request', files[1], '--evidence', ':memory:'];
        return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        return String((error as { stderr?: unknown }).stderr);
      }
    };
    expect(run(place.path('.'))).toMatch(/^CORE_CONFIG_INVALID at \/extra: /);
    expect(run(resolve('examples'))).not.toContain('CORE_CONFIG_INVALID');
  });
});
