// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/core/digest.js';
import { createMemoryEvidence } from '../../src/evidenced/index.js';
import { blobOf, draft } from './support/drafts.js';

const text = readFileSync('docs/evidence.md', 'utf8');

function block(start: string): string {
  const found = text.split('```').find((part) => part.includes(start));
  return (found ?? '').replace(/^[a-z]*\n/, '');
}

const store = createMemoryEvidence();
store.append([draft(1, { body: '"\u00e9\ud83d\ude00"' }), draft(2)], [blobOf('card'), blobOf('policy')]);
store.append([{ id: 'ev.3', kind: 'policy', at: '2026-03-01T10:00:00Z', body: '{}' }]);
const lines = [...store.entries()].map((entry) => JSON.stringify(entry));

function check(input: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const program = block('createHash');
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    input: `${input.join('\n')}\n`,
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe('docs/evidence.md', () => {
  it('gives the bytes and the hash of its example', () => {
    const bytes = block('parley.evidence.v1\n1:1,').trimEnd();
    expect(text).toContain(`and the hash \`${sha256Hex(bytes)}\``);
  });

  it('has a program that verifies an export', () => {
    expect(check(lines)).toEqual({ status: 0, stdout: `3 ${store.head().hash}\n` });
  });

  it('has a program that finds a changed byte and a missing entry', () => {
    expect(check(lines.with(1, String(lines[1]).replace('{\\"n\\":2}', '{\\"n\\":3}')))).toEqual({
      status: 1,
      stdout: 'entry 2 does not verify\n',
    });
    expect(check(lines.toSpliced(1, 1))).toEqual({ status: 1, stdout: 'entry 3 does not verify\n' });
  });
});
