// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BundleFiles, openBundle } from '../../adapters/bundle/index.js';
import { type Env, runOpa } from './opa.js';
import type { PolicySourceFolder } from './source.js';

/** How a folder is compiled. */
export interface CompileFlags {
  readonly capabilities: string;
  /** Entrypoints beside those that METADATA names; their order is the order of their numbers. */
  readonly entrypoint: readonly string[];
  readonly revision?: string;
}

/**
 * The files of the bundle that `opa build` makes of a folder, with the folder's data and its further data files.
 * The paths given to the compiler are relative and fixed: they are part of its output.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_FAILED
 */
export async function compileSource(
  opa: string,
  source: PolicySourceFolder,
  flags: CompileFlags,
  env: Env,
): Promise<BundleFiles> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-build-'));
  try {
    const archive = join(scratch, 'bundle.tar.gz');
    const args = ['build', '--target', 'wasm', '--bundle', '--capabilities', resolve(flags.capabilities)];
    const ignored = ['--ignore', '*_test.rego', '--ignore', '.signatures.json'];
    const named = flags.entrypoint.flatMap((entrypoint) => ['--entrypoint', entrypoint]);
    const revision = flags.revision === undefined ? [] : ['--revision', flags.revision];
    await runOpa(
      opa,
      [...args, ...ignored, ...named, ...revision, '--output', archive, source.name],
      source.cwd,
      env,
    );
    const files = new Map(await openBundle(archive));
    return files.set('data.json', Buffer.from(`${JSON.stringify(source.data)}\n`, 'utf8'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
