// SPDX-License-Identifier: Apache-2.0

/** How long to wait before a retry, in milliseconds. */
export interface Backoff {
  /** Before the first retry. */
  readonly first: number;
  readonly most: number;
}

/**
 * Exponential backoff with jitter: doubles from `first` up to `most`, then is spread over its upper half so that
 * machines which failed together do not retry together. `failures` counts from 1, `random` is in [0, 1).
 */
export function backoffDelay(failures: number, backoff: Backoff, random: number): number {
  const doubled = backoff.first * 2 ** Math.min(Math.max(failures, 1) - 1, 30);
  const bounded = Math.min(doubled, backoff.most);
  return Math.round(bounded * (0.5 + random / 2));
}
