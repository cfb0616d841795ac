// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence, verifySqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';
import type { GovernanceError } from '../../../src/core/errors.js';
import type { EvidenceVerdict } from '../../../src/evidenced/verify-chain.js';
import { blobOf, draft } from '../../evidenced/support/drafts.js';
import { RUNS } from '../../support/runs.js';
import { tamper, temporaryFolder } from './temporary.js';

const file = temporaryFolder();
const base = file('base.db');
const card = blobOf('{"name":"card \u00e9"}');

beforeAll(async () => {
  const store = await openSqliteEvidence(base);
  await store.append([draft(1), draft(2)], [card, blobOf('policy')]);
  // F0 BF BD is another ill-formed spelling of U+FFFD for a lenient decoder.
  await store.append([draft(3, { body: '{"text":"\ufffd\u00e9"}' })], [card]);
  await store.append([draft(4, { kind: 'policy' }), draft(5)]);
  await store.close();
});

async function tampered(...statements: readonly string[]): Promise<EvidenceVerdict> {
  const copy = file('copy.db');
  copyFileSync(base, copy);
  await tamper(copy, ...statements);
  return verifySqliteEvidence(copy);
}

function found(verdict: EvidenceVerdict): readonly string[] {
  return verdict.findings.map(({ seq, code }) => `${seq} ${code}`);
}

const swap = (a: number, b: number): readonly string[] => [
  `UPDATE entries SET seq = -1 WHERE seq = ${a}`,
  `UPDATE entries SET seq = ${a} WHERE seq = ${b}`,
  `UPDATE entries SET seq = ${b} WHERE seq = -1`,
];

describe('verifySqliteEvidence', () => {
  it('finds nothing in an untouched log, with or without its triggers', async () => {
    expect(found(await verifySqliteEvidence(base))).toEqual([]);
    expect(await tampered()).toMatchObject({ ok: true, checked: 5, omitted: 0 });
  });

  it.each([
    ['a row deleted', ['DELETE FROM entries WHERE seq = 3'], ['3 EVIDENCED_ENTRY_MISSING']],
    ['the tail cut', ['DELETE FROM entries WHERE seq > 3'], ['4 EVIDENCED_TAIL_CUT']],
    ['all rows deleted', ['DELETE FROM entries'], ['1 EVIDENCED_TAIL_CUT']],
    ['two rows swapped', swap(2, 4), ['2 EVIDENCED_ENTRY_ALTERED', '4 EVIDENCED_ENTRY_ALTERED']],
    [
      'a row copied to the end',
      [
        `INSERT INTO entries SELECT 6, prev, hash, id, kind, at, negotiation_id, blobs, body FROM entries WHERE seq = 5`,
      ],
      ['6 EVIDENCED_ENTRY_ALTERED', '6 EVIDENCED_HEAD_MISMATCH'],
    ],
    [
      'a row before the first',
      [
        `INSERT INTO entries SELECT 0, prev, hash, id, kind, at, negotiation_id, blobs, body FROM entries WHERE seq = 1`,
      ],
      ['0 EVIDENCED_ENTRY_OUT_OF_ORDER'],
    ],
    [
      'a row with the lowest number',
      [
        `INSERT INTO entries SELECT -9223372036854775807, prev, hash, id, kind, at, NULL, NULL, body FROM entries WHERE seq = 1`,
      ],
      ['-9223372036854776000 EVIDENCED_ENTRY_OUT_OF_ORDER'],
    ],
    [
      'a negotiation removed',
      ['UPDATE entries SET negotiation_id = NULL WHERE seq = 3'],
      ['3 EVIDENCED_ENTRY_ALTERED'],
    ],
    [
      'a negotiation emptied',
      [`UPDATE entries SET negotiation_id = '' WHERE seq = 3`],
      ['3 EVIDENCED_ENTRY_ALTERED'],
    ],
    ['blobs added', [`UPDATE entries SET blobs = '' WHERE seq = 4`], ['4 EVIDENCED_ENTRY_ALTERED']],
    [
      'an ill-formed byte that decodes alike',
      [`UPDATE entries SET body = CAST(x'7b2274657874223a22f0bfbdc3a9227d' AS TEXT) WHERE seq = 3`],
      ['3 EVIDENCED_ENTRY_ALTERED'],
    ],
    [
      'text after a NUL',
      [`UPDATE entries SET body = body || char(0) || 'x' WHERE seq = 3`],
      ['3 EVIDENCED_ENTRY_ALTERED'],
    ],
    ['the head moved back', ['UPDATE head SET seq = 4'], ['5 EVIDENCED_HEAD_MISMATCH']],
    ['the head moved on', ['UPDATE head SET seq = 7'], ['6 EVIDENCED_TAIL_CUT']],
    [
      'the hash of the head changed',
      [`UPDATE head SET hash = '#' || substr(hash, 2)`],
      ['5 EVIDENCED_HEAD_MISMATCH'],
    ],
    ['the head removed', ['DELETE FROM head'], ['5 EVIDENCED_HEAD_MISMATCH']],
    [
      'a blob altered',
      [`UPDATE blobs SET bytes = x'00' WHERE digest = '${card.digest}'`],
      ['1 EVIDENCED_BLOB_ALTERED', '3 EVIDENCED_BLOB_ALTERED'],
    ],
    ['a blob removed', [`DELETE FROM blobs WHERE digest <> '${card.digest}'`], ['1 EVIDENCED_BLOB_MISSING']],
    [
      'a blob renamed',
      [`UPDATE blobs SET digest = 'x' WHERE digest = '${card.digest}'`],
      ['1 EVIDENCED_BLOB_MISSING', '3 EVIDENCED_BLOB_MISSING'],
    ],
  ] as const)('finds %s', async (_name, statements, expected) => {
    const verdict = await tampered(...statements);
    expect(found(verdict)).toEqual(expected);
    expect(verdict.ok).toBe(false);
  });

  it('takes an earlier head for an anchor, and no other hash', async () => {
    const store = await openSqliteEvidence(base, { readOnly: true });
    const [, second] = [...store.entries()];
    await store.close();
    expect((await verifySqliteEvidence(base, { expectedHead: second?.hash ?? '' })).ok).toBe(true);
    const verdict = await verifySqliteEvidence(base, { expectedHead: 'f'.repeat(64) });
    expect(found(verdict)).toEqual(['5 EVIDENCED_HEAD_UNKNOWN']);
  });

  it('checks a log that another process is writing', async () => {
    const path = file('live.db');
    const store = await openSqliteEvidence(path);
    for (let number = 1; number <= 3; number += 1) {
      const append = store.append([draft(number)]);
      expect((await verifySqliteEvidence(path)).findings).toEqual([]);
      await append;
    }
    await store.close();
  });
});

