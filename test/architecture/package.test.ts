// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlace } from '../support/cli.js';
import { readTree, withoutComments } from '../support/sources.js';
import { type Exported, exportsOf, renderApi } from './support/api.js';

// `npm test` builds before it runs the tests: everything here is about the package as it is published.

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const SUBPATHS = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [{ subpath, ...target, specifier: join(manifest.name, subpath) }],
);
const place = createPlace();
afterAll(() => place.remove());

const node = (args: readonly string[], cwd = '.'): string =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

/** The names that each subpath has at run time, with what they are, as plain node sees them. */
const atRunTime = JSON.parse(
  node([
    '--input-type=module',
    '-e',
    `const kindOf = (value) =>
       typeof value === 'function' && String(value).startsWith('class') ? 'class' : typeof value;
     const out = {};
     for (const name of ${JSON.stringify(SUBPATHS.map((one) => one.specifier))}) {
       const found = Object.entries(await import(name));
       out[name] = Object.fromEntries(found.map(([key, value]) => [key, kindOf(value)]));
     }
     console.log(JSON.stringify(out));`,
  ]),
) as Readonly<Record<string, Readonly<Record<string, string>>>>;

describe('exports of package.json', () => {
  it.each(SUBPATHS)('$subpath leads to files that the build made', ({ types, default: file }) => {
    expect([types, file].filter((path) => !existsSync(path))).toEqual([]);
    expect(types.replace(/\.d\.ts$/, '')).toBe(file.replace(/\.js$/, ''));
  });

  it('have a subpath for every layer, and lead nowhere else', () => {
    const subpaths = SUBPATHS.map((one) => one.subpath);
    for (const layer of ['advertised', 'discoverable', 'negotiated', 'authorized', 'executed', 'evidenced'])
      expect(subpaths).toContain(`./${layer}`);
    const deep = `await import('${manifest.name}/dist/engine.js')`;
    expect(() => node(['--input-type=module', '-e', deep])).toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });

  it.each(SUBPATHS)('$subpath exports at run time what its index says', ({ types, specifier }) => {
    const values = exportsOf(types).filter((one) => one.kind === 'value');
    expect(Object.keys(atRunTime[specifier] ?? {}).toSorted()).toEqual(
      values.map((one) => one.name).toSorted(),
    );
    expect(values.map((one) => one.name)).not.toContain('default');
  });

  it('are listed in docs/api.md', async () => {
    const listed: readonly (readonly [string, readonly Exported[]])[] = SUBPATHS.map(
      ({ specifier, types }) => [
        specifier,
        exportsOf(types).map((one) => ({ ...one, type: atRunTime[specifier]?.[one.name] })),
      ],
    );
    // A change of the public API is a change of this file: `npx vitest run test/architecture/package.test.ts -u`,
    // and a line in the changelog.
    await expect(renderApi(listed)).toMatchFileSnapshot('../../docs/api.md');
  });
});

