// SPDX-License-Identifier: Apache-2.0
import { type Env, runOpa } from '../opa.js';
import type { Module } from './ast.js';

/**
 * Parse Rego files with `opa parse`. Paths are relative to `cwd`, and findings name them so.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_FAILED
 */
export async function parseModules(
  opa: string,
  files: readonly string[],
  cwd: string,
  env: Env,
): Promise<readonly Module[]> {
  const modules: Module[] = [];
  for (const file of files) {
    const args = ['parse', '--format', 'json', '--json-include', 'locations', file];
    modules.push(JSON.parse(await runOpa(opa, args, cwd, env)) as Module);
  }
  return modules;
}