// Long enough for the deep run.
describe('the laws of the file', { timeout: 900_000 }, () => {
  const columns = ['prev', 'hash', 'id', 'kind', 'at', 'negotiation_id', 'body'] as const;
  const tables = columns.flatMap((column) => [1, 2, 3, 4, 5].map((seq) => [column, seq] as const));

  it.each(tables)('one changed byte in %s of row %i is found at that row', async (column, seq) => {
    const verdicts: EvidenceVerdict[] = [];
    for (const place of ['1', `length(CAST(${column} AS BLOB)) / 2`, `length(CAST(${column} AS BLOB))`]) {
      const bytes = `CAST(${column} AS BLOB)`;
      const changed = `substr(${bytes}, 1, ${place} - 1) || x'23' || substr(${bytes}, ${place} + 1)`;
      const sql = `UPDATE entries SET ${column} = CAST(${changed} AS TEXT) WHERE seq = ${seq}`;
      verdicts.push(await tampered(sql));
    }
    for (const verdict of verdicts) expect(found(verdict)).toContain(`${seq} EVIDENCED_ENTRY_ALTERED`);
  });

  it('one changed byte anywhere in the file is found, or changes nothing that is read', async () => {
    const whole = readFileSync(base);
    const copy = file('flipped.db');
    const store = await openSqliteEvidence(base, { readOnly: true });
    const original = JSON.stringify([...store.entries()]);
    await store.close();
    let survived = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        writeFileSync(copy, bytes);
        const verdict = await verifySqliteEvidence(copy).catch((error: GovernanceError) => error.code);
        if (typeof verdict === 'string') {
          expect(verdict).toMatch(
            /^EVIDENCED_(FILE_INVALID|FORMAT_UNSUPPORTED|FILE_DAMAGED)$|^CORE_FILE_UNREADABLE$/,
          );
        } else if (verdict.ok) {
          const again = await openSqliteEvidence(copy, { readOnly: true });
          expect(JSON.stringify([...again.entries()])).toBe(original);
          await again.close();
          survived += 1;
        }
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
    expect(survived).toBeGreaterThan(0);
  });
});
