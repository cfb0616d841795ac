// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';

const MAIN = resolve('dist/bin/parley.js');
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

const parley = (...args: readonly string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });

describe('the program, bundled', () => {
  it.each(COMMANDS.map(({ name }) => name))('loads `%s`', (name) => {
    const { status, stdout, stderr } = parley(name, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`parley ${name}`);
  });

  describe('with policy in a thread', () => {
    const place = mkdtempSync(join(tmpdir(), 'parley-main-'));
    const config = join(place, 'parley.config.json');
    beforeAll(() => writeFileSync(config, JSON.stringify({ policy: { isolation: 'worker', workers: 1 } })));
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    it('finds the thread and the default policy where they are', () => {
      const example = resolve('examples/contract-review');
      const files = ['card', 'request', 'data'].flatMap((name) => [`--${name}`, `${example}/${name}.json`]);
      const evidence = ['--evidence', join(place, 'evidence.sqlite'), '--config', config, '--format', 'json'];
      const { status, stdout } = parley('negotiate', ...files, ...evidence);
      expect(status).toBe(0);
      expect(JSON.parse(String(stdout)).outcome).toBe('accepted-with-constraints');
      expect(parley('evidence', 'verify', join(place, 'evidence.sqlite')).status).toBe(0);
    });
  });
});
