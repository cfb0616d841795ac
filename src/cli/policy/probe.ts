// SPDX-License-Identifier: Apache-2.0
import { readBundleFiles } from '../../adapters/bundle/index.js';
import { GovernanceError } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';
import { type CompileFlags, compileSource } from './compile.js';
import type { PolicyFinding } from './lint/index.js';
import { loadBundle } from './load-bundle.js';
import type { Env } from './opa.js';
import type { PolicySourceFolder } from './source.js';

const GRANTING = /^(?:allow|allowed|permit|permitted|visible)$/;

/**
 * Build the policy and ask it what no policy may allow: the empty input, and inputs with every attribute missing.
 * Whatever the lints cannot see in the text, the module itself answers here.
 */
export async function emptyInputFindings(
  opa: string,
  source: PolicySourceFolder,
  flags: CompileFlags,
  env: Env,
): Promise<readonly PolicyFinding[]> {
  try {
    const files = await compileSource(opa, source, flags, env);
    const policy = await loadBundle(await readBundleFiles(files, { verification: 'skip' }));
    const answers: (readonly [string, Json])[] = [];
    for (const entrypoint of policy.entrypoints)
      answers.push([entrypoint, await answerOf(policy, entrypoint)]);
    await policy.close();
    return answers
      .filter(([, answer]) => grants(answer))
      .map(([entrypoint]) => finding('policy.empty-input', `\`${entrypoint}\` allows the empty input`));
  } catch (error) {
    if (!(error instanceof GovernanceError)) throw error;
    const known = error.code === 'AUTHORIZED_POLICY_SELF_TEST';
    return [finding(known ? 'policy.empty-input' : 'policy.load', error.message)];
  }
}

/** The answer to the empty input; undefined and faults are denies, here as in the engine. */
async function answerOf(policy: Awaited<ReturnType<typeof loadBundle>>, entrypoint: string): Promise<Json> {
  try {
    return await policy.evaluate(entrypoint, {});
  } catch (error) {
    if (error instanceof GovernanceError) return false;
    throw error;
  }
}

/** Whether an answer of any shape says yes: `true`, or a member that does. */
function grants(answer: Json, name = 'allow'): boolean {
  if (answer === true) return GRANTING.test(name);
  if (typeof answer === 'string')
    return /^(?:decision|treatment|effect|allow)$/.test(name) && GRANTING.test(answer);
  if (!isJsonObject(answer)) return false;
  return Object.entries(answer).some(([each, value]) => grants(value, each));
}

function finding(code: string, message: string): PolicyFinding {
  return { code, severity: 'error', file: '', row: 0, message };
}
