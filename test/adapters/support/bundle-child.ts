// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A program for a child process, made of one TypeScript file and what it imports. */
export interface ChildProgram {
  readonly path: string;
  remove(): void;
}

/**
 * Bundle a TypeScript file so that bare Node can run it; inside the repository, so that packages resolve.
 * @param beside modules that lie beside it under their own names, such as those of worker threads
 */
export async function bundleChild(entry: URL, ...beside: readonly URL[]): Promise<ChildProgram> {
  const directory = mkdtempSync(join(root, 'node_modules', '.parley-child-'));
  const others = beside.map((url) => fileURLToPath(url));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir: directory,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries([
          ['child', fileURLToPath(entry)],
          ...others.map((path) => [basename(path, '.ts'), path]),
        ]),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  return {
    path: join(directory, 'child.js'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
