// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { fault, quote } from '../core/errors.js';

/**
 * The bytes of a file named on the command line.
 * @throws GovernanceError CORE_FILE_UNREADABLE
 */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault('CORE_FILE_UNREADABLE', { detail: `${quote(path)} (${code})`, cause });
  }
}
