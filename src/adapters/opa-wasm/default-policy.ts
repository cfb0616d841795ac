// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fault } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { loadPolicy } from './load-policy.js';
import { readPolicyFolder } from './read-policy-folder.js';
import type { Policy, PolicyManifest, PolicyOptions } from './types.js';

// The same from the sources and from the build: both are three folders below the package.
const POLICIES = new URL('../../../policies/', import.meta.url);

/** What the default policy is loaded with. */
export interface DefaultPolicyOptions extends PolicyOptions {
  /** The whole data document, instead of the default one, which grants nothing (docs/policy.md). */
  readonly data?: JsonObject;
}

/**
 * The policy that comes with the package, checked against the manifest of digests that was built with it.
 * @throws AuthorizedError (rejects) as `loadPolicy`, and AUTHORIZED_POLICY_FOLDER
 */
export async function loadDefaultPolicy(options: DefaultPolicyOptions = {}): Promise<Policy> {
  const { data, ...rest } = options;
  const source = await readPolicyFolder(fileURLToPath(new URL('bundle', POLICIES)));
  const manifest = await readManifest();
  return loadPolicy({ ...source, data: data ?? source.data, manifest }, rest);
}

async function readManifest(): Promise<PolicyManifest> {
  try {
    // Part of the package, like the code: its shape is the build's affair, its digests are checked.
    return JSON.parse(await readFile(new URL('manifest.json', POLICIES), 'utf8'));
  } catch (cause) {
    throw fault('AUTHORIZED_POLICY_FOLDER', { cause, detail: 'the manifest of the default policy' });
  }
}
