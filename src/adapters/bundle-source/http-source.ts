// SPDX-License-Identifier: Apache-2.0

import { fault } from '../../core/errors.js';
import { parseUrl } from '../../core/parse-url.js';
import { DEFAULT_BUNDLE_LIMITS, openBundle } from '../bundle/index.js';
import { backoffDelay } from './backoff.js';
import { type BundleResponse, fetchBundle } from './fetch-bundle.js';
import { BundleHolder } from './holder.js';
import { type Persistence, persistIn } from './persistence.js';
import { type BundleSource, PLATFORM_TIMERS, type SourceOptions, type Timers } from './types.js';

/** A server that speaks OPA's bundle API. Times in seconds, with OPA's defaults. */
export interface HttpSourceOptions extends SourceOptions {
  readonly url: string;
  /** Sent with each request, credentials among them; never logged. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Between polls; 60 and 120 unless told otherwise. */
  readonly minDelay?: number;
  readonly maxDelay?: number;
  /** Ask the server to hold its answer back for so long; used once the server says that it does. */
  readonly longPolling?: number;
  /** For a whole request, beside the time the server may hold it back; 30 unless told otherwise. */
  readonly timeout?: number;
  /** A folder that keeps the last good bundle across restarts. */
  readonly persist?: string;
}

/**
 * Poll a bundle server. Failures are retried with exponential backoff while the last good bundle runs.
 * @throws GovernanceError CORE_CONFIG_INVALID for an address or delays that are not usable
 */
export function createHttpSource(options: HttpSourceOptions): BundleSource {
  return new HttpSource(options, readUrl(options));
}

class HttpSource implements BundleSource {
  readonly #options: HttpSourceOptions;
  readonly #url: URL;
  readonly #holder: BundleHolder;
  readonly #timers: Timers;
  readonly #persistence: Persistence | undefined;
  #longPolls: boolean;
  #timer: unknown;
  #busy: Promise<boolean> = Promise.resolve(false);
  #abort: AbortController | undefined;
  #stopped = false;
  /** When the last request was sent. */
  #asked = 0;

  constructor(options: HttpSourceOptions, url: URL) {
    this.#options = options;
    this.#url = url;
    this.#holder = new BundleHolder(`${url.origin}${url.pathname}`, options);
    this.#timers = options.timers ?? PLATFORM_TIMERS;
    this.#persistence = options.persist === undefined ? undefined : persistIn(options.persist);
    this.#longPolls = options.longPolling !== undefined;
  }

  status(): ReturnType<BundleSource['status']> {
    return this.#holder.status();
  }

  current(): ReturnType<BundleSource['current']> {
    return this.#holder.bundle;
  }

  refresh(): Promise<boolean> {
    this.#busy = this.#busy.then(() => this.#poll());
    return this.#busy;
  }

  async start(): Promise<void> {
    this.#holder.setState('watching');
    await this.#restore();
    const first = this.refresh();
    // With a persisted bundle in use, the first answer of a slow server need not be waited for.
    if (this.#holder.bundle === undefined) await first;
    first.then(() => this.#schedule());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timers.clear(this.#timer);
    this.#abort?.abort();
    this.#holder.setState('stopped');
    await this.#busy;
  }

  /** Put the persisted bundle to use, verified like any other. */
  async #restore(): Promise<void> {
    if (this.#persistence === undefined) return;
    try {
      const { archive, state } = await this.#persistence.load();
      if (state !== undefined) this.#holder.remember(state.seen);
      if (archive === undefined) return;
      await this.#holder.offer(
        await openBundle(archive, this.#options.read?.limits),
        'persisted',
        state?.etag,
      );
    } catch (error) {
      this.#holder.failed(error);
    }
  }

  async #poll(): Promise<boolean> {
    if (this.#stopped) return false;
    this.#asked = this.#holder.now();
    const abort = new AbortController();
    this.#abort = abort;
    const wait = this.#longPolls && this.#holder.bundle !== undefined ? this.#options.longPolling : undefined;
    const deadline = ((this.#options.timeout ?? 30) + (wait ?? 0)) * 1000;
    const timer = this.#timers.set(() => abort.abort(new Error('no answer in time')), deadline);
    try {
      const mostBytes = this.#options.read?.limits?.archiveBytes ?? DEFAULT_BUNDLE_LIMITS.archiveBytes;
      const headers = this.#options.headers ?? {};
      const { signal } = abort;
      const { etag } = this.#holder;
      return await this.#take(await fetchBundle({ url: this.#url, headers, etag, wait, mostBytes, signal }));
    } catch (error) {
      if (!this.#stopped) this.#holder.failed(error);
      return false;
    } finally {
      this.#timers.clear(timer);
    }
  }

  async #take(response: BundleResponse): Promise<boolean> {
    if (response.longPolling !== undefined) {
      this.#longPolls = response.longPolling && this.#options.longPolling !== undefined;
      this.#holder.setLongPolling(this.#longPolls);
    }
    if (response.archive === undefined) {
      this.#holder.unchanged();
      return false;
    }
    const files = await openBundle(response.archive, this.#options.read?.limits);
    // The etag is kept only once the bundle runs: a refused bundle is asked for again.
    const activated = await this.#holder.offer(files, 'source', response.etag);
    if (activated) await this.#persist(response.archive, response.etag);
    return activated;
  }

  async #persist(archive: Uint8Array, etag: string | undefined): Promise<void> {
    const seen = this.#holder.seen;
    if (this.#persistence === undefined || seen === undefined) return;
    try {
      await this.#persistence.save(archive, { seen, ...(etag !== undefined && { etag }) });
    } catch (error) {
      // The bundle runs; that it will not survive a restart is told, not hidden.
      this.#holder.failed(error);
    }
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = this.#timers.set(() => {
      this.refresh().then(() => this.#schedule());
    }, this.#delay());
  }

  #delay(): number {
    const { minDelay = 60, maxDelay = 120, random = Math.random } = this.#options;
    if (this.#holder.failures > 0) {
      return backoffDelay(this.#holder.failures, { first: 100, most: maxDelay * 1000 }, random());
    }
    // A server that answers a long poll at once, again and again, is not asked more than once a second.
    if (this.#longPolls) return Math.min(1000, Math.max(0, this.#asked + 1000 - this.#holder.now()));
    return Math.round((minDelay + (maxDelay - minDelay) * random()) * 1000);
  }
}

function readUrl(options: HttpSourceOptions): URL {
  const { minDelay = 60, maxDelay = 120, longPolling = 1, timeout = 30 } = options;
  if (!(minDelay >= 0 && maxDelay >= minDelay && longPolling >= 1 && timeout > 0)) {
    throw fault('CORE_CONFIG_INVALID', { detail: 'delays of the bundle source' });
  }
  const url = parseUrl(options.url);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw fault('CORE_CONFIG_INVALID', { detail: 'the address of the bundle source is not an http(s) URL' });
  }
  if (url.username !== '' || url.password !== '') {
    throw fault('CORE_CONFIG_INVALID', { detail: 'credentials of the bundle source go into `headers`' });
  }
  // An unsigned bundle over plain HTTP is whatever the network says it is.
  const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const verification = options.read?.verification;
  if (url.protocol === 'http:' && !loopback && (verification === undefined || verification === 'skip')) {
    throw fault('CORE_CONFIG_INVALID', { detail: 'unsigned bundles need https' });
  }
  return url;
}
