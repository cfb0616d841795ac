// SPDX-License-Identifier: Apache-2.0

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fault, quote } from '../../core/errors.js';
import { GroupCommit } from '../sqlite/group-commit.js';
import type { DecisionSink } from './types.js';

/**
 * Append events to a file, one JSON document a line. A write resolves when the line is synced to the disk; events
 * written at one time share a sync. One process per file.
 * @throws EvidencedError EVIDENCED_DECISION_LOG_FAILED
 */
export function openFileSink(path: string): DecisionSink {
  const descriptor = open(path);
  let written = 0;
  let closed = false;
  const group = new GroupCommit<string, void>({
    commit(lines) {
      append(descriptor, lines.join(''));
      written += lines.length;
      return lines.map(() => undefined);
    },
    retryDelay: () => undefined,
    mayBeOneItem: () => false,
  });
  return {
    name: 'file',
    async write(event) {
      if (closed) throw fault('EVIDENCED_CLOSED');
      await group.add(`${JSON.stringify(event)}\n`).catch((cause: unknown) => {
        throw failed(path, cause);
      });
    },
    counters: () => ({ accepted: written, delivered: written, buffered: 0, dropped: 0 }),
    async close() {
      if (closed) return;
      closed = true;
      await group.drained();
      closeSync(descriptor);
    },
  };
}

function open(path: string): number {
  try {
    const descriptor = openSync(path, 'a+');
    endLine(descriptor);
    syncFolder(dirname(path));
    return descriptor;
  } catch (cause) {
    throw failed(path, cause);
  }
}

// A crash can leave half a line, which nobody was told is kept. The next event must not be glued to it.
function endLine(descriptor: number): void {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a)
    writeSync(descriptor, '\n');
}

// The name of a new file is in its folder, which has a sync of its own.
function syncFolder(path: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function append(descriptor: number, text: string): void {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.from(text, 'utf8');
  try {
    let offset = 0;
    while (offset < bytes.length) offset += writeSync(descriptor, bytes, offset);
    fdatasyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, size); // whole lines or none
    throw error;
  }
}

function failed(path: string, cause: unknown): Error {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  return fault('EVIDENCED_DECISION_LOG_FAILED', { cause, detail: `${quote(path)} (${code})` });
}
