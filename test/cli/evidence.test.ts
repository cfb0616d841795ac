// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence } from '../../src/adapters/evidence-sqlite/index.js';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import type { EvidenceEntry } from '../../src/evidenced/index.js';
import { entryHash, verifyChain, ZERO_HASH } from '../../src/evidenced/index.js';
import { tamper, temporaryFolder } from '../adapters/evidence-sqlite/temporary.js';
import { blobOf, draft } from '../evidenced/support/drafts.js';

const file = temporaryFolder();
const log = file('log.db');

interface Answer {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function parley(...args: readonly string[]): Promise<Answer> {
  let out = '';
  let err = '';
  const io: CliIo = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    env: {},
    now: () => 0,
    readStdin: async () => new Uint8Array(),
  };
  return { exit: await run(['evidence', ...args], io), out, err };
}

beforeAll(async () => {
  const store = await openSqliteEvidence(log);
  await store.append(
    [draft(1), draft(2, { kind: 'decision-receipt', negotiationId: 'neg.1' })],
    [blobOf('card')],
  );
  await store.append([{ id: 'pol.3', kind: 'policy', at: '2026-03-01T10:00:01Z', body: '{ "b": [1] }' }]);
  await store.append([draft(4)]);
  await store.close();
});

async function headOf(path: string): Promise<string> {
  const store = await openSqliteEvidence(path, { readOnly: true });
  const { hash } = store.head();
  await store.close();
  return hash;
}

describe('parley evidence list', () => {
  it('prints a line per entry', async () => {
    expect(await parley('list', log)).toMatchInlineSnapshot(`
      {
        "err": "",
        "exit": 0,
        "out": "1  2026-03-01T10:00:00.000Z  negotiation           ev.1  neg.1  09d9965e4e5c
      2  2026-03-01T10:00:00.000Z  decision-receipt      ev.2  neg.1  017900adb97b
      3  2026-03-01T10:00:01Z  policy                pol.3  -  e4c432fd4210
      4  2026-03-01T10:00:00.000Z  negotiation           ev.4  neg.4  f3fda6976d58
      4 entries
      ",
      }
    `);
  });

  it('prints one JSON document with the bodies as documents', async () => {
    const { exit, out } = await parley('list', log, '--format', 'json');
    const document = JSON.parse(out) as { head: object; entries: { seq: number; body: unknown }[] };
    expect(exit).toBe(0);
    expect(document.head).toEqual({ seq: 4, hash: await headOf(log) });
    expect(document.entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(document.entries[2]?.body).toEqual({ b: [1] });
  });

  it.each([
    [['--kind', 'policy'], [3]],
    [['--kind', 'nothing'], []],
    [
      ['--negotiation', 'neg.1'],
      [1, 2],
    ],
    [['--negotiation', 'neg.1', '--kind', 'decision-receipt'], [2]],
    [['--negotiation', '__proto__'], []],
  ])('keeps to %j', async (flags, expected) => {
    const { exit, out } = await parley('list', log, '--format', 'json', ...flags);
    const { entries } = JSON.parse(out) as { entries: { seq: number }[] };
    expect([exit, entries.map(({ seq }) => seq)]).toEqual([0, expected]);
  });

  it('prints no control characters of a tampered entry', async () => {
    copyFileSync(log, file('escape.db'));
    await tamper(
      file('escape.db'),
      `UPDATE entries SET id = char(27) || '[2J' || char(10) || 'x' WHERE seq = 2`,
    );
    const { out } = await parley('list', file('escape.db'));
    expect(out.split('\n')).toHaveLength(6);
    expect(out).not.toContain('\u001b');
  });
});

describe('parley evidence export', () => {
  it('prints what is needed to verify the chain without SQLite', async () => {
    const { exit, out } = await parley('export', log);
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as EvidenceEntry);
    expect(exit).toBe(0);
    expect(entries[2]?.body).toBe('{ "b": [1] }');
    expect(entries.map((entry) => entryHash(entry.prev, entry))).toEqual(entries.map(({ hash }) => hash));
    expect(verifyChain(entries, { seq: 4, hash: await headOf(log) }).ok).toBe(true);
    expect(entries[0]?.prev).toBe(ZERO_HASH);
  });
});

