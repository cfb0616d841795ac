// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openBundle, readBundle, readBundleFiles, writeArchive } from '../../../src/adapters/bundle/index.js';
import { archive, codeOf, files, plain } from './support.js';

const scratch = mkdtempSync(join(tmpdir(), 'parley-bundle-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folder(name: string, texts: Readonly<Record<string, string>>): string {
  const root = join(scratch, name);
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('a bundle', () => {
  it('is read from an archive with its manifest, data and module', async () => {
    const bundle = await readBundle(await writeArchive(plain({ 'grants/b/data.json': '"x"' })));
    expect(bundle.revision).toBe('7');
    expect(bundle.roots).toEqual(['parley', 'grants']);
    expect(bundle.entrypoints).toEqual(['parley/decide']);
    expect(bundle.data).toEqual({ grants: { a: [1, 2], b: 'x' } });
    expect(bundle.signature).toEqual({ verified: false });
    expect(bundle.files.map((file) => file.path)).toEqual([
      '.manifest',
      'data.json',
      'grants/b/data.json',
      'policy.wasm',
    ]);
    expect(bundle.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('is the same from a folder', async () => {
    const texts = Object.fromEntries(
      [...plain()].map(([path, text]) => [path, Buffer.from(text).toString()]),
    );
    const fromFolder = await readBundle(folder('same', texts));
    const fromArchive = await readBundle(await writeArchive(plain()));
    expect(fromFolder).toEqual(fromArchive);
  });

  it('accepts `/` and `./` before names, folders as entries, and other files', async () => {
    const bundle = await readBundle(
      await archive([
        { name: './', type: 'directory' },
        { name: './policy.wasm', content: 'w' },
        { name: '/a/README.md', content: '# hello' },
        { name: 'data.json', content: '{}' },
      ]),
    );
    expect(bundle.revision).toBe('');
    expect(bundle.roots).toEqual(['']);
    expect(bundle.files.map((file) => file.path)).toEqual(['a/README.md', 'data.json', 'policy.wasm']);
  });

  it('keeps hostile member names as own members', async () => {
    const { data } = await readBundleFiles(
      plain({ '.manifest': '{}', 'data.json': '{"__proto__":{"x":1}}' }),
    );
    expect(Object.hasOwn(data, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('writes the same archive for the same files', async () => {
    const reversed = new Map([...plain()].reverse());
    expect(await writeArchive(plain())).toEqual(await writeArchive(reversed));
  });
});

describe('an archive is refused', () => {
  it.each([
    ['../data.json', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['a/../../data.json', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['//data.json', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['a//b', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['a/./b', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['a\\..\\b', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['a\nb', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    ['..', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
    [`${'d/'.repeat(40)}x`, 'AUTHORIZED_BUNDLE_TOO_LARGE'],
    ['x'.repeat(600), 'AUTHORIZED_BUNDLE_TOO_LARGE'],
    ['patch.json', 'AUTHORIZED_BUNDLE_DELTA_UNSUPPORTED'],
    ['a/patch.json', 'AUTHORIZED_BUNDLE_DELTA_UNSUPPORTED'],
    ['data.yaml', 'AUTHORIZED_BUNDLE_YAML_UNSUPPORTED'],
    ['a/data.yml', 'AUTHORIZED_BUNDLE_YAML_UNSUPPORTED'],
    ['a/.manifest', 'AUTHORIZED_BUNDLE_FILE_MISPLACED'],
    ['x.manifest', 'AUTHORIZED_BUNDLE_FILE_MISPLACED'],
    ['.manifest.pb', 'AUTHORIZED_BUNDLE_FILE_MISPLACED'],
    ['a/policy.wasm', 'AUTHORIZED_BUNDLE_FILE_MISPLACED'],
    ['a/.signatures.json', 'AUTHORIZED_BUNDLE_FILE_MISPLACED'],
    ['.hidden/data.json', 'AUTHORIZED_BUNDLE_PATH_REFUSED'],
  ])('for the path %j', async (name, code) => {
    const bytes = await archive([
      { name: 'policy.wasm', content: 'w' },
      { name, content: '{}' },
    ]);
    expect(await codeOf(() => readBundle(bytes))).toBe(code);
  });

  it.each(['symlink', 'link', 'character-device', 'block-device', 'fifo'] as const)(
    'for a %s',
    async (type) => {
      const bytes = await archive([{ name: 'data.json', type, linkname: '/etc/passwd' }]);
      expect(await codeOf(() => readBundle(bytes))).toBe('AUTHORIZED_BUNDLE_LINK_REFUSED');
    },
  );

  it.each([
    ['data.json', 'data.json'],
    ['data.json', '/data.json'],
    ['policy.wasm', './policy.wasm'],
  ])('for %s beside %s', async (first, second) => {
    const bytes = await archive([
      { name: first, content: '{}' },
      { name: second, content: '{}' },
    ]);
    expect(await codeOf(() => readBundle(bytes))).toBe('AUTHORIZED_BUNDLE_ENTRY_DUPLICATE');
  });

  it('when it is no gzip, no tar, or cut at any byte', async () => {
    const whole = await writeArchive(plain());
    for (const bytes of [new Uint8Array(), Buffer.from('PK'), gzipSync('x'.repeat(2000))]) {
      expect(await codeOf(() => readBundle(bytes))).toBe('AUTHORIZED_BUNDLE_UNREADABLE');
    }
    for (let end = 0; end < whole.length; end += 1) {
      expect(await codeOf(() => readBundle(whole.subarray(0, end)))).toBe('AUTHORIZED_BUNDLE_UNREADABLE');
    }
  });

  it('when it is a gzip bomb, before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    expect(bomb.byteLength).toBeLessThan(20_000);
    const code = await codeOf(() => readBundle(bomb, { limits: { totalBytes: 1024 * 1024 } }));
    expect(code).toBe('AUTHORIZED_BUNDLE_TOO_LARGE');
  });

  it.each([
    { archiveBytes: 10 },
    { totalBytes: 1024 },
    { fileBytes: 10 },
    { entries: 2 },
    { pathBytes: 5 },
    { pathDepth: 0 },
  ])('over the limit %j', async (limits) => {
    const bytes = await writeArchive(plain());
    expect(await codeOf(() => readBundle(bytes, { limits }))).toBe('AUTHORIZED_BUNDLE_TOO_LARGE');
  });
});

describe('a folder is refused', () => {
  it('when it is absent', async () => {
    expect(await codeOf(() => openBundle(join(scratch, 'absent')))).toBe('AUTHORIZED_BUNDLE_UNREADABLE');
  });

  it('for a link to a file or a folder', async () => {
    for (const [name, target] of [
      ['file-link', '/etc/hostname'],
      ['folder-link', '/etc'],
    ] as const) {
      const root = folder(name, { 'data.json': '{}' });
      symlinkSync(target, join(root, 'link'));
      expect(await codeOf(() => openBundle(root))).toBe('AUTHORIZED_BUNDLE_LINK_REFUSED');
    }
  });

  it.each([{ fileBytes: 1 }, { totalBytes: 3 }, { entries: 1 }, { pathBytes: 3 }])(
    'over %j',
    async (limits) => {
      const root = folder('limits', { 'data.json': '{}', 'b/data.json': '{}' });
      expect(await codeOf(() => openBundle(root, limits))).toBe('AUTHORIZED_BUNDLE_TOO_LARGE');
    },
  );
});

describe('the content is refused', () => {
  it.each([
    ['{"a":1,"a":1}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":1}x', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['\ufeff{}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":"\\ud800"}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":01}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":+1}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":1.}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":[1,]}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ["{'grants':1}", 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":"\u0001"}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":"a', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":nul}', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['', 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    [`{"grants":${'['.repeat(70)}${']'.repeat(70)}}`, 'AUTHORIZED_BUNDLE_JSON_INVALID'],
    ['{"grants":9007199254740993}', 'AUTHORIZED_BUNDLE_NUMBER_INEXACT'],
    ['{"grants":1e400}', 'AUTHORIZED_BUNDLE_NUMBER_INEXACT'],
    ['{"grants":1e-400}', 'AUTHORIZED_BUNDLE_NUMBER_INEXACT'],
    ['{"grants":0.10000000000000000001}', 'AUTHORIZED_BUNDLE_NUMBER_INEXACT'],
    ['{"grants":1e99999999999999999999}', 'AUTHORIZED_BUNDLE_NUMBER_INEXACT'],
    ['{"other":{}}', 'AUTHORIZED_BUNDLE_ROOTS_VIOLATED'],
    ['{"grantsx":{}}', 'AUTHORIZED_BUNDLE_ROOTS_VIOLATED'],
    ['[]', 'AUTHORIZED_BUNDLE_DATA_CONFLICT'],
    ['{"parley":{"decide":{}}}', 'AUTHORIZED_BUNDLE_DATA_CONFLICT'],
  ])('for the data %j', async (data, code) => {
    expect(await codeOf(() => readBundleFiles(plain({ 'data.json': data })))).toBe(code);
  });

  it('for data that is not UTF-8', async () => {
    const odd = plain();
    odd.set('data.json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(await codeOf(() => readBundleFiles(odd))).toBe('AUTHORIZED_BUNDLE_JSON_INVALID');
  });

  it('for two values of one data path', async () => {
    const conflict = plain({ 'grants/a/data.json': '{"b":1}' });
    expect(await codeOf(() => readBundleFiles(conflict))).toBe('AUTHORIZED_BUNDLE_DATA_CONFLICT');
  });

  it.each([
    ['[]', ''],
    ['{"revision":1}', '/revision'],
    ['{"Revision":"8"}', '/Revision'],
    ['{"ROOTS":[""]}', '/ROOTS'],
    ['{"rootſ":[""]}', '/rootſ'],
    ['{"roots":"a"}', '/roots'],
    ['{"roots":[1]}', '/roots/0'],
    ['{"roots":["a","a/b"]}', '/roots/0'],
    ['{"roots":["","a"]}', '/roots/0'],
    ['{"roots":["a","a"]}', '/roots/0'],
    ['{"metadata":[]}', '/metadata'],
    ['{"rego_version":2}', '/rego_version'],
    ['{"wasm":{}}', '/wasm'],
    ['{"wasm":[1]}', '/wasm/0'],
    ['{"wasm":[{"entrypoint":"a","module":"/other.wasm"}]}', '/wasm/0/module'],
    ['{"wasm":[{"entrypoint":"","module":"/policy.wasm"}]}', '/wasm/0/entrypoint'],
    ['{"wasm":[{"entrypoint":"a//b","module":"/policy.wasm"}]}', '/wasm/0/entrypoint'],
    [
      '{"wasm":[{"entrypoint":"a","module":"/policy.wasm"},{"entrypoint":"a","module":"/policy.wasm"}]}',
      '/wasm/1/entrypoint',
    ],
  ])('for the manifest %s', async (manifest, at) => {
    const error = await readBundleFiles(plain({ '.manifest': manifest, 'data.json': '{}' })).catch((e) => e);
    expect([error.code, error.pointer]).toEqual(['AUTHORIZED_BUNDLE_MANIFEST_INVALID', at]);
  });

  it('for an entrypoint outside the roots', async () => {
    const manifest = '{"roots":["a"],"wasm":[{"entrypoint":"b/c","module":"/policy.wasm"}]}';
    const outside = plain({ '.manifest': manifest, 'data.json': '{}' });
    expect(await codeOf(() => readBundleFiles(outside))).toBe('AUTHORIZED_BUNDLE_ROOTS_VIOLATED');
  });

  it('for want of a module', async () => {
    expect(await codeOf(() => readBundleFiles(files({ 'data.json': '{}' })))).toBe(
      'AUTHORIZED_BUNDLE_WASM_MISSING',
    );
  });
});

describe('numbers of data', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['1.50e3', 1500],
    ['1E+2', 100],
    ['9007199254740992', 9007199254740992],
    ['100000000000000000000000', 1e23],
    ['0.1', 0.1],
    ['5e-324', 5e-324],
  ])('accept %s', async (text, value) => {
    const { data } = await readBundleFiles(plain({ 'data.json': `{"grants":${text}}` }));
    expect(data).toEqual({ grants: value });
  });
});
