// SPDX-License-Identifier: Apache-2.0
import {
  loadDefaultPolicy,
  loadPolicy,
  type Policy,
  type PolicyOptions,
} from '../../adapters/opa-wasm/index.js';
import { sha256Hex } from '../../core/digest.js';
import { fault } from '../../core/errors.js';
import { isJsonObject, type JsonObject } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { readBytes } from '../read-file.js';

/** Largest data document, in bytes: the limit of a bundle's file. */
const DATA_BYTES = 128 * 1024 * 1024;

/**
 * The policy of a command: a bundle (folder or .tar.gz), a bare module (.wasm), or the pack that ships. Data given
 * beside it replaces its own; without any, the shipped pack grants nothing.
 * @throws AuthorizedError AUTHORIZED_POLICY_*, AUTHORIZED_BUNDLE_*; GovernanceError CORE_FILE_UNREADABLE
 */
export async function openPolicy(
  path: string | undefined,
  dataPath: string | undefined,
  options: PolicyOptions = {},
): Promise<Policy> {
  const data = dataPath === undefined ? undefined : await readData(dataPath);
  if (path === undefined) return loadDefaultPolicy({ ...options, ...(data !== undefined && { data }) });
  if (path.endsWith('.wasm')) {
    const wasm = await readBytes(path);
    return loadPolicy({ wasm, data: data ?? {}, revision: `wasm-${sha256Hex(wasm).slice(0, 12)}` }, options);
  }
  const { readBundle } = await import('../../adapters/bundle/index.js');
  const bundle = await readBundle(path);
  const { wasm, revision, entrypoints } = bundle;
  return loadPolicy({ wasm, data: data ?? bundle.data, revision, entrypoints }, options);
}

async function readData(path: string): Promise<JsonObject> {
  const document = parseStrict(await readBytes(path), { maxBytes: DATA_BYTES });
  if (!isJsonObject(document))
    throw fault('AUTHORIZED_POLICY_DATA', { pointer: '', detail: 'not an object' });
  return document;
}
