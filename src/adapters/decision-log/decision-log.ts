// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { createDecisionEvent } from './create-decision-event.js';
import { createDrop, type DropRule } from './drop.js';
import { createMask, type MaskRule } from './mask.js';
import type { DecisionSink, DecisionSource, SinkCounters } from './types.js';

/** Options of {@link createDecisionLog}. */
export interface DecisionLogOptions {
  /** What every event says of this instance: `id`, `version` and the like. */
  readonly labels: Readonly<Record<string, string>>;
  readonly sinks: readonly DecisionSink[];
  readonly mask?: readonly MaskRule[];
  readonly drop?: readonly DropRule[];
}

/** What became of the events of a log. */
export interface DecisionLogCounters {
  /** Kept by every sink. */
  readonly accepted: number;
  /** Left out by a drop rule. */
  readonly excluded: number;
  /** Lost by any sink: 0, always. */
  readonly dropped: number;
  readonly sinks: readonly (SinkCounters & { readonly name: string })[];
}

/** A decision log. */
export interface DecisionLog {
  /**
   * Log a decision. Resolves when every sink has kept the event, so that who waits for it before answering loses
   * none; a sink without room makes it wait.
   * @throws EvidencedError EVIDENCED_DECISION_LOG_FAILED, EVIDENCED_CLOSED
   */
  record(source: DecisionSource): Promise<void>;
  counters(): DecisionLogCounters;
  /** Close the sinks; events that are buffered on disk stay there for the next start. */
  close(): Promise<void>;
}

/**
 * Log decisions in OPA's format: drop rules first, then masks, then every sink.
 * @throws EvidencedError EVIDENCED_DECISION_LOG_INVALID
 * @example const log = createDecisionLog({ labels: { id: 'node-1' }, sinks: [createLoggerSink(pino())] });
 */
export function createDecisionLog(options: DecisionLogOptions): DecisionLog {
  const drop = createDrop(options.drop ?? []);
  const mask = createMask(options.mask ?? []);
  const labels = Object.freeze({ ...options.labels });
  const { sinks } = options;
  if (sinks.length === 0)
    throw fault('EVIDENCED_DECISION_LOG_INVALID', { pointer: '/sinks', detail: 'no sinks' });
  let accepted = 0;
  let excluded = 0;
  return {
    async record(source) {
      const event = createDecisionEvent(source, labels);
      if (drop(event)) {
        excluded += 1;
        return;
      }
      const masked = mask(event);
      await Promise.all(sinks.map((sink) => sink.write(masked)));
      accepted += 1;
    },
    counters() {
      const each = sinks.map((sink) => ({ name: sink.name, ...sink.counters() }));
      const dropped = each.reduce((sum, counters) => sum + counters.dropped, 0);
      return { accepted, excluded, dropped, sinks: each };
    },
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}
