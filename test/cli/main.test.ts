// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const MAIN = resolve('dist/cli/main.js');
const FULL = '/dev/full';

/** Run the built program with one of its outputs going to a device that takes nothing. */
function intoNothing(
  descriptor: 1 | 2,
  ...args: readonly string[]
): { readonly code: number | null; readonly other: string } {
  const full = openSync(FULL, 'w');
  const stdio = ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe' | number)[];
  stdio[descriptor] = full;
  const { status, output } = spawnSync(process.execPath, [MAIN, ...args], { stdio, encoding: 'utf8' });
  closeSync(full);
  return { code: status, other: String(output[3 - descriptor]) };
}

describe.skipIf(!existsSync(FULL))('the program, with an output that takes nothing (needs /dev/full)', () => {
  it('says that it could not answer, in one line and without a stack trace', () => {
    const { code, other } = intoNothing(1, '--help');
    expect(code).toBe(2);
    expect(other).toMatch(/^CORE_ENGINE_FAULT: [^\n]*ENOSPC[^\n]*\n$/);
  });

  it('tells by its exit code where it cannot even complain', () => {
    expect(intoNothing(2, 'negotiate', '--nope')).toEqual({ code: 2, other: '' });
  });
});