describe('parley evidence verify', () => {
  it('says that a log verifies, and its head', async () => {
    expect(await parley('verify', log)).toEqual({
      exit: 0,
      out: `verified: 4 entries, head 4 ${await headOf(log)}\n`,
      err: '',
    });
  });

  it('says so as JSON', async () => {
    const { exit, out } = await parley('verify', log, '--format', 'json', '--head', await headOf(log));
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      checked: 4,
      head: { seq: 4, hash: await headOf(log) },
      findings: [],
      omitted: 0,
    });
  });

  const columns = ['prev', 'hash', 'id', 'kind', 'at', 'negotiation_id', 'blobs', 'body'];
  const cells = columns.flatMap((column) => [1, 2, 3, 4].map((seq) => [column, seq] as const));

  it.each(cells)('finds a changed byte in %s of row %i', async (column, seq) => {
    const path = file(`cell-${column}-${seq}.db`);
    copyFileSync(log, path);
    await tamper(
      path,
      `UPDATE entries SET ${column} = '#' || substr(ifnull(${column}, ''), 2) WHERE seq = ${seq}`,
    );
    const { exit, out } = await parley('verify', path, '--format', 'json');
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: { seq: number; code: string }[] };
    expect([exit, ok]).toEqual([1, false]);
    expect(findings).toContainEqual(expect.objectContaining({ seq, code: 'EVIDENCED_ENTRY_ALTERED' }));
  });

  it.each([
    ['a deleted row', ['DELETE FROM entries WHERE seq = 2'], '2  EVIDENCED_ENTRY_MISSING'],
    ['a cut tail', ['DELETE FROM entries WHERE seq > 2'], '3  EVIDENCED_TAIL_CUT'],
    [
      'swapped rows',
      [
        'UPDATE entries SET seq = -1 WHERE seq = 2',
        'UPDATE entries SET seq = 2 WHERE seq = 3',
        'UPDATE entries SET seq = 3 WHERE seq = -1',
      ],
      '2  EVIDENCED_ENTRY_ALTERED',
    ],
    ['another number', ['UPDATE entries SET seq = 9 WHERE seq = 4'], '4  EVIDENCED_ENTRY_MISSING'],
    ['a changed head', [`UPDATE head SET hash = '#' || substr(hash, 2)`], '4  EVIDENCED_HEAD_MISMATCH'],
    ['a changed blob', [`UPDATE blobs SET bytes = x'00'`], '1  EVIDENCED_BLOB_ALTERED'],
    ['a removed blob', ['DELETE FROM blobs'], '1  EVIDENCED_BLOB_MISSING'],
  ])('names the number and code of %s', async (name, statements, expected) => {
    const path = file(`${name}.db`);
    copyFileSync(log, path);
    await tamper(path, ...statements);
    const { exit, out, err } = await parley('verify', path);
    expect([exit, err]).toEqual([1, '']);
    expect(out).toContain(`${expected}  `);
    expect(out).toMatch(/does not verify: \d entr(y|ies) read, \d findings\n$/);
  });

  it('finds a rewritten log only against a head noted earlier', async () => {
    const path = file('rewritten.db');
    const store = await openSqliteEvidence(path);
    await store.append([draft(1), draft(2), draft(3), draft(5)]);
    await store.close();
    expect((await parley('verify', path)).exit).toBe(0);
    const { exit, out } = await parley('verify', path, '--head', await headOf(log));
    expect([exit, out.startsWith('4  EVIDENCED_HEAD_UNKNOWN  ')]).toEqual([1, true]);
  });

  it('leaves no file beside the log that it reads', async () => {
    await parley('verify', log);
    expect([existsSync(`${log}-wal`), existsSync(`${log}-shm`)]).toEqual([false, false]);
  });
});

describe('parley evidence without an answer', () => {
  it.each(['list', 'verify', 'export'])('%s of a file that is absent makes none', async (verb) => {
    const path = file(`absent-${verb}.db`);
    const { exit, out, err } = await parley(verb, path);
    expect([exit, out, existsSync(path)]).toEqual([2, '', false]);
    expect(err).toMatch(/^CORE_FILE_UNREADABLE: [^\n]*ENOENT[^\n]*\n$/);
  });

  it.each(['list', 'verify', 'export'])('%s of a file that is no log says so in one line', async (verb) => {
    writeFileSync(file('text.db'), 'text '.repeat(500));
    const { exit, out, err } = await parley(verb, file('text.db'));
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/^EVIDENCED_FILE_INVALID: [^\n]*\n$/);
  });

  it.each([
    ['a head that is no hash', ['verify', log, '--head', 'abc']],
    ['a head in upper case', ['verify', log, '--head', 'A'.repeat(64)]],
    ['another format', ['verify', log, '--format', 'xml']],
    ['two paths', ['verify', log, log]],
    ['no path', ['verify']],
    ['an unknown flag', ['list', log, '--all']],
    ['an unknown verb', ['forge', log]],
  ])('refuses %s', async (_name, args) => {
    const { exit, out, err } = await parley(...args);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/^CORE_USAGE: [^\n]*\n$/);
  });

  it('refuses a log in a format of another version', async () => {
    copyFileSync(log, file('old.db'));
    await tamper(file('old.db'), `UPDATE meta SET value = 'parley.evidence.v9'`);
    const { exit, err } = await parley('verify', file('old.db'));
    expect([exit, err.startsWith('EVIDENCED_FORMAT_UNSUPPORTED: ')]).toEqual([2, true]);
  });
});
