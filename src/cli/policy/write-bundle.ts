// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BundleFiles, signBundle, writeArchive } from '../../adapters/bundle/index.js';
import { fault, quote } from '../../core/errors.js';
import type { CliIo } from '../io.js';
import { type KeyFlags, readKey } from './keys.js';

/** Flags of commands that sign. */
export interface SignFlags extends KeyFlags {
  /** Seconds until the signature expires; never unless given. */
  readonly expiresIn?: string;
}

/**
 * The files, signed where the flags name a key.
 * @throws GovernanceError CORE_USAGE, CORE_FILE_UNREADABLE, AUTHORIZED_BUNDLE_KEY_INVALID
 */
export async function signWith(files: BundleFiles, flags: SignFlags, io: CliIo): Promise<BundleFiles> {
  if (flags.key === undefined) return files;
  const issuedAt = io.now();
  const seconds = flags.expiresIn === undefined ? undefined : Number(flags.expiresIn);
  if (seconds !== undefined && !(seconds > 0)) {
    throw fault('CORE_USAGE', { detail: `--expires-in ${quote(flags.expiresIn)} is no number of seconds` });
  }
  const expires = seconds === undefined ? {} : { expiresAt: issuedAt + seconds * 1000 };
  return signBundle(files, await readKey(flags.key, flags), { issuedAt, ...expires });
}

/** Write a bundle: an archive where the name ends in .tar.gz or .tgz, else a folder. */
export async function writeBundle(out: string, files: BundleFiles): Promise<void> {
  if (/\.(?:tar\.gz|tgz)$/.test(out)) {
    await mkdir(dirname(resolve(out)), { recursive: true });
    await writeFile(out, await writeArchive(files));
    return;
  }
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), bytes);
  }
}
