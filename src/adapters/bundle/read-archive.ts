// SPDX-License-Identifier: Apache-2.0
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
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

/**
 * The entries of a tar file. By events and not by iteration: leaving the parser's iterator early waits for a stream
 * that a hostile size keeps open for ever.
 */
function untar(tar: Uint8Array, limits: BundleLimits): Promise<BundleFiles> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Uint8Array>();
    const parser = extract();
    const state = { entries: 0, open: 0, ended: false };
    const refuse = (cause: unknown): void => {
      const detail = 'not a whole tar file';
      reject(
        cause instanceof GovernanceError ? cause : fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail, cause }),
      );
      parser.destroy();
    };
    const settle = (): void => {
      if (state.ended && state.open === 0) resolve(files);
    };
    parser.on('entry', (header, stream, next) => {
      const chunks: Uint8Array[] = [];
      state.entries += 1;
      state.open += 1;
      let path: string | undefined;
      try {
        path = acceptEntry(header, state.entries, files, limits);
      } catch (refusal) {
        refuse(refusal);
        return;
      }
      stream.on('error', refuse);
      stream.on('data', (chunk) => chunks.push(chunk as Uint8Array));
      stream.on('end', () => {
        if (path !== undefined) files.set(path, Buffer.concat(chunks));
        state.open -= 1;
        next();
        settle();
      });
    });
    parser.on('error', refuse);
    parser.on('finish', () => {
      state.ended = true;
      settle();
    });
    parser.end(tar);
  });
}

/** The path of an entry, or `undefined` for a folder. */
function acceptEntry(
  header: Header,
  count: number,
  files: BundleFiles,
  limits: BundleLimits,
): string | undefined {
  const { name, type, size = 0 } = header;
  if (count > limits.entries) {
    throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `over ${limits.entries} entries` });
  }
  if (!Number.isSafeInteger(size) || size < 0) {
    throw fault('AUTHORIZED_BUNDLE_UNREADABLE', { detail: `the size of ${quote(name)}` });
  }
  if (type === 'directory') return undefined;
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
  return path;
}
