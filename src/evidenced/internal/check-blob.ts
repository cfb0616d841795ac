// SPDX-License-Identifier: Apache-2.0
import { digestBytes } from '../../core/digest.js';
import { fault, quote } from '../../core/errors.js';
import type { BlobDraft } from '../types.js';

/**
 * A copy of a blob's bytes, checked against its digest: what is kept cannot change under its name afterwards.
 * @throws EvidencedError EVIDENCED_BLOB_MISMATCH
 */
export function checkBlob(blob: BlobDraft): Uint8Array {
  const bytes = Uint8Array.from(blob.bytes);
  if (digestBytes(bytes) !== blob.digest)
    throw fault('EVIDENCED_BLOB_MISMATCH', { detail: quote(blob.digest) });
  return bytes;
}
