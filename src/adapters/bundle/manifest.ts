// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';
import { isJsonObject, member, pointer } from '../../core/json.js';
import { within } from './roots.js';
import type { BundleManifest } from './types.js';

const KNOWN = ['revision', 'roots', 'wasm', 'rego_version', 'file_rego_versions', 'metadata'];
const EMPTY: JsonObject = Object.freeze({});

/**
 * Read `.manifest`; an absent one has the empty revision, the root `""` and no entrypoints, as in OPA.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_MANIFEST_INVALID, AUTHORIZED_BUNDLE_ROOTS_VIOLATED
 */
export function readManifest(document: Json | undefined): BundleManifest {
  if (document === undefined) return { revision: '', roots: [''], entrypoints: [], metadata: EMPTY };
  if (!isJsonObject(document)) throw invalid('', 'not an object');
  refuseCaseVariants(document, KNOWN, 'AUTHORIZED_BUNDLE_MANIFEST_INVALID');
  const revision = member(document, 'revision') ?? '';
  if (typeof revision !== 'string') throw invalid('/revision', 'not a string');
  const roots = readRoots(member(document, 'roots'));
  const metadata = member(document, 'metadata') ?? EMPTY;
  if (!isJsonObject(metadata)) throw invalid('/metadata', 'not an object');
  readRegoVersion(member(document, 'rego_version'));
  return { revision, roots, entrypoints: readEntrypoints(member(document, 'wasm'), roots), metadata };
}

/**
 * Refuse members that Go reads as a known member and this engine does not: Go matches names without regard to
 * case, so `"Revision"` would be a revision to OPA and nothing to us.
 */
export function refuseCaseVariants(
  document: JsonObject,
  known: readonly string[],
  code: 'AUTHORIZED_BUNDLE_MANIFEST_INVALID' | 'AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED',
): void {
  for (const name of Object.keys(document)) {
    // Go folds U+017F to s and U+212A to k as well; lower-casing their upper case covers both.
    const folded = name.toUpperCase().toLowerCase();
    if (!known.includes(name) && known.includes(folded)) {
      throw fault(code, { pointer: pointer('', name), detail: `write ${quote(name)} as \`${folded}\`` });
    }
  }
}

function readRoots(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [''];
  if (!Array.isArray(value)) throw invalid('/roots', 'not a list');
  const roots = value.map((root, index) => {
    if (typeof root !== 'string') throw invalid(pointer('/roots', index), 'not a string');
    return root.replace(/^\/+|\/+$/g, '');
  });
  for (const [index, root] of roots.entries()) {
    const other = roots.find((each, at) => at !== index && within(each.split('/'), root));
    if (other !== undefined) throw invalid(pointer('/roots', index), `overlaps ${quote(other)}`);
  }
  return Object.freeze(roots);
}

function readEntrypoints(value: Json | undefined, roots: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return Object.freeze([]);
  if (!Array.isArray(value)) throw invalid('/wasm', 'not a list');
  const seen = new Set<string>();
  for (const [index, resolver] of value.entries()) {
    const at = pointer('/wasm', index);
    if (!isJsonObject(resolver)) throw invalid(at, 'not an object');
    const module = member(resolver, 'module');
    if (module !== '/policy.wasm' && module !== 'policy.wasm')
      throw invalid(`${at}/module`, 'not /policy.wasm');
    const entrypoint = member(resolver, 'entrypoint');
    if (typeof entrypoint !== 'string' || entrypoint.split('/').includes('')) {
      throw invalid(`${at}/entrypoint`, 'not a path such as `parley/decide`');
    }
    if (seen.has(entrypoint)) throw invalid(`${at}/entrypoint`, `${quote(entrypoint)} is listed twice`);
    if (!roots.some((root) => within(entrypoint.split('/'), root))) {
      throw fault('AUTHORIZED_BUNDLE_ROOTS_VIOLATED', { detail: `entrypoint ${quote(entrypoint)}` });
    }
    seen.add(entrypoint);
  }
  return Object.freeze([...seen]);
}

function readRegoVersion(value: Json | undefined): void {
  if (value !== undefined && value !== null && value !== 0 && value !== 1) {
    throw invalid('/rego_version', 'not 0 or 1');
  }
}

function invalid(at: string, detail: string): Error {
  return fault('AUTHORIZED_BUNDLE_MANIFEST_INVALID', { pointer: at, detail });
}
