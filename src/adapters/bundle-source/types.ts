// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../core/digest.js';
import type { Logger } from '../../core/ports.js';
import type { Bundle, ReadBundleOptions, SeenBundle } from '../bundle/index.js';

/** Timers of a source; the platform's unless told otherwise. Delays in milliseconds. */
export interface Timers {
  set(run: () => void, delay: number): unknown;
  clear(timer: unknown): void;
}

/** What runs, and where it came from. */
export interface RunningBundle {
  readonly revision: string;
  readonly digest: Digest;
  readonly origin: 'source' | 'persisted';
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly verified: boolean;
  readonly keyId?: string;
  readonly expiresAt?: number;
  /** Its signature has expired while it ran. It stays until a newer bundle replaces it; policy may refuse it. */
  readonly expired: boolean;
}

/** Why the last attempt changed nothing. */
export interface SourceFailure {
  readonly code: string;
  readonly message: string;
  readonly at: number;
  /** Attempts that failed since the last good one. */
  readonly consecutive: number;
}

/** What a source runs, and why. A snapshot; ask again for a newer one. */
export interface SourceStatus {
  readonly source: string;
  readonly state: 'idle' | 'watching' | 'stopped';
  readonly running?: RunningBundle;
  readonly lastAttempt?: number;
  readonly lastSuccess?: number;
  readonly failure?: SourceFailure;
  readonly etag?: string;
  readonly longPolling: boolean;
  /** One sentence for a person. */
  readonly why: string;
}

/** A place that bundles come from. */
export interface BundleSource {
  status(): SourceStatus;
  /** The bundle that runs; `undefined` until a first one was accepted. */
  current(): Bundle | undefined;
  /** Look once, now. Resolves to whether a new bundle was activated; a failure is in the status, never thrown. */
  refresh(): Promise<boolean>;
  /** Load the first bundle, then watch. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What every source takes. */
export interface SourceOptions {
  /** How bundles are read and verified; rollback protection is the source's own. */
  readonly read?: Omit<ReadBundleOptions, 'lastSeen' | 'now'>;
  /** Put a bundle to use. Throwing refuses the bundle, and the one before stays. */
  readonly activate: (bundle: Bundle) => void | Promise<void>;
  /** A bundle seen before this process, for rollback protection without persistence. */
  readonly lastSeen?: SeenBundle;
  readonly clock?: { now(): number };
  readonly timers?: Timers;
  /** Between 0 and 1; spreads retries of many machines. */
  readonly random?: () => number;
  readonly logger?: Logger;
}

/** The platform's timers; none of them keeps the process alive. */
export const PLATFORM_TIMERS: Timers = {
  set: (run, delay) => setTimeout(run, delay).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
