// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { parley } from '../support/cli.js';

const LINE = /^CORE_USAGE: the command line cannot be read: .+; see `parley --help`\n$/;

describe('parley', () => {
  it.each([[['--help']], [['help']]])('%j lists every command', async (args) => {
    const { code, out, err } = await parley(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const { name, summary } of COMMANDS) {
      expect(out).toContain(name);
      expect(out.replace(/\s+/g, ' ')).toContain(summary);
    }
  });

  it.each(COMMANDS.map(({ name }) => name))('help %s says what its --help says', async (name) => {
    const asked = await parley('help', name);
    expect(asked).toEqual(await parley(name, '--help'));
    expect(asked).toMatchObject({ code: 0, err: '' });
    expect(asked.out).toContain(`Usage: parley ${name}`);
  });

  it.each([
    [['nope']],
    [['__proto__']],
    [['constructor']],
    [['\u001b[31mred\nline']],
    [['--nope']],
    [['help', 'nope']],
    [['evidence']],
    [['evidence', 'nope']],
    [['negotiate', '--format', 'yaml']],
  ])('%j is refused in one line', async (args) => {
    const { code, out, err } = await parley(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(LINE);
  });

  it.each(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '2026-02-30T00:00:00Z', 'now', ''])(
    'negotiate --now %j is refused: no record could carry it',
    async (now) => {
      const { code, out, err } = await parley('negotiate', '--card', 'c', '--request', 'r', '--now', now);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(LINE);
    },
  );
});
