// SPDX-License-Identifier: Apache-2.0
import { openSqliteEvidence } from '../../adapters/evidence-sqlite/index.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';

/**
 * Print a log as NDJSON. `body` is the text that was hashed, as a JSON string, so that a reader without SQLite can
 * verify the chain.
 */
export async function exportEvidence(path: string, io: CliIo): Promise<ExitCode> {
  const store = await openSqliteEvidence(path, { readOnly: true });
  try {
    for (const entry of store.entries()) io.out(`${JSON.stringify(entry)}\n`);
    return EXIT.yes;
  } finally {
    await store.close();
  }
}
