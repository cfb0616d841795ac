// SPDX-License-Identifier: Apache-2.0
import { fault, type GovernanceError } from '../../core/errors.js';
import type { Evaluator } from './evaluator.js';
import type { EvaluatorParts } from './inline-evaluator.js';
import type { PolicyOptions } from './types.js';
import { type Job, WorkerSlot } from './worker-slot.js';

// Decisions that may wait; more are refused, because a queue that only grows is a slower way to fail.
const WAITING = 1_024;

/** Evaluates in worker threads, each evaluation within a hard time limit. */
export class WorkerEvaluator implements Evaluator {
  readonly #slots: readonly WorkerSlot[];
  readonly #waiting: Job[] = [];
  readonly #started: Promise<void>;
  #begun: (() => void) | undefined;

  private constructor(parts: EvaluatorParts, timeoutMs: number, workers: number) {
    this.#started = new Promise((resolve) => {
      this.#begun = resolve;
    });
    const start = () => ({
      module: parts.module.module,
      incremental: parts.module.incremental,
      dataText: parts.dataText(),
      maxPages: parts.maxPages,
    });
    this.#slots = Array.from({ length: workers }, () => new WorkerSlot(start, timeoutMs, () => this.#next()));
  }

  /**
   * Start the workers; resolves once the first of them can take a decision.
   * @throws AuthorizedError (rejects) AUTHORIZED_POLICY_TRAP where none can
   */
  static async start(parts: EvaluatorParts, options: PolicyOptions): Promise<WorkerEvaluator> {
    const { timeoutMs = 1_000, workers = 1 } = options;
    if (!(timeoutMs > 0) || !Number.isInteger(workers) || workers < 1)
      throw new TypeError('`timeoutMs` and `workers` must be above 0');
    const evaluator = new WorkerEvaluator(parts, timeoutMs, workers);
    await evaluator.#started;
    if (evaluator.#slots.every((slot) => slot.dead)) throw noWorker();
    return evaluator;
  }

  run(entrypoint: number, text: string, begin: () => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING) throw fault('AUTHORIZED_POLICY_BUSY');
      this.#waiting.push({ entrypoint, text, begin, resolve, reject });
      this.#next();
    });
  }

  setPath(path: readonly string[], valueText: string | undefined): void {
    for (const slot of this.#slots) slot.set(path, valueText);
  }

  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) job.reject(fault('AUTHORIZED_POLICY_CLOSED'));
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #next(): void {
    const slots = this.#slots ?? [];
    if (slots.some((slot) => slot.idle)) this.#begun?.();
    for (const slot of slots) {
      const job = slot.idle ? this.#waiting.shift() : undefined;
      if (job !== undefined) slot.run(job);
    }
    if (slots.length > 0 && slots.every((slot) => slot.dead)) {
      this.#begun?.();
      for (const job of this.#waiting.splice(0)) job.reject(noWorker());
    }
  }
}

function noWorker(): GovernanceError {
  return fault('AUTHORIZED_POLICY_TRAP', { detail: 'no worker could be started' });
}
