// SPDX-License-Identifier: Apache-2.0
import { openSqliteEvidence } from '../../adapters/evidence-sqlite/index.js';
import { oneLine } from '../../core/errors.js';
import type { EvidenceEntry } from '../../evidenced/index.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';

/** Flags of `parley evidence list`. */
export interface ListFlags {
  readonly kind?: string;
  readonly negotiation?: string;
  readonly format: 'text' | 'json';
}

/** Print the entries of a log, all or those of one kind or negotiation. */
export async function listEvidence(path: string, flags: ListFlags, io: CliIo): Promise<ExitCode> {
  const store = await openSqliteEvidence(path, { readOnly: true });
  try {
    const { kind, negotiation } = flags;
    const entries = negotiation === undefined ? store.entries() : store.ofNegotiation(negotiation);
    const json = flags.format === 'json';
    // Written entry by entry: a log may be larger than memory.
    if (json) io.out(`{"head":${JSON.stringify(store.head())},"entries":[`);
    let count = 0;
    for (const entry of entries) {
      if (kind !== undefined && entry.kind !== kind) continue;
      if (json) io.out(`${count === 0 ? '' : ','}\n${JSON.stringify(withDocument(entry))}`);
      else io.out(`${toLine(entry)}\n`);
      count += 1;
    }
    io.out(json ? `${count === 0 ? '' : '\n'}]}\n` : `${count} ${count === 1 ? 'entry' : 'entries'}\n`);
    return EXIT.yes;
  } finally {
    await store.close();
  }
}

// The body as the document that it is; a tampered body that is none stays text.
function withDocument(entry: EvidenceEntry): object {
  try {
    return { ...entry, body: JSON.parse(entry.body) as unknown };
  } catch {
    return entry;
  }
}

function toLine({ seq, at, kind, id, negotiationId = '-', hash }: EvidenceEntry): string {
  return oneLine(`${seq}  ${at}  ${kind.padEnd(20)}  ${id}  ${negotiationId}  ${hash.slice(0, 12)}`);
}
