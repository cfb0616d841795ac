// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map((match) => ({
  language: match[1] ?? '',
  code: match[2] ?? '',
}));

/** The project as its reader has it, in a folder that snippets may write to. */
const place = mkdtempSync(join(tmpdir(), 'parley-readme-'));
for (const name of ['dist', 'policies', 'schemas', 'examples', 'validation', 'package.json'])
  cpSync(name, join(place, name), { recursive: true });
symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

describe('the README', () => {
  it('is built before it is tested', () => {
    expect(existsSync('dist/index.js')).toBe(true);
  });

  it('embeds as it says', async () => {
    const code = blocks.find((block) => block.language === 'js')?.code ?? '';
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: place, env });
    expect(stdout).toBe("accepted-with-constraints [ 'application/json' ]\nthe call to the agent\n");
  });

  const commands = blocks
    .filter((block) => block.language === 'sh')
    .flatMap((block) => block.code.trim().split('\n'))
    .filter((line) => line.startsWith('npx '));

  it('shows commands', () => {
    expect(commands.length).toBeGreaterThanOrEqual(6);
  });

  it('shows commands that answer yes', async () => {
    const launcher = `npx() { shift; "${process.execPath}" dist/bin/parley.js "$@"; }`;
    for (const command of commands) {
      const line = `${launcher}; ${command}`;
      const { stdout } = await run('bash', ['-c', line], { cwd: place, env });
      expect({ command, wrote: stdout.length > 0 || command.includes(' > ') }).toEqual({
        command,
        wrote: true,
      });
    }
  });

  it('links to pages that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
