// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A program for a child process, made of one TypeScript file and what it imports. */
export interface ChildProgram {
  readonly path: string;
  remove(): void;
}

/** Bundle a TypeScript file so that bare Node can run it; inside the repository, so that packages resolve. */
export async function bundleChild(entry: URL): Promise<ChildProgram> {
  const directory = mkdtempSync(join(root, 'node_modules', '.parley-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(entry),
      outDir: directory,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  return {
    path: join(directory, 'child.mjs'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
