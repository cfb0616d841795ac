// SPDX-License-Identifier: Apache-2.0
import { digestBytes } from '../../core/digest.js';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type JsonObject, pointer } from '../../core/json.js';
import { type JsonNode, parseJsonText } from './json-text.js';
import { toJson } from './json-value.js';
import { readManifest } from './manifest.js';
import { mergeData } from './merge-data.js';
import { openBundle } from './open-bundle.js';
import { baseName } from './path.js';
import { refuseRollback } from './revision.js';
import { enforceRoots } from './roots.js';
import { isStructured } from './structured-hash.js';
import {
  type Bundle,
  type BundleFile,
  type BundleFiles,
  type BundleSignature,
  DEFAULT_BUNDLE_LIMITS,
  type ReadBundleOptions,
} from './types.js';
import { verifyBundle } from './verify-bundle.js';

const ROOT_ONLY = ['.manifest', '.signatures.json', 'policy.wasm'];

/**
 * Read an OPA bundle for evaluation here: the bytes of a bundle.tar.gz, or the path of one or of a folder.
 * Limits come first, then the signature, then what the bundle says.
 * @throws AuthorizedError a code AUTHORIZED_BUNDLE_*; docs/bundles.md lists them in the order of the checks
 */
export async function readBundle(
  source: Uint8Array | string,
  options: ReadBundleOptions = {},
): Promise<Bundle> {
  return readBundleFiles(await openBundle(source, options.limits), options);
}

/**
 * Read a bundle of files that were opened before; the second half of {@link readBundle}.
 * @throws AuthorizedError a code AUTHORIZED_BUNDLE_*
 */
export async function readBundleFiles(files: BundleFiles, options: ReadBundleOptions = {}): Promise<Bundle> {
  const depth = options.limits?.jsonDepth ?? DEFAULT_BUNDLE_LIMITS.jsonDepth;
  for (const path of files.keys()) refuseMisplaced(path);
  const documents = parseDocuments(files, depth);
  const signature = await judgeSignature(files, documents, options);
  const manifestNode = documents.get('.manifest');
  const manifest = readManifest(manifestNode === undefined ? undefined : toJson(manifestNode));
  documents.delete('.manifest');
  const merged = mergeData(documents);
  enforceRoots(merged, manifest.roots);
  const data = toJson(merged);
  if (!isJsonObject(data))
    throw fault('AUTHORIZED_BUNDLE_DATA_CONFLICT', { detail: 'data is not an object' });
  refuseShadowedEntrypoints(data, manifest.entrypoints);
  const wasm = files.get('policy.wasm');
  if (wasm === undefined) throw fault('AUTHORIZED_BUNDLE_WASM_MISSING');
  const { revision } = manifest;
  if (options.lastSeen !== undefined && options.allowRollback !== true) {
    const { issuedAt } = signature;
    refuseRollback({ revision, ...(issuedAt !== undefined && { issuedAt }) }, options.lastSeen);
  }
  const listing = listFiles(files);
  return Object.freeze({ ...manifest, wasm, data, files: listing, signature, digest: digestOf(listing) });
}

/** Paths, sizes and digests of files, by path. */
export function listFiles(files: BundleFiles): readonly BundleFile[] {
  const listing = [...files].map(([path, bytes]) =>
    Object.freeze({ path, bytes: bytes.byteLength, digest: digestBytes(bytes) }),
  );
  return Object.freeze(listing.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

function digestOf(listing: readonly BundleFile[]): Bundle['digest'] {
  return digestBytes(listing.map(({ path, digest }) => `${digest} ${path}\n`).join(''));
}

function refuseMisplaced(path: string): void {
  const base = baseName(path);
  if (base === 'patch.json') throw fault('AUTHORIZED_BUNDLE_DELTA_UNSUPPORTED', { detail: quote(path) });
  if (base === 'data.yaml' || base === 'data.yml') {
    throw fault('AUTHORIZED_BUNDLE_YAML_UNSUPPORTED', { detail: quote(path) });
  }
  // OPA reads any path that ends so as the manifest, and any policy.wasm as a module.
  const reserved = base.endsWith('.manifest') || base.endsWith('.manifest.pb') || ROOT_ONLY.includes(base);
  if (reserved && !ROOT_ONLY.includes(path)) {
    throw fault('AUTHORIZED_BUNDLE_FILE_MISPLACED', { detail: quote(path) });
  }
}

function parseDocuments(files: BundleFiles, depth: number): Map<string, JsonNode> {
  const documents = new Map<string, JsonNode>();
  for (const [path, bytes] of files) {
    if (isStructured(path)) documents.set(path, parseJsonText(bytes, path, depth));
  }
  return documents;
}

async function judgeSignature(
  files: BundleFiles,
  documents: ReadonlyMap<string, JsonNode>,
  options: ReadBundleOptions,
): Promise<BundleSignature> {
  const { verification } = options;
  if (verification === 'skip') return Object.freeze({ verified: false });
  if (verification !== undefined) {
    return verifyBundle(files, documents, verification, options.now ?? Date.now());
  }
  if (files.has('.signatures.json')) throw fault('AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED');
  return Object.freeze({ verified: false });
}

/** Data at the path of an entrypoint: engines differ in which of the two they answer with. */
function refuseShadowedEntrypoints(data: JsonObject, entrypoints: readonly string[]): void {
  for (const entrypoint of entrypoints) {
    let at: unknown = data;
    const found = entrypoint.split('/').every((segment) => {
      if (!isJsonObject(at) || !Object.hasOwn(at, segment)) return false;
      at = at[segment];
      return true;
    });
    if (found) {
      const where = pointer('', ...entrypoint.split('/'));
      throw fault('AUTHORIZED_BUNDLE_DATA_CONFLICT', { pointer: where, detail: 'an entrypoint and data' });
    }
  }
}
