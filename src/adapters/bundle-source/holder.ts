// SPDX-License-Identifier: Apache-2.0
import { GovernanceError, oneLine } from '../../core/errors.js';
import { type Logger, SILENT } from '../../core/ports.js';
import { type Bundle, type BundleFiles, readBundleFiles, type SeenBundle } from '../bundle/index.js';
import type { RunningBundle, SourceFailure, SourceOptions, SourceStatus } from './types.js';

/**
 * Holds the bundle that runs. A bundle replaces it only after it was read, verified, not older, and activated; a
 * refusal at any of these leaves everything as it was and goes into the status.
 */
export class BundleHolder {
  readonly #options: SourceOptions;
  readonly #source: string;
  readonly #logger: Logger;
  #state: SourceStatus['state'] = 'idle';
  #bundle: Bundle | undefined;
  #running: Omit<RunningBundle, 'expired'> | undefined;
  #seen: SeenBundle | undefined;
  #lastAttempt: number | undefined;
  #lastSuccess: number | undefined;
  #failure: SourceFailure | undefined;
  #etag: string | undefined;
  #longPolling = false;

  constructor(source: string, options: SourceOptions) {
    this.#source = source;
    this.#options = options;
    this.#logger = options.logger ?? SILENT;
    this.#seen = options.lastSeen;
  }

  get bundle(): Bundle | undefined {
    return this.#bundle;
  }

  get seen(): SeenBundle | undefined {
    return this.#seen;
  }

  get etag(): string | undefined {
    return this.#etag;
  }

  get failures(): number {
    return this.#failure?.consecutive ?? 0;
  }

  now(): number {
    return this.#options.clock?.now() ?? Date.now();
  }

  setState(state: SourceStatus['state']): void {
    this.#state = state;
  }

  setLongPolling(on: boolean): void {
    this.#longPolling = on;
  }

  /** Remember a bundle seen earlier, where nothing is remembered yet. */
  remember(seen: SeenBundle): void {
    this.#seen ??= seen;
  }

  /** Note that the source was asked and has nothing new. */
  unchanged(): void {
    this.#lastAttempt = this.now();
    this.#lastSuccess = this.#lastAttempt;
    this.#failure = undefined;
  }

  /**
   * Offer the files of a bundle. Throws the fault that refuses it; the caller passes it to {@link failed}.
   * Resolves to whether it was activated: not where the same bundle runs already.
   */
  async offer(files: BundleFiles, origin: RunningBundle['origin'], etag?: string): Promise<boolean> {
    const bundle = await readBundleFiles(files, {
      ...this.#options.read,
      ...(this.#seen !== undefined && { lastSeen: this.#seen }),
      now: this.now(),
    });
    const fresh = bundle.digest !== this.#bundle?.digest;
    if (fresh) await this.#options.activate(bundle);
    if (origin === 'source') this.unchanged();
    this.#etag = etag;
    if (!fresh) return false;
    const { revision, digest, signature } = bundle;
    const { issuedAt, keyId, expiresAt, verified } = signature;
    this.#bundle = bundle;
    this.#seen = { revision, ...(issuedAt !== undefined && { issuedAt }) };
    this.#running = {
      ...{ revision, digest, origin, since: this.now(), verified },
      ...(keyId !== undefined && { keyId }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    this.#logger.info({ source: this.#source, revision, digest, origin }, 'policy bundle activated');
    return true;
  }

  /** Note a failure: what ran before goes on running. */
  failed(error: unknown): void {
    const code = error instanceof GovernanceError ? error.code : 'AUTHORIZED_BUNDLE_SOURCE_FAILED';
    const message = oneLine(error instanceof Error ? error.message : String(error));
    this.#lastAttempt = this.now();
    this.#failure = { code, message, at: this.#lastAttempt, consecutive: this.failures + 1 };
    this.#logger.error({ source: this.#source, code, failure: message }, 'policy bundle refused');
  }

  status(): SourceStatus {
    const now = this.now();
    const running = this.#running && {
      ...this.#running,
      expired: this.#running.expiresAt !== undefined && now >= this.#running.expiresAt,
    };
    return Object.freeze({
      source: this.#source,
      state: this.#state,
      ...(running !== undefined && { running: Object.freeze(running) }),
      ...(this.#lastAttempt !== undefined && { lastAttempt: this.#lastAttempt }),
      ...(this.#lastSuccess !== undefined && { lastSuccess: this.#lastSuccess }),
      ...(this.#failure !== undefined && { failure: this.#failure }),
      ...(this.#etag !== undefined && { etag: this.#etag }),
      longPolling: this.#longPolling,
      why: explain(running, this.#failure),
    });
  }
}

function explain(running: RunningBundle | undefined, failure: SourceFailure | undefined): string {
  const what =
    running === undefined
      ? 'no bundle was accepted yet, so every decision is a deny'
      : `revision \`${running.revision}\` runs${running.origin === 'persisted' ? ' from the persisted copy' : ''}` +
        `${running.expired ? ', although its signature has expired' : ''}`;
  if (failure === undefined) return running === undefined ? what : `${what}: the source offers nothing newer`;
  return `${what}: the last ${failure.consecutive} attempt(s) failed with ${failure.code}`;
}
