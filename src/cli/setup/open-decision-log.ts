// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { DecisionLog, DecisionLogCounters, DecisionSink } from '../../adapters/decision-log/index.js';
import type { Logger } from '../../core/ports.js';
import type { DecisionListener } from '../../engine/report-decision.js';
import type { CliIo } from '../io.js';
import { readBytes } from '../read-file.js';
import type { DecisionLogConfig } from './config-decision-log.js';
import { createLogger } from './logger.js';

// How long a command waits at its end for events to be taken; what is not taken stays in the buffer.
const DELIVERY_MS = 2_000;

/** The decision log of a configuration. */
export interface OpenedDecisionLog {
  readonly onDecision: DecisionListener;
  counters(): DecisionLogCounters;
  close(): Promise<void>;
}

/**
 * Open the decision log that a configuration names.
 * @param beside makes a path of the configuration one of the working directory
 * @throws EvidencedError EVIDENCED_DECISION_LOG_INVALID, EVIDENCED_DECISION_LOG_FAILED, EVIDENCED_LOCKED
 */
export async function openDecisionLog(
  config: DecisionLogConfig,
  beside: (path: string) => string,
  world: { readonly io: CliIo; readonly logger: Logger },
): Promise<OpenedDecisionLog> {
  const { createDecisionLog, toDecisionSource } = await import('../../adapters/decision-log/index.js');
  const { mask = [], drop = [], labels = {} } = config;
  const { sink, flushed } = await openSink(config, beside, world);
  let log: DecisionLog;
  try {
    log = createDecisionLog({ labels: { app: 'parley', ...labels }, sinks: [sink], mask, drop });
  } catch (error) {
    await sink.close();
    throw error;
  }
  return {
    onDecision: ({ decisionId, timestamp, ...evaluation }) =>
      log.record(toDecisionSource(evaluation, { decisionId, timestamp })),
    counters: () => log.counters(),
    async close() {
      await flushed();
      await log.close();
    },
  };
}

interface OpenedSink {
  readonly sink: DecisionSink;
  flushed(): Promise<void>;
}

async function openSink(
  config: DecisionLogConfig,
  beside: (path: string) => string,
  { io, logger }: { readonly io: CliIo; readonly logger: Logger },
): Promise<OpenedSink> {
  const { createLoggerSink, openFileSink, openHttpSink } = await import(
    '../../adapters/decision-log/index.js'
  );
  const none = async (): Promise<void> => {};
  // Whatever else is left out of the log, decisions are not.
  if (config.sink === 'log') {
    const env = { ...io.env, PARLEY_LOG_LEVEL: 'info' };
    return { sink: createLoggerSink(createLogger({ ...io, env })), flushed: none };
  }
  if (config.sink === 'file') return { sink: openFileSink(beside(config.path)), flushed: none };
  const { service, partition, tokenPath, spool } = config;
  const token = tokenPath === undefined ? undefined : beside(tokenPath);
  // A token that cannot be read is told now, and not by every upload.
  if (token !== undefined) await readBytes(token);
  const sink = await openHttpSink({
    service,
    spool: beside(spool),
    logger,
    ...(partition !== undefined && { partition }),
    ...(token !== undefined && { token: () => readFileSync(token, 'utf8').trim() }),
  });
  return { sink, flushed: () => within(sink.flushed()) };
}

async function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DELIVERY_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
