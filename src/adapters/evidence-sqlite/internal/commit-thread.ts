// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fault } from '../../../core/errors.js';
import type { AppendReceipt } from '../../../evidenced/types.js';
import type { FromThread, ThreadData, ToThread } from './commit-messages.js';
import type { PendingAppend } from './writer.js';

/** Commits somewhere. */
export interface Committer {
  commit(appends: readonly PendingAppend[]): readonly AppendReceipt[] | Promise<readonly AppendReceipt[]>;
}

const WORKER = new URL('./commit-worker.js', import.meta.url);

interface Waiting {
  resolve(receipts: readonly AppendReceipt[]): void;
  reject(error: unknown): void;
}

/**
 * Commits in a thread of its own, so that a sync of the disk does not stop the event loop: the next decisions are
 * made while the last ones are written. Starting it costs more than one commit, so it starts on demand; where its
 * module is not beside this one (in a bundle, say), commits stay where they are.
 */
export class CommitThread implements Committer {
  readonly #data: ThreadData;
  #worker: Worker | undefined;
  #isReady = false;
  #isGone: boolean = !existsSync(fileURLToPath(WORKER));
  #waiting: Waiting | undefined;

  constructor(path: string, lockTimeout: number) {
    this.#data = { path, lockTimeout };
  }

  /** The thread where it is running, without starting it. */
  ready(): Committer | undefined {
    return this.#isReady ? this : undefined;
  }

  /** Start the thread where it is not running; answers at once, and gives the thread only when it is ready. */
  started(): Committer | undefined {
    if (this.#worker === undefined && !this.#isGone) this.#start();
    return this.ready();
  }

  #start(): void {
    const worker = new Worker(WORKER, { workerData: this.#data, execArgv: [] });
    this.#worker = worker;
    worker.unref();
    worker.on('message', (message: FromThread) => this.#take(message));
    // The thread is gone, and nobody knows what it did last: refuse that, and commit without it from now on.
    const end = (cause?: unknown): void => {
      this.#isReady = false;
      this.#isGone = true;
      this.#settle((waiting) => waiting.reject(fault('EVIDENCED_WRITE_FAILED', { cause, detail: 'thread' })));
    };
    worker.on('error', end);
    worker.on('exit', () => end());
  }

  /** One at a time: whoever calls this waits for the answer before the next call. */
  commit(appends: readonly PendingAppend[]): Promise<readonly AppendReceipt[]> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker?.ref();
      this.#worker?.postMessage({ appends } satisfies ToThread);
    });
  }

  #take(message: FromThread): void {
    if (message === 'ready') this.#isReady = !this.#isGone;
    else if ('receipts' in message) this.#settle((waiting) => waiting.resolve(message.receipts));
    else if ('fault' in message) this.#settle((waiting) => waiting.reject(fault(message.fault)));
    else {
      const error = Object.assign(new Error(message.message), { code: message.sqlite });
      this.#settle((waiting) => waiting.reject(error));
    }
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#worker?.unref();
    if (waiting !== undefined) how(waiting);
  }

  /** End the thread; resolves when it has let go of the file. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || this.#isGone) return;
    worker.ref();
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close' satisfies ToThread);
    await gone;
  }
}
