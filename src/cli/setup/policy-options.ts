// SPDX-License-Identifier: Apache-2.0
import type { BundleVerification, ReadBundleOptions } from '../../adapters/bundle/index.js';
import type { PolicyOptions, SelfTest } from '../../adapters/opa-wasm/index.js';
import { fault } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import type { PolicyInput } from '../../core/policy.js';
import { readBytes } from '../read-file.js';
import type { PolicyConfig, VerificationConfig } from './config-policy.js';

/** How policies of a configuration are read and run, whichever of them it is. */
export interface PolicyHandling {
  readonly load: PolicyOptions;
  readonly read: Omit<ReadBundleOptions, 'lastSeen' | 'now'>;
}

/**
 * Read what a configuration says of handling policies, its files of keys and of self-tests among it.
 * @param beside makes a path of the configuration one of the working directory
 * @throws GovernanceError CORE_FILE_UNREADABLE, CORE_CONFIG_INVALID, and the codes of strict JSON
 */
export async function readPolicyHandling(
  config: PolicyConfig,
  beside: (path: string) => string,
): Promise<PolicyHandling> {
  const { verification, allowRollback, isolation, timeoutMs, workers, obligations, selfTest } = config;
  return {
    load: {
      ...(isolation !== undefined && { isolation }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(workers !== undefined && { workers }),
      ...(obligations !== undefined && { obligations }),
      ...(selfTest !== undefined && { selfTest: await readSelfTest(beside(selfTest)) }),
    },
    read: {
      ...(verification !== undefined && { verification: await readVerification(verification, beside) }),
      ...(allowRollback !== undefined && { allowRollback }),
    },
  };
}

async function readVerification(
  { keys, ...rest }: VerificationConfig,
  beside: (path: string) => string,
): Promise<BundleVerification> {
  const read = keys.map(async ({ path, ...key }) => {
    const text = Buffer.from(await readBytes(beside(path))).toString('utf8');
    // The line that an editor adds is no part of a secret.
    return { ...key, key: key.algorithm.startsWith('HS') ? text.replace(/\r?\n$/, '') : text };
  });
  return { ...rest, keys: await Promise.all(read) };
}

async function readSelfTest(path: string): Promise<SelfTest> {
  const { deny = [], allow = [], ...others } = parseStrict(await readBytes(path));
  const [extra] = Object.keys(others);
  if (extra !== undefined || !areInputs(deny) || !areInputs(allow)) {
    const detail = 'a self-test is {"deny": [inputs], "allow": [inputs]}';
    throw fault('CORE_CONFIG_INVALID', { pointer: '/policy/selfTest', detail });
  }
  // What is wrong with an input is for the policy to find: a deny list has such inputs on purpose.
  return { deny: deny as unknown as PolicyInput[], allow: allow as unknown as PolicyInput[] };
}

function areInputs(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((entry: Json) => isJsonObject(entry));
}
