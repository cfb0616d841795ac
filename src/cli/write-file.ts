// SPDX-License-Identifier: Apache-2.0
import { writeFile as write } from 'node:fs/promises';
import { fault, quote } from '../core/errors.js';

/**
 * Write a file named on the command line.
 * @throws GovernanceError CORE_FILE_UNWRITABLE
 */
export async function writeFile(path: string, text: string): Promise<void> {
  try {
    await write(path, text);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault('CORE_FILE_UNWRITABLE', { detail: `${quote(path)} (${code})`, cause });
  }
}
