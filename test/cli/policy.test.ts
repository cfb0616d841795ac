// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBundle, readBundle } from '../../src/adapters/bundle/index.js';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import { keyPair } from '../adapters/bundle/support.js';
import { OPA, opa } from '../support/opa.js';

const scratch = mkdtempSync(join(tmpdir(), 'parley-policy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string): string => join(scratch, name);

interface Answer {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

const WITH_OPA = { PATH: [dirname(OPA ?? '/'), process.env['PATH'] ?? ''].join(delimiter), HOME: scratch };

async function parley(args: readonly string[], env: CliIo['env'] = WITH_OPA): Promise<Answer> {
  let [out, err] = ['', ''];
  const io: CliIo = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    env,
    now: () => Date.parse('2026-06-01T00:00:00Z'),
    readStdin: async () => new Uint8Array(),
  };
  return { exit: await run(['policy', ...args], io), out, err };
}

/** Write files below the scratch folder. */
function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, folder, path)), { recursive: true });
    writeFileSync(join(scratch, folder, path), text);
  }
  return at(folder);
}

const SAFE = `package authz

# METADATA
# entrypoint: true
default allow := false

allow if data.grants[input.user] == true
`;

describe.skipIf(OPA === undefined)('parley policy build (skipped where opa is absent)', () => {
  it('builds the default pack to the bytes that ship', async () => {
    const out = at('pack.tar.gz');
    const args = [
      'build',
      'policies/parley',
      '--data',
      'policies/bundle/data.json',
      '--out',
      out,
      '--revision',
      '7',
    ];
    const { exit, err } = await parley([...args, '-e', 'parley/decide', '-e', 'parley/registry']);
    expect([exit, err]).toEqual([0, '']);
    const bundle = await readBundle(out);
    expect(Buffer.compare(bundle.wasm, readFileSync('policies/bundle/policy.wasm'))).toBe(0);
    expect(bundle.data).toEqual(JSON.parse(readFileSync('policies/bundle/data.json', 'utf8')));
    expect(bundle.revision).toBe('7');
    const digests = JSON.parse(readFileSync(at('pack.digests.json'), 'utf8'));
    expect(digests).toMatchObject({
      revision: '7',
      digest: bundle.digest,
      entrypoints: ['parley/decide', 'parley/registry'],
    });
    expect(digests.files['policy.wasm']).toMatch(/^sha256:/);
    expect(Object.keys(digests.sources)).toContain('decide.rego');
    expect(Object.keys(digests.sources).every((path) => !path.startsWith('/'))).toBe(true);
  });

  it('builds the same bytes again, and the same files into a folder', async () => {
    const source = write('again', { 'authz.rego': SAFE, 'grants/data.json': '{"alice":true}' });
    await parley(['build', source, '--out', at('one.tar.gz')]);
    await parley(['build', source, '--out', at('two.tar.gz')]);
    await parley(['build', source, '--out', at('three')]);
    const [one, two] = [readFileSync(at('one.tar.gz')), readFileSync(at('two.tar.gz'))];
    expect(one.equals(two)).toBe(true);
    expect(await openBundle(at('three'))).toEqual(await openBundle(one));
  });

  it('signs so that this engine and opa verify it', async () => {
    const { privateKey, publicKey } = keyPair('RS256');
    writeFileSync(at('private.pem'), privateKey.key);
    writeFileSync(at('public.pem'), publicKey.key);
    const source = write('signed', { 'authz.rego': SAFE });
    const out = at('signed.tar.gz');
    const flags = ['--key', at('private.pem'), '--scope', 'write', '--expires-in', '60'];
    expect((await parley(['build', source, '--out', out, ...flags])).exit).toBe(0);
    const { exit, out: text } = await parley([
      'inspect',
      out,
      '--key',
      at('public.pem'),
      '--scope',
      'write',
      '--format',
      'json',
    ]);
    expect(exit).toBe(0);
    expect(JSON.parse(text).signature).toMatchObject({
      signed: true,
      verified: true,
      keyId: 'default',
      scope: 'write',
    });
    opa(
      [
        'build',
        '-b',
        'signed.tar.gz',
        '--verification-key',
        'public.pem',
        '--scope',
        'write',
        '--signing-key',
        'private.pem',
        '-o',
        'again.tar.gz',
      ],
      scratch,
    );
    const other = await parley(['inspect', out, '--key', at('public.pem')]);
    expect([other.exit, other.err.split(':')[0]]).toEqual([2, 'AUTHORIZED_BUNDLE_SIGNATURE_SCOPE']);
  });

  it.each([
    [
      'Rego that does not compile',
      { 'a.rego': 'package authz\n\nallow if nope(1)\n' },
      'AUTHORIZED_BUNDLE_OPA_FAILED',
    ],
    [
      'a builtin outside the capabilities',
      { 'a.rego': SAFE.replace('== true', '== time.now_ns()') },
      'AUTHORIZED_BUNDLE_OPA_FAILED',
    ],
    [
      'no entrypoint',
      { 'a.rego': SAFE.replace('# entrypoint: true', '# title: x') },
      'AUTHORIZED_BUNDLE_OPA_FAILED',
    ],
    ['no Rego', { 'data.json': '{}' }, 'AUTHORIZED_BUNDLE_UNREADABLE'],
    [
      'data of two minds',
      { 'a.rego': SAFE, 'data.json': '{"x":{"y":1}}', 'x/data.json': '{"y":2}' },
      'AUTHORIZED_BUNDLE_DATA_CONFLICT',
    ],
  ])('refuses %s', async (name, files, code) => {
    const { exit, err } = await parley([
      'build',
      write(name.replaceAll(' ', '-'), files),
      '--out',
      at('no.tar.gz'),
    ]);
    expect([exit, err.split(/[ :]/)[0]]).toEqual([2, code]);
  });
});

