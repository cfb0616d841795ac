// SPDX-License-Identifier: Apache-2.0
import { Worker } from 'node:worker_threads';
import { fault, type GovernanceError } from '../../core/errors.js';
import { translateThrow } from './translate-throw.js';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './worker-protocol.js';

/** One evaluation that waits for its answer. */
export interface Job {
  readonly entrypoint: number;
  readonly text: string;
  /** Called when the thread is told: it has had every change of the data until then, and no later one. */
  begin(): void;
  resolve(answer: string): void;
  reject(error: GovernanceError): void;
}

// Run from its sources, a worker is the one of the last build: Node does not load TypeScript in threads.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/adapters/opa-wasm/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

// How often in a row a worker may die before it is ready.
const ATTEMPTS = 3;

/** One worker thread and the one evaluation it is busy with. It replaces its thread whenever that dies. */
export class WorkerSlot {
  readonly #start: () => WorkerStart;
  readonly #timeoutMs: number;
  readonly #free: () => void;
  #worker: Worker | undefined;
  #ready = false;
  #failures = 0;
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param free called whenever the slot can take a job, or never will again */
  constructor(start: () => WorkerStart, timeoutMs: number, free: () => void) {
    this.#start = start;
    this.#timeoutMs = timeoutMs;
    this.#free = free;
    this.#spawn();
  }

  get idle(): boolean {
    return this.#ready && this.#job === undefined;
  }

  get dead(): boolean {
    return this.#worker === undefined;
  }

  run(job: Job): void {
    this.#job = job;
    job.begin();
    this.#worker?.ref();
    this.#timer = setTimeout(() => this.#stop('AUTHORIZED_POLICY_TIMEOUT'), this.#timeoutMs);
    this.#tell({ kind: 'run', entrypoint: job.entrypoint, text: job.text });
  }

  set(path: readonly string[], valueText: string | undefined): void {
    // A thread that is still starting has its data in the start message or gets this one after it.
    this.#tell({ kind: 'set', path, valueText });
  }

  async close(): Promise<void> {
    this.#failures = ATTEMPTS;
    await this.#stop('AUTHORIZED_POLICY_CLOSED');
  }

  #tell(request: WorkerRequest): void {
    this.#worker?.postMessage(request);
  }

  #spawn(): void {
    // Flags of the process are about its own script, and some make a thread of another one impossible.
    const worker = new Worker(WORKER, { workerData: this.#start(), execArgv: [] });
    this.#worker = worker;
    this.#ready = false;
    worker.on('message', (answer: WorkerAnswer) => this.#hear(worker, answer));
    worker.on('error', (error) => this.#died(worker, error));
    worker.on('exit', () => this.#died(worker, undefined));
  }

  #hear(worker: Worker, answer: WorkerAnswer): void {
    if (worker !== this.#worker) return;
    if (answer.kind === 'ready') {
      this.#ready = true;
      // A worker that starts or decides keeps the process alive, an idle one does not.
      worker.unref();
      this.#failures = 0;
      this.#free();
      return;
    }
    const job = this.#settle();
    if (answer.kind === 'answer') job?.resolve(answer.answer);
    else job?.reject(fault(answer.code, answer.detail === '' ? {} : { detail: answer.detail }));
    this.#free();
  }

  #died(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#failures++;
    this.#settle()?.reject(translateThrow(error ?? new Error('the worker ended')));
    if (this.#failures < ATTEMPTS) this.#spawn();
    else this.#ready = false;
    this.#free();
  }

  // A thread that computes cannot be asked to stop; it is ended, and whatever it held with it.
  async #stop(code: 'AUTHORIZED_POLICY_TIMEOUT' | 'AUTHORIZED_POLICY_CLOSED'): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    this.#settle()?.reject(fault(code));
    if (this.#failures < ATTEMPTS) this.#spawn();
    this.#free();
    await worker?.terminate();
  }

  #settle(): Job | undefined {
    const job = this.#job;
    clearTimeout(this.#timer);
    this.#job = undefined;
    this.#worker?.unref();
    return job;
  }
}
