// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import type { FileReport } from '../../src/cli/validate/report.js';

interface Answer {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function validate(...args: readonly string[]): Promise<Answer> {
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
  return { exit: await run(['validate', ...args], io), out, err };
}

const folder = mkdtempSync(join(tmpdir(), 'parley-validate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const GOOD = 'validation/valid/negotiation-accepted.json';
const BAD = 'validation/invalid/cn-14-self.json';
const good = readFileSync(GOOD, 'utf8');
const bad = readFileSync(BAD, 'utf8');
const reportsOf = (answer: Answer) =>
  JSON.parse(answer.out) as { readonly valid: boolean; readonly documents: readonly FileReport[] };

describe('parley validate PATH', () => {
  it('answers yes to a valid document', async () => {
    expect(await validate(GOOD)).toEqual({
      exit: 0,
      out: `valid     ${GOOD} (capability-negotiation)\n1 document, 0 invalid\n`,
      err: '',
    });
  });

  it('answers no to an invalid one, and names the rule and the place', async () => {
    const { exit, out, err } = await validate(GOOD, BAD);
    expect([exit, err]).toEqual([1, '']);
    expect(out).toContain('\n  error   TSMM-CN-14 /providerRef: ');
    expect(out).toMatch(/2 documents, 1 invalid\n$/);
  });

  it('prints one JSON document', async () => {
    const answer = await validate('--format', 'json', GOOD, BAD);
    expect(answer.exit).toBe(1);
    expect(reportsOf(answer)).toMatchObject({
      valid: false,
      documents: [
        { path: GOOD, kind: 'capability-negotiation', valid: true, findings: [] },
        {
          path: BAD,
          kind: 'capability-negotiation',
          valid: false,
          findings: [{ rule: 'TSMM-CN-14', severity: 'error', pointer: '/providerRef' }],
        },
      ],
    });
  });

  it('reads every JSON file of a folder, in order', async () => {
    write('tree/b/one.json', good);
    write('tree/a.json', good);
    write('tree/notes.txt', 'not read');
    const answer = await validate(join(folder, 'tree'), '--format', 'json');
    expect(answer.exit).toBe(0);
    expect(reportsOf(answer).documents.map((report) => report.path)).toEqual([
      join(folder, 'tree/a.json'),
      join(folder, 'tree/b/one.json'),
    ]);
  });

  it('answers yes to a document with warnings only', async () => {
    const document = { ...(JSON.parse(good) as object), acceptedOutputModes: ['text/markdown'] };
    const { exit, out } = await validate(write('warned.json', JSON.stringify(document)));
    expect(exit).toBe(0);
    expect(out).toContain('warning TSMM-CN-10 ');
  });
});

describe('parley validate gives no answer, in one line', () => {
  const duplicate = good.replace('{', '{ "skillRef": "other",');
  it.each<readonly [string, () => readonly string[], string]>([
    ['nothing to validate', () => [], 'CORE_USAGE'],
    ['an unknown flag', () => ['--strict', GOOD], 'CORE_USAGE'],
    ['an unknown format', () => ['--format', 'xml', GOOD], 'CORE_USAGE'],
    ['a missing file', () => [join(folder, 'none.json')], 'CORE_FILE_UNREADABLE'],
    ['a folder without documents', () => [dirname(write('empty/notes.txt', ''))], 'TSMM_PATH_EMPTY'],
    ['malformed JSON', () => [write('malformed.json', '{"a":')], 'ADVERTISED_JSON_MALFORMED'],
    ['a repeated member', () => [write('twice.json', duplicate)], 'ADVERTISED_JSON_DUPLICATE_KEY'],
    ['a list', () => [write('list.json', `[${good}]`)], 'ADVERTISED_JSON_NOT_AN_OBJECT'],
    ['another document', () => ['package.json'], 'TSMM_DOCUMENT_UNKNOWN'],
    [
      'a kind that is not validated',
      () => [write('task.json', '{"taskLifecycleId":"a","taskRef":"b","transitions":[]}')],
      'TSMM_DOCUMENT_UNSUPPORTED',
    ],
    ['no folder of vectors', () => ['--vectors', join(folder, 'none')], 'CORE_FILE_UNREADABLE'],
    ['vectors that are a file', () => ['--vectors', GOOD], 'TSMM_VECTORS_MISSING'],
    ['a folder without vectors', () => ['--vectors', 'docs'], 'TSMM_VECTORS_MISSING'],
  ])('%s', async (_name, args, code) => {
    const { exit, out, err } = await validate(...args());
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(new RegExp(`^${code}[: ][^\\n]*\\n$`));
  });

  it('and names the file that cannot be read, even among good ones', async () => {
    const path = write('broken.json', '{');
    const { exit, err } = await validate(GOOD, path);
    expect(exit).toBe(2);
    expect(err).toContain('broken.json');
  });
});

describe('parley validate --vectors', () => {
  it('agrees with our own vectors', async () => {
    const answer = await validate('--vectors', 'validation', '--format', 'json');
    const { valid, documents } = reportsOf(answer);
    expect([answer.exit, valid]).toEqual([0, true]);
    expect(documents.length).toBeGreaterThan(90);
    expect(documents.every((report) => report.agrees === true)).toBe(true);
  });

  it('answers no where a vector disagrees, on either side', async () => {
    write('wrong/valid/a.json', bad);
    write('wrong/invalid/b.json', good);
    write('wrong/invalid/c.json', bad);
    const answer = await validate('--vectors', join(folder, 'wrong'), '--format', 'json');
    expect(answer.exit).toBe(1);
    expect(reportsOf(answer).documents).toMatchObject([
      { expected: 'valid', valid: false, agrees: false },
      { expected: 'invalid', valid: true, agrees: false },
      { expected: 'invalid', valid: false, agrees: true },
    ]);
  });

  it('answers no where a vector is invalid for another reason than its index says', async () => {
    write('index/invalid/a.json', bad);
    write('index/index.json', '{"vectors":[{"file":"invalid/a.json","rule":"TSMM-CN-03"}]}');
    const { exit, out } = await validate('--vectors', join(folder, 'index'));
    expect(exit).toBe(1);
    expect(out).toContain('DISAGREES');
    expect(out).toContain('TSMM-CN-03');
  });

  it('counts a vector that is no JSON as invalid', async () => {
    write('broken/invalid/a.json', '{"a":1,"a":2}');
    write('broken/valid/b.json', '{');
    const answer = await validate('--vectors', join(folder, 'broken'), '--format', 'json');
    expect(reportsOf(answer).documents).toMatchObject([
      { expected: 'valid', agrees: false, findings: [{ rule: 'ADVERTISED_JSON_MALFORMED' }] },
      { expected: 'invalid', agrees: true, findings: [{ rule: 'ADVERTISED_JSON_DUPLICATE_KEY' }] },
    ]);
  });

  it('skips by name what it does not validate, and never counts it as passed', async () => {
    write('kinds/valid/task.json', '{"taskLifecycleId":"a","taskRef":"b","transitions":[]}');
    write('kinds/invalid/other.json', '{"a":1}');
    write('kinds/invalid/self.json', bad);
    const { exit, out } = await validate('--vectors', join(folder, 'kinds'));
    expect(exit).toBe(0);
    expect(out).toMatch(/^skipped {3}\S+task\.json \(task-evidence-lifecycle, not validated yet\)$/m);
    expect(out).toMatch(/^skipped {3}\S+other\.json \(unknown, not validated yet\)$/m);
    expect(out).toMatch(/3 vectors: 1 agree, 0 disagree, 2 skipped\n$/);
    const json = await validate('--vectors', join(folder, 'kinds'), '--format', 'json');
    expect(reportsOf(json).documents.filter((report) => report.valid === null)).toHaveLength(2);
  });

  it('gives no answer where everything was skipped', async () => {
    write('skipped/valid/task.json', '{"taskLifecycleId":"a","taskRef":"b","transitions":[]}');
    const { exit, err } = await validate('--vectors', join(folder, 'skipped'));
    expect(exit).toBe(2);
    expect(err).toMatch(/^TSMM_VECTORS_MISSING/);
  });

  it('checks documents and vectors in one run', async () => {
    const { exit, out } = await validate(BAD, '--vectors', 'validation');
    expect(exit).toBe(1);
    expect(out).toMatch(/1 document, 1 invalid; \d+ vectors: \d+ agree, 0 disagree, 0 skipped\n$/);
  });
});

const UPSTREAM = join('..', 'shared', 'upstream', 'tsmm', 'test_vectors');

describe.skipIf(!existsSync(UPSTREAM))(
  'parley validate and the upstream vectors (needs ../shared/upstream)',
  () => {
    it('agree wherever the kind is validated', async () => {
      const answer = await validate('--vectors', UPSTREAM, '--format', 'json');
      const { documents } = reportsOf(answer);
      expect(answer.exit).toBe(0);
      const checked = documents.filter((report) => report.agrees !== null);
      expect(checked.map((report) => report.kind).sort()).toEqual([
        'capability-negotiation',
        'capability-negotiation',
        'decision-receipt',
        'decision-receipt',
      ]);
      expect(documents.length - checked.length).toBe(7);
    });
  },
);
