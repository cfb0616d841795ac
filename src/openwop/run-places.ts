// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import type { EvidenceStore } from '../evidenced/types.js';
import { runEntryId } from './run-log.js';

/** The places that the log of runs gave out. */
export interface RunPlaces {
  /**
   * Take a place for one event, until it is in the evidence; the answer gives the place free.
   * @throws GovernanceError OPENWOP_SINK_FAILED where it is no place, or another event has it
   */
  take(runId: string, sequence: number): () => void;
}

/**
 * Check what the log of a run answers: a whole number from 0, and never one twice. Two events under one number would be
 * one to whoever reads the run.
 */
export function createRunPlaces(store: Pick<EvidenceStore, 'find'>): RunPlaces {
  const underWay = new Set<string>();
  return {
    take(runId, sequence) {
      if (!Number.isSafeInteger(sequence) || sequence < 0) {
        throw fault('OPENWOP_SINK_FAILED', { detail: 'its answer is not a sequence' });
      }
      const id = runEntryId(runId, sequence);
      if (underWay.has(id) || store.find(id) !== undefined) {
        throw fault('OPENWOP_SINK_FAILED', { detail: 'its answer is the sequence of another event' });
      }
      underWay.add(id);
      return () => {
        underWay.delete(id);
      };
    },
  };
}
