// SPDX-License-Identifier: Apache-2.0
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { bundlePath } from './path.js';
import type { BundleFiles, BundleLimits } from './types.js';

const unzip = promisify(gunzip);

/**
 * The files of a `bundle.tar.gz`, in memory: nothing is ever written to disk. Decompression stops at the limit, so
 * a gzip bomb costs at most `limits.totalBytes`.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_UNREADABLE, AUTHORIZED_BUNDLE_TOO_LARGE,
 * AUTHORIZED_BUNDLE_LINK_REFUSED, AUTHORIZED_BUNDLE_PATH_REFUSED, AUTHORIZED_BUNDLE_ENTRY_DUPLICATE
 */
export async function readArchive(archive: Uint8Array, limits: BundleLimits): Promise<BundleFiles> {
  if (archive.byteLength > limits.archiveBytes) {
    throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `archive over ${limits.archiveBytes} bytes` });
  }
  return untar(await decompress(archive, limits), limits);
}

async function decompress(archive: Uint8Array, limits: BundleLimits): Promise<Uint8Array> {
  try {
    return await unzip(archive, { maxOutputLength: limits.totalBytes });
  } catch (cause) {
    if (cause instanceof RangeError) {
      const detail = `over ${limits.totalBytes} bytes when decompressed`;
      throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail, cause });
    }
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: 'not a whole gzip file', cause });
  }
}

async function untar(tar: Uint8Array, limits: BundleLimits): Promise<BundleFiles> {
  const files = new Map<string, Uint8Array>();
  const parser = extract();
  parser.end(tar);
  let entries = 0;
  try {
    for await (const entry of parser) {
      const { name, type, size = 0 } = entry.header;
      entries += 1;
      if (entries > limits.entries) {
        throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `over ${limits.entries} entries` });
      }
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      if (type !== 'file' && type !== 'contiguous-file') {
        throw fault('AUTHORIZED_BUNDLE_LINK_REFUSED', {
          detail: `${quote(name)} is a ${type ?? 'special file'}`,
        });
      }
      const path = bundlePath(name, limits);
      if (size > limits.fileBytes) {
        throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', {
          detail: `${quote(path)} is over ${limits.fileBytes} bytes`,
        });
      }
      if (files.has(path)) throw fault('AUTHORIZED_BUNDLE_ENTRY_DUPLICATE', { detail: quote(path) });
      files.set(path, await buffer(entry));
    }
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: 'not a whole tar file', cause });
  }
  return files;
}
