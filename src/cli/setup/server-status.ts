// SPDX-License-Identifier: Apache-2.0
import type { ServerStatus } from '../../server/deps.js';
import type { OpenedEngine } from './open-engine.js';

/** What `/readyz` and `/metrics` say of an engine. Anybody can ask, so no address and no message is in it. */
export function serverStatus({ engine, policyStatus, decisionCounters }: OpenedEngine): ServerStatus {
  const { revision, digest, dataDigest } = engine.policy.identity;
  const source = policyStatus();
  const counters = decisionCounters();
  const running = source?.running;
  return {
    policy: {
      revision,
      digest,
      dataDigest,
      ...(running !== undefined && {
        origin: running.origin,
        since: running.since,
        verified: running.verified,
        expired: running.expired,
      }),
      ...(source?.failure !== undefined && { failing: source.failure.code }),
    },
    gauges: {
      ...(source !== undefined && { parley_policy_source_failures: source.failure?.consecutive ?? 0 }),
      ...(counters !== undefined && {
        parley_decision_events_accepted: counters.accepted,
        parley_decision_events_excluded: counters.excluded,
        parley_decision_events_delivered: sum(counters.sinks.map((sink) => sink.delivered)),
        parley_decision_events_buffered: sum(counters.sinks.map((sink) => sink.buffered)),
        parley_decision_events_dropped: counters.dropped,
      }),
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
