// SPDX-License-Identifier: Apache-2.0
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BundleFiles, DEFAULT_BUNDLE_LIMITS, openBundle } from '../../adapters/bundle/index.js';
import { type JsonNode, parseJsonText } from '../../adapters/bundle/json-text.js';
import { toJson } from '../../adapters/bundle/json-value.js';
import { mergeData } from '../../adapters/bundle/merge-data.js';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type JsonObject } from '../../core/json.js';
import { readBytes } from '../read-file.js';

// The same from the sources and from the build: both are three folders below the package.
const POLICIES = new URL('../../../policies/', import.meta.url);

/** Places of the policy pack that comes with the package. */
export const PACK: {
  readonly source: string;
  readonly data: string;
  readonly bundle: string;
  readonly cases: string;
  readonly capabilities: string;
} = {
  source: fileURLToPath(new URL('parley', POLICIES)),
  data: fileURLToPath(new URL('bundle/data.json', POLICIES)),
  bundle: fileURLToPath(new URL('bundle', POLICIES)),
  cases: fileURLToPath(new URL('tests', POLICIES)),
  capabilities: fileURLToPath(new URL('capabilities.json', POLICIES)),
};

/** A folder of policy sources. Paths are relative to `cwd`, so that the compiler's output never names a machine. */
export interface PolicySourceFolder {
  /** The folder above. */
  readonly cwd: string;
  /** The folder's own name: what `opa` is given. */
  readonly name: string;
  readonly files: BundleFiles;
  /** Rego without tests, as `opa` names them. */
  readonly rego: readonly string[];
  /** Data of the folder and of further files, merged. */
  readonly data: JsonObject;
}

/**
 * Read a folder of Rego and data.json, and further data files that are mounted at the root.
 * @throws GovernanceError CORE_FILE_UNREADABLE and the codes of reading a bundle folder
 */
export async function readSource(folder: string, dataFiles: readonly string[]): Promise<PolicySourceFolder> {
  const path = resolve(folder);
  const files = await openBundle(path);
  const name = basename(path);
  const rego = [...files.keys()].filter((each) => each.endsWith('.rego') && !each.endsWith('_test.rego'));
  if (rego.length === 0)
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: `no Rego in ${quote(folder)}` });
  const documents = new Map<string, JsonNode>();
  for (const [each, bytes] of files) {
    if (each === 'data.json' || each.endsWith('/data.json')) documents.set(each, parse(bytes, each));
  }
  const own = mergeData(documents);
  return {
    cwd: dirname(path),
    name,
    files,
    rego: rego.map((each) => `${name}/${each}`),
    data: await withData(own, dataFiles),
  };
}

/**
 * Data of a document and of files, merged at the root.
 * @throws GovernanceError CORE_FILE_UNREADABLE, AUTHORIZED_BUNDLE_JSON_INVALID, AUTHORIZED_BUNDLE_DATA_CONFLICT
 */
export async function withData(own: JsonNode, dataFiles: readonly string[]): Promise<JsonObject> {
  let merged = own;
  for (const file of dataFiles) {
    const more = parse(await readBytes(file), basename(file));
    merged = mergeData(
      new Map([
        ['own', merged],
        ['more', more],
      ]),
    );
  }
  const data = toJson(merged);
  if (!isJsonObject(data))
    throw fault('AUTHORIZED_BUNDLE_DATA_CONFLICT', { detail: 'data is not an object' });
  return data;
}

function parse(bytes: Uint8Array, name: string): JsonNode {
  return parseJsonText(bytes, name, DEFAULT_BUNDLE_LIMITS.jsonDepth);
}
