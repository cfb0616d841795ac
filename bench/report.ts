// SPDX-License-Identifier: Apache-2.0
import { cpus, loadavg } from 'node:os';
import type { Row } from './row.js';

/** Measures one row. */
export type Measurement = () => Promise<Row>;

/** Rows by their number in the table of budgets. */
export type Measurements = ReadonlyMap<number, Measurement>;

/** What `--json` prints. */
export interface Report {
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cores: number;
    /** Load average of the last minute, at the start and at the end. */
    readonly load: number;
    readonly loadAtTheEnd: number;
  };
  /** In the order of the table. */
  readonly rows: readonly (Row & { readonly seconds: number })[];
}

/** What the command line asks for. */
export interface Asked {
  readonly rows: readonly number[];
  readonly json: boolean;
}

/** Read the command line. @throws Error where it asks for what there is not */
export function readRows(args: readonly string[], known: readonly number[]): Asked {
  const rows: number[] = [];
  let json = false;
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--json') json = true;
    else if (args[index] === '--row' && known.includes(Number(args[index + 1]))) {
      index += 1;
      rows.push(Number(args[index]));
    } else throw new Error(`usage: bench [--row ${known.join('|')}]... [--json]`);
  }
  return { rows: rows.length === 0 ? known : known.filter((row) => rows.includes(row)), json };
}

/** Measure rows one after the other, and tell each when it is there. */
export async function runRows(
  numbers: readonly number[],
  measurements: Measurements,
  tell: (text: string) => void,
): Promise<Report> {
  const load = currentLoad();
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  tell(`node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${load.toFixed(2)} at the start`);
  const rows: (Row & { readonly seconds: number })[] = [];
  for (const number of numbers) {
    const start = process.hrtime.bigint();
    const row = await measurements.get(number)?.();
    if (row === undefined) continue;
    const seconds = Math.round(Number(process.hrtime.bigint() - start) / 1e8) / 10;
    rows.push({ ...row, seconds });
    tell(`\n${row.row}. ${row.what}\n   budget    ${row.budget}\n   measured  ${row.measured}`);
    tell(`   ${row.holds ? 'holds' : 'DOES NOT HOLD'}`);
  }
  const loadAtTheEnd = currentLoad();
  tell(`\nload ${loadAtTheEnd.toFixed(2)} at the end`);
  return { machine: { ...machine, load, loadAtTheEnd }, rows };
}

function currentLoad(): number {
  return loadavg()[0] ?? 0;
}