describe('the command', () => {
  it('starts in plain node', () => {
    const main = manifest.bin['parley'] ?? '';
    expect(readFileSync(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(node([main, '--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('what is published', () => {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }),
  ) as readonly { readonly files: readonly { readonly path: string }[]; readonly unpackedSize: number }[];
  const paths = packed[0]?.files.map((file) => file.path) ?? [];

  it.each([
    'dist/index.js',
    'dist/index.d.ts',
    'dist/bin/parley.js',
    'policies/bundle/policy.wasm',
    'policies/bundle/data.json',
    'policies/manifest.json',
    'policies/capabilities.json',
    'schemas/negotiation-request.schema.json',
    'schemas/parley-config.schema.json',
    'validation/index.json',
    'examples/start.js',
    'README.md',
    'CHANGELOG.md',
    'DEPENDENCIES.md',
    'LICENSE',
    'package.json',
  ])('holds %s', (path) => {
    expect(paths).toContain(path);
  });

  it('holds all that `files` names, and no source, test, key or database', () => {
    const left = manifest.files.filter((name) => name.startsWith('!'));
    expect(paths.filter((path) => left.some((name) => path.startsWith(`${name.slice(1)}/`)))).toEqual([]);
    for (const name of manifest.files.filter((each) => !left.includes(each)))
      expect(
        paths.some((path) => path === name || path.startsWith(`${name}/`)),
        name,
      ).toBe(true);
    const wrong =
      /^(?:src|test|bench|node_modules|\.ci|dist-bench)\/|\.test\.|\.sqlite|\.pem$|\.env|\.map$|(?:^|\/)\.DS_Store/;
    expect(paths.filter((path) => wrong.test(path))).toEqual([]);
  });

  // Without it, what an older build left in dist/ would be published.
  it('is built anew', () => {
    expect(manifest.scripts['prepack']).toMatch(/\bclean\b.*\bbuild\b/);
    expect(manifest.scripts['clean']).toContain("rmSync('dist'");
  });

  it('stays small', () => {
    expect(packed[0]?.unpackedSize).toBeLessThan(5_000_000);
  });
});

describe('a program that depends on the package', () => {
  it('type-checks, without a deep import and without losing a type', { timeout: 120_000 }, () => {
    mkdirSync(place.path('node_modules'));
    symlinkSync(resolve('.'), place.path(`node_modules/${manifest.name}`), 'dir');
    copyFileSync('test/architecture/consumer/main.ts', place.path('main.ts'));
    writeFileSync(place.path('package.json'), '{"type": "module"}');
    place.write('tsconfig.json', {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        target: 'es2023',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        types: ['node'],
        typeRoots: [resolve('node_modules/@types')],
        noEmit: true,
        skipLibCheck: false,
      },
      files: ['main.ts'],
    });
    const tsc = resolve('node_modules/typescript/bin/tsc');
    let out = '';
    try {
      out = node([tsc, '-p', 'tsconfig.json'], place.path('.'));
    } catch (error) {
      out = String((error as { readonly stdout?: unknown }).stdout);
    }
    expect(out).toBe('');
  });

  it('finds every import of the README, the docs and the examples', () => {
    const pages = [
      ...readTree('docs', '.md'),
      ...readTree('examples', '.js'),
      ['README.md', readFileSync('README.md', 'utf8')],
    ] as const;
    const missing: string[] = [];
    let found = 0;
    for (const [path, text] of pages)
      for (const [, names = '', specifier = ''] of text.matchAll(
        /import\s*\{([^}]*)\}\s*from\s*'(tsmm-parley[^']*)'/g,
      )) {
        const target = SUBPATHS.find((one) => one.specifier === specifier);
        const exported = target === undefined ? [] : exportsOf(target.types).map((one) => one.name);
        for (const name of names
          .split(',')
          .map((one) => one.trim().replace(/^type /, ''))
          .filter(Boolean)) {
          found += 1;
          if (!exported.includes(name)) missing.push(`${path}: ${name} from ${specifier}`);
        }
      }
    expect(missing).toEqual([]);
    expect(found).toBeGreaterThan(5);
  });
});

describe('what it is built from', () => {
  it('is Node 20.19 or newer', () => {
    expect(manifest.engines.node).toBe('>=20.19');
  });

  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const atRun = { ...dependencies, ...optionalDependencies };

  it('has exact versions, and a lock file that names no address', () => {
    for (const [name, version] of Object.entries({ ...atRun, ...devDependencies }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    const lock = readFileSync('package-lock.json', 'utf8');
    expect(lock).not.toContain('"resolved"');
    expect(lock).not.toMatch(/https?:\/\/[^"]*registry/);
    expect(lock).toContain('"integrity": "sha512-');
  });

  it('is imported by the source where it is there at run time, and not where it is for development', () => {
    const source = [...readTree('src', '.ts').values()].map(withoutComments).join('\n');
    const names = Object.keys({ ...atRun, ...devDependencies });
    const imported = names.filter((name) => new RegExp(`'${name}(?:/[^']*)?'`).test(source));
    expect(imported.toSorted()).toEqual(Object.keys(atRun).toSorted());
  });

  it('is listed in DEPENDENCIES.md, each with a reason', () => {
    const page = readFileSync('DEPENDENCIES.md', 'utf8');
    const names = Object.keys({ ...atRun, ...devDependencies });
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
