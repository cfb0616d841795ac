// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type JsonObject, member } from '../../core/json.js';
import type { PolicySource } from './types.js';

/**
 * Read a policy from its folder (`policy.wasm`, and where they are there `data.json` and `.manifest`), or from a
 * `.wasm` file with the other two beside it. Signatures are not looked at: that is what bundles are for.
 * @throws AuthorizedError (rejects) AUTHORIZED_POLICY_FOLDER
 */
export async function readPolicyFolder(path: string): Promise<PolicySource> {
  const folder = await isFolder(path);
  const at = folder ? path : dirname(path);
  const wasm = await read(folder ? join(path, 'policy.wasm') : path);
  if (wasm === undefined) throw fault('AUTHORIZED_POLICY_FOLDER', { detail: `${quote(path)} has no module` });
  const data = await readObject(join(at, 'data.json'));
  const manifest = await readObject(join(at, '.manifest'));
  const revision = manifest === undefined ? undefined : member(manifest, 'revision');
  const entrypoints = manifest === undefined ? [] : entrypointsOf(manifest);
  return { wasm, data: data ?? {}, revision: typeof revision === 'string' ? revision : '', entrypoints };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function read(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, cause);
  }
}

async function readObject(path: string): Promise<JsonObject | undefined> {
  const bytes = await read(path);
  if (bytes === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw fault('AUTHORIZED_POLICY_FOLDER', { cause, detail: `${quote(basename(path))} is no JSON` });
  }
  if (isJsonObject(value)) return value;
  throw fault('AUTHORIZED_POLICY_FOLDER', { detail: `${quote(basename(path))} is no object` });
}

function entrypointsOf(manifest: JsonObject): readonly string[] {
  const entries = member(manifest, 'wasm');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => {
    const name = isJsonObject(entry) ? member(entry, 'entrypoint') : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

function unreadable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return fault('AUTHORIZED_POLICY_FOLDER', { cause, detail: `${quote(path)} (${code})` });
}
