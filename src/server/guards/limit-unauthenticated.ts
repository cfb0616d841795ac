// SPDX-License-Identifier: Apache-2.0

/** How many exchanges of callers that nobody knows are decided, and so recorded. */
export interface UnauthenticatedLimit {
  /** 0 where one more may be decided, else the seconds after which it may be tried again. */
  take(): number;
}

/**
 * A bound on unauthenticated exchanges. Every decision is recorded for good, so whoever may ask without a name may fill
 * the evidence; over this bound nothing is decided, hence nothing is lost. Give one bound to all guards of a host.
 *
 * @param rate how many a second on average, and how many at once
 * @param now milliseconds of a clock that never goes back
 * @example guardA2A(engine, handler, { unauthenticated: limitUnauthenticated({ perSecond: 10, burst: 50 }) })
 */
export function limitUnauthenticated(
  rate: { readonly perSecond: number; readonly burst: number },
  now: () => number = () => performance.now(),
): UnauthenticatedLimit {
  const { perSecond, burst } = rate;
  if (!(perSecond > 0) || !(burst >= 1)) throw new TypeError('a rate above 0 and a burst of at least 1');
  let left = burst;
  let last = now();
  return {
    take() {
      const time = now();
      left = Math.min(burst, left + ((time - last) / 1_000) * perSecond);
      last = time;
      if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond));
      left -= 1;
      return 0;
    },
  };
}
