// SPDX-License-Identifier: Apache-2.0
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { BundleFiles } from './types.js';

/**
 * A bundle.tar.gz of files. The same files give the same bytes: entries are sorted, and no time, owner or mode of
 * this machine goes in.
 */
export async function writeArchive(files: BundleFiles): Promise<Uint8Array> {
  const packer = pack();
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, bytes] of entries) {
    packer.entry({ name: `/${path}`, mtime: new Date(0), mode: 0o644 }, Buffer.from(bytes));
  }
  packer.finalize();
  return gzipSync(await buffer(packer), { level: 9 });
}
