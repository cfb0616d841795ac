// SPDX-License-Identifier: Apache-2.0
import type { Bundle } from '../../adapters/bundle/index.js';
import { loadDefaultPolicy, loadPolicy, type Policy } from '../../adapters/opa-wasm/index.js';
import { sha256Hex } from '../../core/digest.js';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type JsonObject } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { readBytes } from '../read-file.js';
import type { PolicyHandling } from './policy-options.js';

/** Largest data document, in bytes: the limit of a bundle's file. */
const DATA_BYTES = 128 * 1024 * 1024;

/** Where a policy is: a bundle (folder or .tar.gz), a bare module (.wasm), or nothing for the pack that ships. */
export interface PolicyPlace {
  readonly bundle: string | undefined;
  /** Replaces the policy's own data; the shipped pack's grants nothing. */
  readonly data: string | undefined;
}

/**
 * The policy of a command, read and loaded once.
 * @param now milliseconds since the epoch, for signatures that expire
 * @throws AuthorizedError AUTHORIZED_POLICY_*, AUTHORIZED_BUNDLE_*; GovernanceError CORE_FILE_UNREADABLE
 */
export async function openPolicy(
  { bundle: path, data: dataPath }: PolicyPlace,
  { load, read }: PolicyHandling,
  now: number,
): Promise<Policy> {
  const data = await readData(dataPath);
  if (path === undefined) return loadDefaultPolicy({ ...load, ...(data !== undefined && { data }) });
  if (!isModule(path)) {
    const { readBundle } = await import('../../adapters/bundle/index.js');
    return loadBundle(await readBundle(path, { ...read, now }), dataPath, { load, read });
  }
  // A bare module has no place for a signature, so where one is wanted it has none.
  if (read.verification !== undefined)
    throw fault('AUTHORIZED_BUNDLE_SIGNATURE_MISSING', { detail: quote(path) });
  const wasm = await readBytes(path);
  return loadPolicy({ wasm, data: data ?? {}, revision: `wasm-${sha256Hex(wasm).slice(0, 12)}` }, load);
}

/** The policy of a bundle that was read and verified. @throws AuthorizedError AUTHORIZED_POLICY_* */
export async function loadBundle(
  { wasm, revision, entrypoints, data }: Bundle,
  dataPath: string | undefined,
  { load }: PolicyHandling,
): Promise<Policy> {
  return loadPolicy({ wasm, data: (await readData(dataPath)) ?? data, revision, entrypoints }, load);
}

/** Whether a path names a bare module. */
export function isModule(path: string): boolean {
  return path.endsWith('.wasm');
}

async function readData(path: string | undefined): Promise<JsonObject | undefined> {
  if (path === undefined) return undefined;
  const document = parseStrict(await readBytes(path), { maxBytes: DATA_BYTES });
  if (!isJsonObject(document))
    throw fault('AUTHORIZED_POLICY_DATA', { pointer: '', detail: 'not an object' });
  return document;
}
