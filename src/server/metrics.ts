// SPDX-License-Identifier: Apache-2.0

/** The names and kinds of everything that is counted. */
const FAMILIES = {
  parley_http_requests_total: ['counter', 'requests answered, by route and status'],
  parley_negotiations_total: ['counter', 'negotiations answered, by outcome'],
  parley_events_delivered_total: ['counter', 'host events written to subscribers'],
  parley_subscribers: ['gauge', 'subscribers of host events'],
  parley_subscribers_dropped_total: ['counter', 'subscribers dropped, by reason'],
  parley_evidence_entries: ['gauge', 'entries in the evidence'],
  parley_policy_source_failures: ['gauge', 'failed attempts of the policy source since the last good one'],
  parley_decision_events_accepted: ['gauge', 'decision events kept by every sink'],
  parley_decision_events_excluded: ['gauge', 'decision events left out by a drop rule'],
  parley_decision_events_delivered: ['gauge', 'decision events acknowledged by their receiver'],
  parley_decision_events_buffered: ['gauge', 'decision events kept and not acknowledged yet'],
  parley_decision_events_dropped: ['gauge', 'decision events lost, which is always 0'],
} as const;

/** The name of a metric. */
export type MetricName = keyof typeof FAMILIES;

/** Counters and gauges, written as Prometheus text. Labels are chosen by this side, never by a caller. */
export interface Metrics {
  add(name: MetricName, by: number, labels?: Readonly<Record<string, string>>): void;
  set(name: MetricName, value: number): void;
  /** Prometheus text exposition format 0.0.4. */
  render(): string;
}

/** A new set of metrics, all at zero. */
export function createMetrics(): Metrics {
  const values = new Map<string, number>();
  return {
    add(name, by, labels = {}) {
      const key = `${name}${renderLabels(labels)}`;
      values.set(key, (values.get(key) ?? 0) + by);
    },
    set(name, value) {
      values.set(name, value);
    },
    render() {
      let out = '';
      for (const [name, [kind, help]] of Object.entries(FAMILIES)) {
        out += `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`;
        for (const [key, value] of values) {
          if (key === name || key.startsWith(`${name}{`)) out += `${key} ${value}\n`;
        }
      }
      return out;
    },
  };
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
