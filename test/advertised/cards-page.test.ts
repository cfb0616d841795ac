// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDING_CODES } from '../../src/advertised/finding-codes.js';
import { parley } from '../support/cli.js';
import { readTree, tableAfter, withoutComments } from '../support/sources.js';

const page = readFileSync('docs/cards.md', 'utf8');
const blocks = [...page.matchAll(/```(?:sh|text)\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

describe('docs/cards.md', () => {
  it('lists every finding as the source has it, and no other', () => {
    const rows = Object.entries(FINDING_CODES).map(([code, { severity, message }]) => [
      `\`${code}\``,
      severity,
      message,
    ]);
    expect(tableAfter(page, '## Findings')).toEqual(rows);
  });

  it('shows what `parley card` prints', async () => {
    const [command = '', shown] = blocks;
    const { code, out } = await parley(...command.trim().split(' ').slice(1));
    expect(code).toBe(0);
    expect(out).toBe(shown);
  });

  it('names every member that `parley card --format json` prints', async () => {
    const files = ['examples/signed-card/card.json', '--jwks', 'examples/signed-card/keys.json'];
    const { out } = await parley('card', ...files, '--format', 'json');
    const named = tableAfter(page, '## What `parley card` shows').map(([name]) => name?.replaceAll('`', ''));
    const { capabilities: _, ...rest } = JSON.parse(out);
    const flags = ['capabilities.<flag>', 'capabilities.extensions'];
    expect(named.toSorted()).toEqual([...Object.keys(rest), ...flags].toSorted());
  });

  it('names files that exist', () => {
    const files = [...page.matchAll(/`((?:examples|test|docs)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('the table of findings', () => {
  it('has no row that nothing in the source makes', () => {
    const source = [...readTree('src/advertised', '.ts')]
      .filter(([path]) => !path.endsWith('finding-codes.ts'))
      .map(([, text]) => withoutComments(text))
      .join('\n');
    expect(Object.keys(FINDING_CODES).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
  });

  it('has no row that no test meets', () => {
    const tests = [...readTree('test/advertised', '.ts')].map(([, text]) => text).join('\n');
    expect(Object.keys(FINDING_CODES).filter((code) => !tests.includes(code))).toEqual([]);
  });
});
