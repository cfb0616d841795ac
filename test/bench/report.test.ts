// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Measurements, type Report, readRows, runRows } from '../../bench/report.js';
import type { Row } from '../../bench/row.js';

const row = (number: number, holds: boolean): Row => ({
  row: number,
  what: `thing ${number}`,
  budget: 'at most 2x',
  measured: '1.50x',
  holds,
  figures: { ratio: 1.5 },
});
const measurements: Measurements = new Map([
  [1, async () => row(1, true)],
  [3, async () => row(3, false)],
]);
const known = [...measurements.keys()];

describe('the command line of the benchmarks', () => {
  it.each<readonly [string, readonly string[], object]>([
    ['measures everything', [], { rows: [1, 3], json: false }],
    ['measures one row', ['--row', '3'], { rows: [3], json: false }],
    [
      'measures rows in their order, each once',
      ['--row', '3', '--row', '1', '--row', '3'],
      { rows: [1, 3], json: false },
    ],
    ['prints JSON', ['--json'], { rows: [1, 3], json: true }],
    ['prints JSON of one row', ['--json', '--row', '1'], { rows: [1], json: true }],
  ])('%s', (_, args, asked) => {
    expect(readRows(args, known)).toEqual(asked);
  });

  it.each([
    ['a row that is not measured', ['--row', '4']],
    ['no row', ['--row']],
    ['a row that is no number', ['--row', 'x']],
    ['an unknown flag', ['--rows', '1']],
    ['a stray word', ['1']],
  ])('refuses %s', (_, args) => {
    expect(() => readRows(args, known)).toThrow('usage');
  });
});

describe('the report', () => {
  it('has one shape: the machine, and a row for each budget', async () => {
    const report: Report = JSON.parse(JSON.stringify(await runRows(known, measurements, () => {})));
    expect(Object.keys(report)).toEqual(['machine', 'rows']);
    expect(Object.keys(report.machine)).toEqual(['node', 'cpu', 'cores', 'load', 'loadAtTheEnd']);
    expect(report.rows.map(({ row: number }) => number)).toEqual([1, 3]);
    for (const one of report.rows) {
      expect(Object.keys(one)).toEqual(['row', 'what', 'budget', 'measured', 'holds', 'figures', 'seconds']);
      expect(typeof one.seconds).toBe('number');
      for (const figure of Object.values(one.figures)) expect(typeof figure).toBe('number');
    }
  });

  it('tells each row with its budget, what was measured and whether it holds', async () => {
    const told: string[] = [];
    await runRows(known, measurements, (text) => told.push(text));
    const text = told.join('\n');
    expect(text).toMatch(/^node v.*load \d+\.\d\d at the start\n/);
    expect(text).toContain('1. thing 1\n   budget    at most 2x\n   measured  1.50x\n   holds');
    expect(text).toContain('3. thing 3\n   budget    at most 2x\n   measured  1.50x\n   DOES NOT HOLD');
    expect(text).toMatch(/load \d+\.\d\d at the end$/);
  });
});

// The benchmarks measure what is built, and so their types come from the build.
describe.skipIf(!existsSync('dist/engine.d.ts'))(
  'the modules of the benchmarks (skipped without a build)',
  () => {
    it('type-check', () => {
      const { resolve } = createRequire(import.meta.url);
      const manifest = resolve('typescript/package.json');
      const bin: string = JSON.parse(readFileSync(manifest, 'utf8')).bin.tsc;
      const tsc = join(dirname(manifest), bin);
      const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.bench.json', '--noEmit'], {
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([0, '']);
    }, 60_000);
  },
);
