// SPDX-License-Identifier: Apache-2.0
import type { EvidenceStore } from '../evidenced/types.js';
import type { RunSink } from './port.js';
import { parseRecordBody } from './record-entry.js';
import { isRunEvent, NEGOTIATION_DECIDED } from './types.js';

/**
 * The log of runs where no orchestrator keeps one: the evidence alone. Sequences go on from what the evidence
 * holds, which is read once per process, when the first run is named.
 */
export function createRunLog(store: EvidenceStore): RunSink {
  let next: Map<string, number> | undefined;
  return {
    append({ runId }) {
      next ??= readSequences(store);
      const sequence = next.get(runId) ?? 0;
      next.set(runId, sequence + 1);
      return sequence;
    },
  };
}

function readSequences(store: EvidenceStore): Map<string, number> {
  const next = new Map<string, number>(); // run ids come from outside
  for (const entry of store.entries()) {
    if (entry.kind !== NEGOTIATION_DECIDED) continue;
    const record = parseRecordBody(entry.body)?.record;
    if (record === undefined || !isRunEvent(record)) continue;
    next.set(record.runId, Math.max(next.get(record.runId) ?? 0, record.sequence + 1));
  }
  return next;
}
