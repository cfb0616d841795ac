// SPDX-License-Identifier: Apache-2.0
import { statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { openBundle } from '../bundle/index.js';
import { type Backoff, backoffDelay } from './backoff.js';
import { BundleHolder } from './holder.js';
import { type BundleSource, PLATFORM_TIMERS, type SourceOptions, type Timers } from './types.js';

/** A file or folder on this machine. */
export interface FileSourceOptions extends SourceOptions {
  /** A bundle.tar.gz or a folder. */
  readonly path: string;
  /** How changes are noticed; gives back how to stop. The platform's file events unless told otherwise. */
  readonly watch?: (path: string, changed: () => void) => () => void;
  /** Quiet time after the last event before the bundle is read, in milliseconds; 100 unless told otherwise. */
  readonly settle?: number;
  readonly backoff?: Backoff;
}

/** Watch a bundle on disk. A change is read once the writing has settled; a bundle that fails is tried again. */
export function createFileSource(options: FileSourceOptions): BundleSource {
  return new FileSource(options);
}

class FileSource implements BundleSource {
  readonly #options: FileSourceOptions;
  readonly #holder: BundleHolder;
  readonly #timers: Timers;
  #timer: unknown;
  #close: (() => void) | undefined;
  #busy: Promise<boolean> = Promise.resolve(false);
  #stopped = false;

  constructor(options: FileSourceOptions) {
    this.#options = options;
    this.#holder = new BundleHolder(options.path, options);
    this.#timers = options.timers ?? PLATFORM_TIMERS;
  }

  status(): ReturnType<BundleSource['status']> {
    return this.#holder.status();
  }

  current(): ReturnType<BundleSource['current']> {
    return this.#holder.bundle;
  }

  refresh(): Promise<boolean> {
    this.#busy = this.#busy.then(() => this.#look());
    return this.#busy;
  }

  async start(): Promise<void> {
    this.#holder.setState('watching');
    await this.refresh();
    this.#retry();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#close?.();
    this.#timers.clear(this.#timer);
    this.#holder.setState('stopped');
    await this.#busy;
  }

  async #look(): Promise<boolean> {
    if (this.#stopped) return false;
    try {
      // Watching starts before reading, or a change between the two would go unseen; and anew with each look,
      // because a folder may have been replaced by another of the same name.
      this.#watch();
      return await this.#holder.offer(
        await openBundle(this.#options.path, this.#options.read?.limits),
        'source',
      );
    } catch (error) {
      this.#holder.failed(error);
      return false;
    }
  }

  #watch(): void {
    const before = this.#close;
    const settle = this.#options.settle ?? 100;
    this.#close = (this.#options.watch ?? watchPath)(this.#options.path, () => this.#schedule(settle));
    before?.();
  }

  #schedule(delay: number): void {
    if (this.#stopped) return;
    this.#timers.clear(this.#timer);
    this.#timer = this.#timers.set(() => {
      this.refresh().then(() => this.#retry());
    }, delay);
  }

  #retry(): void {
    if (this.#holder.failures === 0) return;
    const backoff = this.#options.backoff ?? { first: 1_000, most: 60_000 };
    const random = (this.#options.random ?? Math.random)();
    this.#schedule(backoffDelay(this.#holder.failures, backoff, random));
  }
}

function watchPath(path: string, changed: () => void): () => void {
  // What is replaced by renaming does not survive as a watch on itself, so its folder is watched as well.
  const name = basename(path);
  const around = watch(dirname(path), { persistent: false }, (_event, file) => {
    if (file === null || file === name) changed();
  });
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const inside = folder ? watch(path, { persistent: false, recursive: true }, changed) : undefined;
  for (const watcher of [around, inside]) watcher?.on('error', changed);
  return () => {
    around.close();
    inside?.close();
  };
}