describe('without opa', () => {
  const none = { PATH: '/nonexistent' };

  it('build and check say how to get it', async () => {
    for (const args of [['build', 'policies/parley', '--out', at('x')], ['check']]) {
      const { exit, err } = await parley(args, none);
      expect([exit, err.split(':')[0]]).toEqual([2, 'AUTHORIZED_BUNDLE_OPA_MISSING']);
      expect(err).toContain('https://www.openpolicyagent.org');
    }
    const { err } = await parley(['check', '--opa', '/nonexistent/opa']);
    expect(err).toContain('AUTHORIZED_BUNDLE_OPA_MISSING');
  });

  it('test runs on the module, and says what was left out', async () => {
    const { exit, out } = await parley(['test'], none);
    expect(exit).toBe(0);
    expect(out).toMatch(/^(\d+) of \1 cases passed on the module\n`opa eval` was not asked/);
    expect((await parley(['test', '--require-coverage'], none)).exit).toBe(1);
  });
});

describe('parley policy inspect', () => {
  it('shows the bundle that ships', async () => {
    const { exit, out } = await parley(['inspect', 'policies/bundle']);
    expect(exit).toBe(0);
    expect(out).toMatch(
      /^revision {4}\S+\ndigest {6}sha256:[0-9a-f]{64}\nsignature {3}unsigned\nroots {7}parley, policy_data\n/,
    );
    expect(out).toContain('policy.wasm');
  });

  it('refuses what an engine would refuse', async () => {
    const broken = write('broken', {
      'policy.wasm': 'no wasm',
      '.manifest': '{"wasm":[{"entrypoint":"a/b","module":"/policy.wasm"}]}',
    });
    const { exit, err } = await parley(['inspect', broken]);
    expect([exit, err.split(':')[0]]).toEqual([2, 'AUTHORIZED_POLICY_MODULE']);
    expect((await parley(['inspect', at('absent')])).err).toContain('AUTHORIZED_BUNDLE_UNREADABLE');
    expect((await parley(['inspect', 'policies/bundle', '--key', at('absent')])).err).toContain(
      'CORE_FILE_UNREADABLE',
    );
    expect((await parley(['inspect', 'policies/bundle', '--key', 'LICENSE', '--alg', 'none'])).err).toContain(
      'CORE_USAGE',
    );
  });
});

