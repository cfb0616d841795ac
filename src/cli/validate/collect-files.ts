// SPDX-License-Identifier: Apache-2.0
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fault, quote } from '../../core/errors.js';

/**
 * The JSON files that a path names: itself, or every `.json` file below it, in the order of their paths. Symbolic
 * links inside a folder are not followed.
 * @throws GovernanceError CORE_FILE_UNREADABLE, TSMM_PATH_EMPTY
 */
export async function collectFiles(path: string): Promise<readonly string[]> {
  if (!(await isFolder(path))) return [path];
  const found = await jsonFilesIn(path);
  if (found.length === 0) throw fault('TSMM_PATH_EMPTY', { detail: quote(path) });
  return found;
}

/**
 * Every `.json` file below a folder, in the order of their paths; none is no error.
 * @throws GovernanceError CORE_FILE_UNREADABLE
 */
export async function jsonFilesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  await collect(folder, found);
  return found;
}

/**
 * Whether a path is a folder.
 * @throws GovernanceError CORE_FILE_UNREADABLE where there is nothing
 */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function collect(folder: string, found: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(folder, cause);
  });
  // By code units: the order must not depend on the machine or its locale.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, found);
    else if (entry.isFile() && entry.name.endsWith('.json')) found.push(path);
  }
}

function unreadable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return fault('CORE_FILE_UNREADABLE', { detail: `${quote(path)} (${code})`, cause });
}
