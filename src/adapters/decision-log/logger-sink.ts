// SPDX-License-Identifier: Apache-2.0
import type { Logger } from '../../core/ports.js';
import type { DecisionSink } from './types.js';

/**
 * Log events through a logger, pino among them, as OPA's console decision logs do. What the logger does with a line
 * is its own affair: use a file or an upload where no event may be lost.
 */
export function createLoggerSink(logger: Pick<Logger, 'info'>): DecisionSink {
  let written = 0;
  return {
    name: 'logger',
    async write(event) {
      logger.info({ type: 'openpolicyagent.org/decision_logs', ...event }, 'Decision Log');
      written += 1;
    },
    counters: () => ({ accepted: written, delivered: written, buffered: 0, dropped: 0 }),
    async close() {},
  };
}
