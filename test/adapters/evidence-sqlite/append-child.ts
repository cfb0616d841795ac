// SPDX-License-Identifier: Apache-2.0
import { openSqliteEvidence } from '../../../src/adapters/evidence-sqlite/index.js';

// Appends with several callers in flight and prints the number of each entry once it is acknowledged.
const [path = '', name = '', count = '0', inFlight = '1'] = process.argv.slice(2);
process.on('worker', () => process.stdout.write('thread\n'));
const store = await openSqliteEvidence(path);
let next = 0;

async function caller(): Promise<void> {
  while (next < Number(count)) {
    next += 1;
    const id = `${name}.${next}`;
    const body = JSON.stringify({ id, text: 'x'.repeat(300) });
    const { first } = await store.append([{ id, kind: 'policy', at: '2026-03-01T10:00:00Z', body }]);
    process.stdout.write(`${first} ${id}\n`);
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, caller));
await store.close();
