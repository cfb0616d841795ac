// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { readArchive } from './read-archive.js';
import { readFolder } from './read-folder.js';
import { type BundleFiles, type BundleLimits, DEFAULT_BUNDLE_LIMITS } from './types.js';

/**
 * The files of a bundle: the bytes of an archive, or the path of an archive or folder. Bounded, and nothing more.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_UNREADABLE, AUTHORIZED_BUNDLE_TOO_LARGE,
 * AUTHORIZED_BUNDLE_LINK_REFUSED, AUTHORIZED_BUNDLE_PATH_REFUSED, AUTHORIZED_BUNDLE_ENTRY_DUPLICATE
 */
export async function openBundle(
  source: Uint8Array | string,
  limits: Partial<BundleLimits> = {},
): Promise<BundleFiles> {
  const bounds = { ...DEFAULT_BUNDLE_LIMITS, ...limits };
  if (typeof source !== 'string') return readArchive(source, bounds);
  try {
    const info = await stat(source);
    if (info.isDirectory()) return await readFolder(source, bounds);
    if (info.size > bounds.archiveBytes) {
      throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `archive over ${bounds.archiveBytes} bytes` });
    }
    return await readArchive(await readFile(source), bounds);
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: `${quote(source)} (${code})`, cause });
  }
}
