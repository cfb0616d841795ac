// SPDX-License-Identifier: Apache-2.0
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Logger } from '../../../core/ports.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';
import type { Spool, SpoolBatch } from './spool.js';

/** Starts something later; a test passes its own. Gives back how to cancel. */
export type Timer = (milliseconds: number, action: () => void) => () => void;

/** What an uploader needs. */
export interface UploaderOptions {
  readonly spool: Spool;
  readonly url: string;
  readonly token: (() => string) | undefined;
  readonly timer: Timer;
  readonly fetch: typeof globalThis.fetch;
  /** 0 to 1, for the spread of retries. */
  readonly random: () => number;
  readonly logger: Pick<Logger, 'warn'>;
  readonly minDelay: number;
  readonly maxDelay: number;
  readonly requestTimeout: number;
  readonly mostEvents: number;
  readonly mostBytes: number;
  /** Called once a batch is acknowledged and forgotten. */
  onDelivered(ids: readonly string[]): void;
}

const compress = promisify(gzip);

/** Sends what is in a spool, oldest first, one request at a time, until it is empty; then waits to be woken. */
export class Uploader {
  readonly #options: UploaderOptions;
  readonly #abort = new AbortController();
  #isRunning = false;
  #ended: Promise<void> = Promise.resolve();
  #wakeUp: (() => void) | undefined;
  #most: number;

  constructor(options: UploaderOptions) {
    this.#options = options;
    this.#most = options.mostEvents;
  }

  /** Send what there is, unless that is being done. */
  wake(): void {
    if (this.#isRunning || this.#abort.signal.aborted) return;
    this.#isRunning = true;
    this.#ended = this.#run();
  }

  /** Stop; a request under way is given up, and its events stay in the spool. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.#wakeUp?.();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { spool, mostBytes, logger } = this.#options;
    let failures = 0;
    while (!this.#abort.signal.aborted) {
      const batch = this.#attempt(() => spool.front(this.#most, mostBytes));
      if (batch === undefined) {
        // At once, not after this promise settles: an event added in between must find nobody running.
        this.#isRunning = false;
        return;
      }
      const answer = batch instanceof Error ? batch.message : await this.#send(batch);
      if (answer === 'done') {
        failures = 0;
        continue;
      }
      if (this.#abort.signal.aborted) return;
      failures += 1;
      const delay = this.#delay(failures);
      logger.warn({ answer, failures, delay }, 'decision events not delivered, they stay buffered');
      await this.#pause(delay);
    }
  }

  async #send(batch: SpoolBatch): Promise<string> {
    const { spool, onDelivered, mostEvents } = this.#options;
    const answer = await this.#post(batch);
    if (answer === 'too large' && batch.events.length > 1) {
      this.#most = Math.floor(batch.events.length / 2);
      return 'done';
    }
    if (answer !== 'delivered') return answer;
    const removed = this.#attempt(() => spool.remove(batch));
    if (removed instanceof Error) return removed.message;
    this.#most = Math.min(this.#most * 2, mostEvents);
    onDelivered(batch.ids);
    return 'done';
  }

  // The disk may fail under the spool: that too is tried again, and never ends the uploader.
  #attempt<Result>(action: () => Result): Result | Error {
    try {
      return action();
    } catch (error) {
      return new Error(sqliteCode(error) ?? 'buffer', { cause: error });
    }
  }

  async #post(batch: SpoolBatch): Promise<string> {
    const { url, token, fetch, requestTimeout } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          ...(token === undefined ? undefined : { authorization: `Bearer ${token()}` }),
        },
        body: await compress(`[${batch.events.join(',')}]`),
        // A redirect would carry the token and the events to a place that nobody configured.
        redirect: 'manual',
        signal: AbortSignal.any([this.#abort.signal, AbortSignal.timeout(requestTimeout)]),
      });
      await response.body?.cancel().catch(() => undefined);
      if (response.ok) return 'delivered';
      return response.status === 413 ? 'too large' : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : 'failed';
    }
  }

  // Doubling, and up to a half less by chance, so that many instances do not come back in step.
  #delay(failures: number): number {
    const { minDelay, maxDelay, random } = this.#options;
    const full = Math.min(maxDelay, minDelay * 2 ** Math.min(failures - 1, 30));
    return Math.round(full * (1 - random() / 2));
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#abort.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#options.timer(milliseconds, resolve);
      this.#wakeUp = () => {
        cancel();
        resolve();
      };
    });
    this.#wakeUp = undefined;
  }
}
