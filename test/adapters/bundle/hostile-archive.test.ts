// SPDX-License-Identifier: Apache-2.0
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBundle, writeArchive } from '../../../src/adapters/bundle/index.js';
import { GovernanceError } from '../../../src/core/errors.js';
import { RUNS } from '../../support/runs.js';
import { archive, plain } from './support.js';

let tar: Uint8Array;
beforeAll(async () => {
  tar = gunzipSync(await writeArchive(plain()));
});

/** A bundle, or a fault with a code; nothing else, and always an end. */
async function ends(bytes: Uint8Array): Promise<boolean> {
  try {
    await readBundle(bytes, { limits: { totalBytes: 1024 * 1024 } });
    return true;
  } catch (error) {
    return error instanceof GovernanceError && error.code.startsWith('AUTHORIZED_BUNDLE_');
  }
}

describe('any bytes', () => {
  it('end with a bundle or a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        expect(await ends(bytes)).toBe(true);
        expect(await ends(gzipSync(bytes))).toBe(true);
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('in the headers of a tar file end so too', async () => {
    // Every field of a header is within the first 345 bytes of a block; the checksum is made right again.
    const edit = fc.tuple(fc.nat({ max: tar.length / 512 - 1 }), fc.nat({ max: 344 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const changed = Uint8Array.from(tar);
        for (const [block, offset, value] of edits) {
          changed[block * 512 + offset] = value;
          sum(changed, block * 512);
        }
        expect(await ends(gzipSync(changed, { level: 1 }))).toBe(true);
      }),
      // Beside a busy thread, Node itself loses the end of an asynchronous gunzip about once in fifty thousand.
      { numRuns: Math.min(RUNS, 10_000) },
    );
  });

  it.each([
    ['more bytes than there are', '77777777777 '],
    ['no bytes', '00000000000 '],
    [
      'more bytes than a number holds',
      '\u0081\u0000\u0000\u0000\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
    ],
    ['fewer bytes than none', '\u00ff'.repeat(12)],
    ['no number of bytes', 'abcdefghijk '],
  ])('that promise %s end', async (_name, size) => {
    const changed = Uint8Array.from(tar);
    changed.set(Buffer.from(size, 'latin1'), 124);
    sum(changed, 0);
    expect(await ends(gzipSync(changed))).toBe(true);
  });

  it('after the end of the archive cannot add a file unseen', async () => {
    const extra = gunzipSync(await archive([{ name: 'extra.rego', content: 'package extra' }]));
    const both = gzipSync(Buffer.concat([tar, extra]));
    // Go's reader stops at the end mark. Here the file is seen, so a signature that does not list it refuses it.
    const { files } = await readBundle(both);
    expect(files.map((file) => file.path)).toContain('extra.rego');
  });
});

/** Write the checksum of a header anew. */
function sum(bytes: Uint8Array, at: number): void {
  bytes.fill(0x20, at + 148, at + 156);
  const total = bytes.subarray(at, at + 512).reduce((all, byte) => all + byte, 0);
  bytes.set(Buffer.from(`${total.toString(8).padStart(6, '0')}\0 `), at + 148);
}
