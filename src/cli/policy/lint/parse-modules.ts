// SPDX-License-Identifier: Apache-2.0
import { type Env, runOpa } from '../opa.js';
import type { Module } from './ast.js';

/** Processes that run at once; `opa parse` takes one file. */
const AT_ONCE = 4;

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
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const texts = files.slice(start, start + AT_ONCE).map((file) => {
      const args = ['parse', '--format', 'json', '--json-include', 'locations', file];
      return runOpa(opa, args, cwd, env);
    });
    for (const text of await Promise.all(texts)) modules.push(JSON.parse(text) as Module);
  }
  return modules;
}
