// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Driver } from '../../../src/adapters/sqlite/driver.js';
import { loadLibrary } from '../../../src/adapters/sqlite/load-library.js';

/** A folder for the files of one test file; gone afterwards. */
export function temporaryFolder(): (name: string) => string {
  const directory = mkdtempSync(join(tmpdir(), 'parley-evidence-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return (name) => join(directory, name);
}

/** Change a file behind the store's back, its triggers out of the way. */
export async function tamper(path: string, ...statements: readonly string[]): Promise<void> {
  const driver: Driver = (await loadLibrary()).open(path, { readOnly: false });
  try {
    driver.exec('PRAGMA synchronous = OFF');
    const triggers = driver.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all();
    for (const { name } of triggers) driver.exec(`DROP TRIGGER ${String(name)}`);
    for (const sql of statements) driver.exec(sql);
  } finally {
    driver.close();
  }
}
