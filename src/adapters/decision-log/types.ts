// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../../core/json.js';

/** What a decision log is told of one decision. */
export interface DecisionSource {
  /** Unique per decision; whoever receives events twice tells them apart by it. */
  readonly decisionId: string;
  /** RFC 3339, UTC. */
  readonly timestamp: string;
  /** Entrypoint, such as `parley/decide`. */
  readonly path: string;
  readonly input: Json;
  /** Absent where no answer could be had. */
  readonly result?: Json;
  /** Bundle name to revision. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly requestedBy?: string;
  /** Nanoseconds by name, as OPA writes them (`timer_rego_query_eval_ns`). */
  readonly metrics?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly message: string };
  readonly traceId?: string;
  readonly spanId?: string;
  /** Answers of builtins that are not deterministic: builtin to input to output. */
  readonly builtins?: Readonly<Record<string, Json>>;
}

/** An event in the format of OPA's decision logs. */
export interface DecisionEvent {
  readonly labels: Readonly<Record<string, string>>;
  readonly decision_id: string;
  readonly timestamp: string;
  readonly path: string;
  readonly bundles: Readonly<Record<string, { readonly revision: string }>>;
  readonly input?: Json;
  readonly result?: Json;
  readonly requested_by?: string;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly message: string };
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly nd_builtin_cache?: Readonly<Record<string, Json>>;
  /** Paths that a mask removed. */
  readonly erased?: readonly string[];
  /** Paths whose value a mask replaced. */
  readonly masked?: readonly string[];
}

/** What became of the events of one sink. */
export interface SinkCounters {
  /** Kept so that a crash does not lose them, whether by this process or by an earlier one. */
  readonly accepted: number;
  /** Acknowledged by whoever receives them. */
  readonly delivered: number;
  /** Kept, not acknowledged yet. */
  readonly buffered: number;
  /** Accepted, but neither delivered nor buffered, each counted on its own: 0, always. */
  readonly dropped: number;
}

/** Where events go. */
export interface DecisionSink {
  readonly name: string;
  /**
   * Resolves when the event is kept; waits where there is no room for it.
   * @throws EvidencedError EVIDENCED_DECISION_LOG_FAILED, EVIDENCED_CLOSED
   */
  write(event: DecisionEvent): Promise<void>;
  counters(): SinkCounters;
  close(): Promise<void>;
}
