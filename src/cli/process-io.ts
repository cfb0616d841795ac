// SPDX-License-Identifier: Apache-2.0
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { CliIo } from './io.js';

/** The command line's real surroundings. Writes are synchronous: an exit right after them loses nothing. */
export function processIo(): CliIo {
  return {
    out: (text) => writeAll(1, text),
    err: complain,
    color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    env: process.env,
    now: () => Date.now(),
    readStdin: () => buffer(process.stdin),
  };
}

// Where not even the complaint can be written, the exit code still tells.
function complain(text: string): void {
  try {
    writeAll(2, text);
  } catch {}
}

function writeAll(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return; // the reader has gone: nobody is left to tell
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2); // a full pipe empties in its own time
    }
  }
}
