// SPDX-License-Identifier: Apache-2.0

import { fault } from '../../src/core/errors.js';
import type { Ids } from '../../src/core/ports.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { parseRecordBody } from '../../src/openwop/parse-record-body.js';
import type { Caller, Deadline, RunSink, VersionPort } from '../../src/openwop/port.js';
import type { ProtocolsConfig } from '../../src/openwop/protocols.js';
import type { RecordBody } from '../../src/openwop/record-entry.js';
import { createVersionRecorder } from '../../src/openwop/record-exchange.js';

export const AT = '2026-10-11T12:00:00.000Z';
export const CLOCK: { now(): number } = { now: () => Date.parse(AT) };

export function countingIds(): Ids {
  let count = 0;
  return {
    next(kind) {
      count += 1;
      return `${kind}-${String(count).padStart(16, '0')}`;
    },
  };
}

/** A deadline that is over as soon as everything that can settle has settled. */
export const AT_ONCE: Deadline = (work) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setImmediate(() => reject(fault('OPENWOP_SINK_TIMEOUT')))),
  ]);

export interface Bench {
  readonly port: VersionPort;
  readonly evidence: EvidenceStore;
  /** The bodies of the records, oldest first. */
  records(): readonly RecordBody[];
}

export function createBench(
  options: { protocols?: ProtocolsConfig; runs?: RunSink; store?: EvidenceStore } = {},
): Bench {
  const evidence = options.store ?? createMemoryEvidence();
  const port = createVersionRecorder({
    store: evidence,
    clock: CLOCK,
    ids: countingIds(),
    deadline: AT_ONCE,
    ...(options.protocols === undefined ? {} : { protocols: options.protocols }),
    ...(options.runs === undefined ? {} : { runs: options.runs }),
  });
  return { port, evidence, records: () => recordsOf(evidence) };
}

export function recordsOf(store: EvidenceStore): readonly RecordBody[] {
  const bodies: RecordBody[] = [];
  for (const entry of store.entries()) {
    const body = entry.kind === 'negotiation.decided' ? parseRecordBody(entry.body) : undefined;
    if (body !== undefined) bodies.push(body);
  }
  return bodies;
}

export const ALICE: Caller = {
  authenticated: true,
  tenant: 'acme',
  workspace: 'ws-1',
  origin: 'https://alice.example',
};
export const NOBODY: Caller = { authenticated: false, origin: 'https://nobody.example' };
