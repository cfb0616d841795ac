// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { wrapBuiltins } from './custom-builtins.js';
import type { Evaluator } from './evaluator.js';
import { type EvaluatorParts, InlineEvaluator } from './inline-evaluator.js';
import { inspectModule } from './inspect-module.js';
import { MAX_PAGES } from './limits.js';
import { LoadedPolicy } from './loaded-policy.js';
import { ENGINE_OBLIGATIONS } from './obligations.js';
import { PolicyData } from './policy-data.js';
import { compileModule } from './policy-module.js';
import { runSelfTest } from './self-test.js';
import type { Policy, PolicyManifest, PolicyOptions, PolicySource } from './types.js';
import { WorkerEvaluator } from './worker-evaluator.js';

/**
 * Load a policy: check the module, what it asks for and what it offers, load the data, and try it on inputs that it
 * must deny. What is returned has passed all of it.
 * @throws AuthorizedError (rejects) AUTHORIZED_POLICY_MODULE, _IMPORT, _BUILTIN_REFUSED, _ENTRYPOINT, _DATA, _MEMORY,
 * _MANIFEST, _SELF_TEST
 */
export async function loadPolicy(source: PolicySource, options: PolicyOptions = {}): Promise<Policy> {
  const { isolation = 'inline', maxPages = MAX_PAGES, decide = 'parley/decide' } = options;
  const module = compileModule(source.wasm);
  const builtins = wrapBuiltins(options.builtins);
  if (isolation === 'worker' && builtins.size > 0)
    throw new TypeError('builtins cannot be used in worker isolation');
  const table = inspectModule(module, builtins, maxPages);
  if (source.manifest !== undefined) checkManifest(source.manifest, module.digest, table);
  for (const name of [decide, ...(source.entrypoints ?? [])])
    if (!table.has(name)) throw fault('AUTHORIZED_POLICY_ENTRYPOINT', { detail: quote(name) });
  const data = new PolicyData(source.data, maxPages);
  const parts: EvaluatorParts = { module, builtins, maxPages, dataText: () => data.text };
  const evaluator: Evaluator =
    isolation === 'worker' ? await WorkerEvaluator.start(parts, options) : new InlineEvaluator(parts);
  const policy = new LoadedPolicy({
    module,
    data,
    revision: source.revision,
    evaluator,
    table,
    decide: table.get(decide) ?? -1,
    registry: options.registry ?? 'parley/registry',
    obligations: new Set([...ENGINE_OBLIGATIONS, ...(options.obligations ?? [])]),
  });
  try {
    await runSelfTest(policy, options.selfTest);
    return policy;
  } catch (error) {
    await policy.close();
    throw error;
  }
}

function checkManifest(manifest: PolicyManifest, digest: string, table: ReadonlyMap<string, number>): void {
  if (`sha256:${manifest.wasm.sha256}` !== digest)
    throw fault('AUTHORIZED_POLICY_MANIFEST', { detail: 'the digest of the module differs' });
  const named = Object.entries(manifest.entrypoints ?? {});
  const differs = named.find(([name, id]) => table.get(name) !== id);
  if (differs !== undefined)
    throw fault('AUTHORIZED_POLICY_MANIFEST', { detail: `entrypoint ${quote(differs[0])} differs` });
}
