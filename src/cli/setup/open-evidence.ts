// SPDX-License-Identifier: Apache-2.0
import { createMemoryEvidence } from '../../evidenced/memory.js';
import type { EvidenceStore } from '../../evidenced/types.js';

/** The path that keeps the evidence in memory, for a try: it is gone when the command ends. */
export const IN_MEMORY = ':memory:';

/** The evidence of a command: a SQLite file, or `:memory:`. */
export async function openEvidence(path: string): Promise<EvidenceStore> {
  if (path === IN_MEMORY) return createMemoryEvidence();
  const { openSqliteEvidence } = await import('../../adapters/evidence-sqlite/index.js');
  return openSqliteEvidence(path);
}
