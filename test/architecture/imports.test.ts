// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = 'src';
const LAYER_ORDER = ['advertised', 'discoverable', 'negotiated', 'authorized', 'executed', 'evidenced'];

/** Where a file stands: core is the innermost; what touches the world is the outermost. */
function ringOf(file: string): string {
  const [first = ''] = relative(SRC, file).split(sep);
  if (first === 'engine.ts') return 'engine';
  return first === 'index.ts' ? 'index' : first;
}

/** Which rings a ring may import from, beside itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  advertised: ['core'],
  discoverable: ['core', 'advertised'],
  negotiated: ['core', 'advertised', 'discoverable'],
  authorized: ['core', 'advertised', 'discoverable', 'negotiated'],
  executed: ['core', 'advertised', 'discoverable', 'negotiated', 'authorized'],
  evidenced: ['core', ...LAYER_ORDER],
  openwop: ['core', 'evidenced'],
  tsmm: ['core', ...LAYER_ORDER, 'openwop'],
  registry: ['core', ...LAYER_ORDER, 'tsmm', 'openwop'],
  engine: ['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry'],
  index: ['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry', 'engine'],
  adapters: ['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry', 'engine'],
  server: ['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry', 'engine', 'adapters'],
  cli: ['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry', 'engine', 'adapters', 'server'],
};

/** What a pure file may take from Node: computations, never the world. */
const PURE_NODE = new Set(['node:crypto', 'node:buffer']);
const PURE_RINGS = new Set(['core', ...LAYER_ORDER, 'tsmm', 'openwop', 'registry']);

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(SRC, name));

const imports: readonly Import[] = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(/(?:^|\n)(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/g);
  return [...found].map((match) => ({ file, target: match[2] ?? '', typeOnly: match[1] !== undefined }));
});

const inner = imports.filter((item) => item.target.startsWith('.'));
const resolved = (item: Import): string =>
  normalize(join(dirname(item.file), item.target)).replace(/\.js$/, '.ts');

describe('dependencies point inward (design section 6)', () => {
  it('finds the imports of every file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(inner.length).toBeGreaterThan(100);
  });

  it('lets no ring import an outer one', () => {
    const wrong = inner.filter((item) => {
      const from = ringOf(item.file);
      const to = ringOf(resolved(item));
      return from !== to && !(ALLOWED[from] ?? []).includes(to);
    });
    expect(wrong.map((item) => `${item.file} -> ${item.target}`)).toEqual([]);
  });

  it('lets a layer import only types of the layers before it', () => {
    const wrong = inner.filter((item) => {
      const from = ringOf(item.file);
      const to = ringOf(resolved(item));
      const between = from !== to && LAYER_ORDER.includes(from) && LAYER_ORDER.includes(to);
      return between && !/(?:^|\/)types\.ts$/.test(resolved(item));
    });
    expect(wrong.map((item) => `${item.file} -> ${item.target}`)).toEqual([]);
  });

  it('keeps the world out of the layers', () => {
    const wrong = imports.filter(
      (item) =>
        PURE_RINGS.has(ringOf(item.file)) && item.target.startsWith('node:') && !PURE_NODE.has(item.target),
    );
    expect(wrong.map((item) => `${item.file} -> ${item.target}`)).toEqual([]);
    const impure =
      /\b(?:Date\.now\(|Math\.random\(|process\.env|performance\.now\(|setTimeout\(|new Date\(\))/;
    const reading = files.filter(
      (file) => PURE_RINGS.has(ringOf(file)) && impure.test(readFileSync(file, 'utf8')),
    );
    expect(reading).toEqual([]);
  });
});
