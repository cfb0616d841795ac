// SPDX-License-Identifier: Apache-2.0

/** What a group commit needs of its owner. */
export interface GroupCommitOptions<Item, Result> {
  /** Write all items in one transaction and give one result each; fails where nothing was written. */
  commit(items: readonly Item[]): readonly Result[] | Promise<readonly Result[]>;
  /** Milliseconds to wait before the same items are tried again; `undefined` where that is no use. */
  retryDelay(error: unknown, attempt: number): number | undefined;
  /** Whether one of the items may be to blame, so that each gets a transaction of its own. */
  mayBeOneItem(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

// A bound on one transaction, so that its size in memory and in the log of the database has one too.
const MOST = 1_024;

/**
 * Puts what arrives at the same time into one transaction: callers in flight share one sync of the disk. An item's
 * promise settles only when its transaction is on disk or was refused.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #queue: Waiting<Item, Result>[] = [];
  readonly #idle: (() => void)[] = [];
  #running = false;

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /** Put an item into the next transaction. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // After this turn of the event loop: everyone who is ready by then is in the same transaction.
      setImmediate(() => void this.#work());
    });
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #work(): Promise<void> {
    for (let attempt = 0; this.#queue.length > 0; ) {
      const batch = this.#queue.splice(0, MOST);
      const delay = await this.#write(batch, attempt);
      if (delay === undefined) {
        attempt = 0;
        // Those who were just answered may come with the next item: let them, before the next transaction.
        await new Promise((resolve) => setImmediate(resolve));
      } else {
        this.#queue.unshift(...batch);
        attempt += 1;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    this.#running = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Commit and settle a batch, or give the time after which to try it again. */
  async #write(batch: readonly Waiting<Item, Result>[], attempt?: number): Promise<number | undefined> {
    let results: readonly Result[];
    try {
      results = await this.#options.commit(batch.map(({ item }) => item));
    } catch (error) {
      const delay = attempt === undefined ? undefined : this.#options.retryDelay(error, attempt);
      if (delay !== undefined) return delay;
      if (batch.length > 1 && this.#options.mayBeOneItem(error))
        for (const one of batch) await this.#write([one]);
      else for (const { reject } of batch) reject(error);
      return undefined;
    }
    batch.forEach(({ resolve }, index) => {
      resolve(results[index] as Result);
    });
    return undefined;
  }
}
