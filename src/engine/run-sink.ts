// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import { encodeIdentifier } from '../core/identifier.js';
import type { EvidenceStore } from '../evidenced/types.js';
import type { RunSink } from './options.js';

/** A sink that is given up after so many milliseconds: one that hangs is a refusal, not a lost record. */
export function boundSink(sink: RunSink, milliseconds: number): RunSink {
  return {
    append(event) {
      const answer = sink.append(event);
      if (!(answer instanceof Promise)) return answer;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(fault('OPENWOP_SINK_TIMEOUT')), milliseconds);
      });
      return Promise.race([answer, late]).finally(() => clearTimeout(timer));
    },
  };
}

// Runs come and go: only the newest are counted in memory, the others are found in the log again.
const MOST_RUNS = 1_000;

/** Where the orchestrator has no sink, the evidence is the run's log, and the sequence is counted here. */
export function evidenceRunSink(evidence: EvidenceStore): RunSink {
  const counted = new Map<string, number>();
  return {
    append({ runId }) {
      const sequence = counted.get(runId) ?? nextSequence(evidence, runId);
      counted.delete(runId);
      counted.set(runId, sequence + 1);
      const oldest = counted.keys().next();
      if (counted.size > MOST_RUNS && oldest.done !== true) counted.delete(oldest.value);
      return sequence;
    },
  };
}

/** The id under which the evidence keeps the event of a run; ids count up from 0 without a gap. */
export function runEntryId(runId: string, sequence: number): string {
  return `run.${encodeIdentifier(runId, false)}.${sequence}`;
}

// Ids without a gap can be searched by doubling: the log's length does not matter.
function nextSequence(evidence: EvidenceStore, runId: string): number {
  const taken = (sequence: number): boolean => evidence.find(runEntryId(runId, sequence)) !== undefined;
  if (!taken(0)) return 0;
  let low = 0;
  let high = 1;
  while (taken(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (taken(middle)) low = middle;
    else high = middle;
  }
  return high;
}