describe('parley policy sign', () => {
  it('signs the bundle that ships, and replaces a signature', async () => {
    const [mine, other] = [keyPair('ES256'), keyPair('ES256')];
    writeFileSync(at('mine.pem'), mine.privateKey.key);
    writeFileSync(at('other.pem'), other.privateKey.key);
    const flags = ['--alg', 'ES256', '--expires-in', '3600'];
    const first = ['sign', 'policies/bundle', '--key', at('other.pem'), '--out', at('first.tar.gz')];
    const second = ['sign', at('first.tar.gz'), '--key', at('mine.pem'), '--out', at('second.tar.gz')];
    for (const args of [first, second]) expect((await parley([...args, ...flags])).exit).toBe(0);
    const now = Date.parse('2026-06-01T00:30:00Z');
    const verification = { keys: [mine.publicKey] };
    expect((await readBundle(at('second.tar.gz'), { now, verification })).signature.verified).toBe(true);
    const wrong = { now, verification: { keys: [other.publicKey] } };
    await expect(readBundle(at('second.tar.gz'), wrong)).rejects.toMatchObject({
      code: 'AUTHORIZED_BUNDLE_SIGNATURE_INVALID',
    });
    const late = await parley([...second, '--alg', 'ES256', '--expires-in', 'soon']);
    expect([late.exit, late.err.split(':')[0]]).toEqual([2, 'CORE_USAGE']);
  });

  it('needs a key, and signs nothing that would be refused', async () => {
    expect((await parley(['sign', 'policies/bundle', '--out', at('x')])).err).toContain('CORE_USAGE');
    writeFileSync(at('secret'), 'a secret\n');
    const flags = ['--key', at('secret'), '--alg', 'HS256', '--out', at('x.tar.gz')];
    const folder = write('unloadable', { 'data.json': '{"a":1,"a":2}', 'policy.wasm': '' });
    expect((await parley(['sign', folder, ...flags])).err).toContain('AUTHORIZED_BUNDLE_JSON_INVALID');
  });
});

describe.skipIf(OPA === undefined)('parley policy check (skipped where opa is absent)', () => {
  async function codes(name: string, rego: string, data = '{}', ...flags: readonly string[]) {
    const source = write(name, { 'authz.rego': rego, 'data.json': data });
    const { exit, out } = await parley([
      'check',
      source,
      '--regal',
      '/nonexistent',
      '--format',
      'json',
      ...flags,
    ]);
    const report = JSON.parse(out) as { ok: boolean; findings: { code: string }[] };
    expect(report.ok).toBe(exit === 0);
    return [exit, ...report.findings.map((each) => each.code)];
  }

  it('finds nothing in the default pack', async () => {
    const { exit, out } = await parley(['check', '--regal', '/nonexistent', '--threshold', 'warning']);
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(/^\d+ files, 0 errors, 0 warnings; regal is not there/),
    ]);
  });

  it.each([
    ['nothing', SAFE, '{}', [0]],
    [
      'the trap',
      SAFE.replace('data.grants[input.user] == true', 'not input.blocked'),
      '{}',
      [1, 'policy.empty-input', 'policy.undefined-input'],
    ],
    [
      'a deny list that the lint cannot see',
      SAFE.replace('data.grants[input.user] == true', 'data.open'),
      '{"open": true}',
      [1, 'policy.empty-input'],
    ],
    ['no default', SAFE.replace('default allow := false\n\n', ''), '{}', [1, 'policy.entrypoint-default']],
    [
      'a clock',
      SAFE.replace('== true', '== time.now_ns()'),
      '{}',
      [1, 'opa.rego_type_error', 'policy.builtin'],
    ],
    [
      'an unused local',
      SAFE.replace('data.grants', 'x := 1\n\tdata.grants').replace('if x', 'if {\n\tx').concat('}\n'),
      '{}',
      [1, 'opa.rego_compile_error'],
    ],
    ['a parse error', 'package authz\n\nallow if {\n', '{}', [1, 'opa.rego_parse_error']],
    ['a format', SAFE.replace('allow if data', 'allow   if data'), '{}', [0, 'opa.format']],
    ['a list of grants', SAFE, '{"grants": [{"subject": "a"}]}', [0, 'policy.unkeyed-grants']],
  ])('finds %s', async (name, rego, data, expected) => {
    const [exit, ...found] = await codes(`check-${name.replaceAll(' ', '-')}`, rego, data);
    expect([exit, ...new Set(found.sort())]).toEqual(expected);
  });

  it('counts warnings where they are asked for', async () => {
    expect(await codes('warned', SAFE, '{"grants": [{"subject": "a"}]}', '--threshold', 'warning')).toEqual([
      1,
      'policy.unkeyed-grants',
    ]);
  });
});

