// SPDX-License-Identifier: Apache-2.0

import { countPlaces } from '../core/count-places.js';
import { encodeIdentifier } from '../core/identifier.js';
import type { EvidenceStore } from '../evidenced/types.js';
import type { RunSink } from './port.js';

// Runs come and go: only the newest are counted in memory, the others are found in the log again.
const MOST_RUNS = 1_000;

/** The id under which the evidence keeps an event of a run; the ids of one run count up from 0 without a gap. */
export function runEntryId(runId: string, sequence: number): string {
  return `run.${encodeIdentifier(runId, false)}.${sequence}`;
}

/**
 * The log of runs where no orchestrator keeps one: the evidence alone. Sequences go on from what the evidence
 * holds; finding the end costs a few look-ups by id, however long the log is.
 */
export function createRunLog(store: EvidenceStore): RunSink {
  const counted = new Map<string, number>(); // run ids come from outside
  return {
    append({ runId }) {
      const sequence =
        counted.get(runId) ?? countPlaces((place) => store.find(runEntryId(runId, place)) !== undefined);
      counted.delete(runId);
      counted.set(runId, sequence + 1);
      const oldest = counted.keys().next();
      if (counted.size > MOST_RUNS && oldest.done !== true) counted.delete(oldest.value);
      return sequence;
    },
  };
}
