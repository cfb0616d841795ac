// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { bundlePath } from './path.js';
import type { BundleFiles, BundleLimits } from './types.js';

/**
 * The files below a folder, with the same limits as an archive. Links are refused, never followed.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_UNREADABLE, AUTHORIZED_BUNDLE_TOO_LARGE,
 * AUTHORIZED_BUNDLE_LINK_REFUSED, AUTHORIZED_BUNDLE_PATH_REFUSED
 */
export async function readFolder(folder: string, limits: BundleLimits): Promise<BundleFiles> {
  const files = new Map<string, Uint8Array>();
  const budget = { entries: 0, bytes: 0 };
  try {
    await walk(folder, '', files, budget, limits);
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ELOOP') throw fault('AUTHORIZED_BUNDLE_LINK_REFUSED', { detail: quote(folder), cause });
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: `${quote(folder)} (${code})`, cause });
  }
  return files;
}

async function walk(
  folder: string,
  below: string,
  files: Map<string, Uint8Array>,
  budget: { entries: number; bytes: number },
  limits: BundleLimits,
): Promise<void> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = bundlePath(below === '' ? entry.name : `${below}/${entry.name}`, limits);
    budget.entries += 1;
    if (budget.entries > limits.entries) {
      throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `over ${limits.entries} entries` });
    }
    if (entry.isDirectory()) await walk(folder, path, files, budget, limits);
    else if (entry.isFile()) files.set(path, await readOne(join(folder, path), path, budget, limits));
    else throw fault('AUTHORIZED_BUNDLE_LINK_REFUSED', { detail: quote(path) });
  }
}

async function readOne(
  file: string,
  path: string,
  budget: { bytes: number },
  limits: BundleLimits,
): Promise<Uint8Array> {
  // O_NOFOLLOW: a file that became a link since the folder was listed is refused as well.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    budget.bytes += size;
    if (size > limits.fileBytes || budget.bytes > limits.totalBytes) {
      throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: quote(path) });
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