describe('parley policy test', () => {
  const input = { user: 'alice' };
  const cases = (...list: readonly object[]): string =>
    JSON.stringify({ entrypoint: 'parley/decide', input, cases: list });

  it.skipIf(OPA === undefined)(
    'passes the default pack with every code, rule and answer (skipped where opa is absent)',
    async () => {
      const { exit, out } = await parley(['test', '--require-coverage', '--format', 'json']);
      const report = JSON.parse(out);
      expect(exit).toBe(0);
      expect(report).toMatchObject({
        ok: true,
        comparedWithOpa: true,
        coverage: { codesMissed: [], rulesMissed: [] },
      });
      expect(report.cases.length).toBeGreaterThan(100);
      expect(report.coverage.codes).toBeGreaterThan(50);
    },
  );

  it.each([
    ['decision', { decision: 'allow' }],
    ['visible', { visible: true }],
    ['reasons', { reasons: ['grant.none'] }],
    ['discovery', { discovery: [] }],
    ['gaps', { gaps: ['/x'] }],
    ['constraints', { constraints: ['x'] }],
    ['obligations', { obligations: ['x'] }],
    ['findings', { findings: ['x'] }],
    ['result', { result: {} }],
  ])('fails where the %s differs', async (name, expectation) => {
    const file = join(
      write('differs', { [`${name}.json`]: cases({ name, expect: expectation }) }),
      `${name}.json`,
    );
    const { exit, out } = await parley(['test', file, '--no-opa']);
    expect(exit).toBe(1);
    expect(out).toContain(`FAIL ${name}: ${name}\n     ${name}: expected`);
  });

  it('reads YAML, patches and data', async () => {
    const folder = write('yaml', {
      'a.yaml':
        'entrypoint: parley/decide\ninput: {scope: s}\ncases:\n  - name: one\n    patch: {scope: t}\n    expect: {decision: deny, visible: false}\n  - name: two\n    input: {}\n    data: {policy_data: null}\n    expect: {decision: deny}\n',
    });
    const { exit, out } = await parley(['test', folder]);
    expect([exit, out.split('\n')[0]]).toEqual([0, '2 of 2 cases passed on the module']);
  });

  it.skipIf(OPA === undefined)(
    'fails where opa eval answers differently (skipped where opa is absent)',
    async () => {
      const shipped = write('shipped', { 'authz.rego': SAFE, 'data.json': '{"grants":{"alice":true}}' });
      await parley(['build', shipped, '--out', at('shipped.tar.gz')]);
      const changed = write('changed', {
        'authz.rego': SAFE.replace('== true', '== false'),
        'data.json': '{"grants":{"alice":true}}',
      });
      const file = join(
        write('cases', {
          'a.json': JSON.stringify({ cases: [{ name: 'alice', input, expect: { result: true } }] }),
        }),
        'a.json',
      );
      const same = await parley(['test', file, '--bundle', at('shipped.tar.gz'), '--source', shipped]);
      expect([same.exit, same.out.split('\n')[0]]).toEqual([0, '1 of 1 cases passed on the module']);
      const differs = await parley(['test', file, '--bundle', at('shipped.tar.gz'), '--source', changed]);
      expect(differs.exit).toBe(1);
      expect(differs.out).toContain('the module answers true, opa eval false');
      expect((await parley(['test', file, '--source', shipped])).exit).toBe(0);
    },
  );

  it('writes TAP and JUnit that a name cannot break', async () => {
    const name = '<&"# SKIP\n]]>';
    const folder = write('formats', {
      'bad.json': cases(
        { name, expect: { decision: 'allow' } },
        { name: 'good', expect: { decision: 'deny' } },
      ),
    });
    const tap = await parley(['test', folder, '--no-opa', '--format', 'tap']);
    expect(tap.exit).toBe(1);
    expect(tap.out).toMatch(
      /^TAP version 14\n1\.\.2\nnot ok 1 - bad: <&"\\# SKIP \]\]>\n {2}---\n {2}failures:\n {4}- "decision: expected/,
    );
    expect(tap.out).toContain('\nok 2 - bad: good\n');
    const junit = await parley(['test', folder, '--no-opa', '--format', 'junit']);
    expect(junit.out).toContain('<testsuites tests="2" failures="1"');
    expect(junit.out).toContain('name="&lt;&amp;&quot;# SKIP ]]&gt;"');
  });

  it.each([
    ['nothing', '{}'],
    ['no cases', cases()],
    ['a case that expects nothing', cases({ name: 'x', expect: {} })],
    ['a misspelt member', cases({ name: 'x', expects: {} })],
    ['a misspelt expectation', cases({ name: 'x', expect: { reason: [] } })],
    ['a decision nobody gives', cases({ name: 'x', expect: { decision: 'maybe' } })],
    [
      'a name twice',
      cases({ name: 'x', expect: { visible: true } }, { name: 'x', expect: { visible: true } }),
    ],
    ['a member twice', '{"cases":[],"cases":[]}'],
    ['no JSON', '{'],
  ])('refuses a file with %s', async (name, text) => {
    const file = join(write('refused', { [`${name}.json`]: text }), `${name}.json`);
    const { exit, err } = await parley(['test', file, '--no-opa']);
    expect([exit, err.split(/[ :]/)[0]]).toEqual([2, 'AUTHORIZED_BUNDLE_CASE_INVALID']);
  });

  it('refuses YAML that is a trap, and an empty folder', async () => {
    const bomb = [
      'a: &a [x]',
      ...Array.from(
        { length: 30 },
        (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`,
      ),
    ];
    for (const [name, text] of [
      ['bomb.yaml', bomb.join('\n')],
      ['bad.yml', 'a: ['],
    ] as const) {
      const { exit, err } = await parley(['test', join(write('traps', { [name]: text }), name), '--no-opa']);
      expect([exit, err.split(/[ :]/)[0]]).toEqual([2, 'AUTHORIZED_BUNDLE_CASE_INVALID']);
    }
    expect((await parley(['test', write('empty', { 'readme.md': '' })])).err).toContain(
      'AUTHORIZED_BUNDLE_CASE_INVALID',
    );
    expect((await parley(['test', at('absent.json')])).err).toContain('CORE_FILE_UNREADABLE');
  });
});

describe('parley policy bench', () => {
  it('times the bundle that ships', async () => {
    const { exit, out } = await parley(['bench', '--seconds', '0', '--format', 'json']);
    const report = JSON.parse(out);
    expect(exit).toBe(0);
    expect(report).toMatchObject({ entrypoint: 'parley/decide' });
    expect(report.evaluate.best).toBeGreaterThan(0);
    expect(report.ratio).toBeGreaterThan(1);
  });
});
