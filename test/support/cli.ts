// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/run.js';
import { NOW } from './now.js';

/** What one command line left behind. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Run a command line in this process, at a fixed time, without a terminal. */
export async function parley(...args: readonly string[]): Promise<CliRun> {
  let out = '';
  let err = '';
  const code = await run(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    env: {},
    now: () => NOW,
    readStdin: async () => new Uint8Array(),
  });
  return { code, out, err };
}

/** A folder for the files of one test file. */
export interface Place {
  path(name: string): string;
  /** Write a document, or text as it is, and give its path. */
  write(name: string, content: unknown): string;
  remove(): void;
}

/** Make such a folder; remove it when the tests are done. */
export function createPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const path = (name: string): string => join(folder, name);
  return {
    path,
    write(name, content) {
      writeFileSync(path(name), typeof content === 'string' ? content : JSON.stringify(content));
      return path(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
