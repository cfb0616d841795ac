// SPDX-License-Identifier: Apache-2.0

/**
 * How many consecutive places from 0 on are taken, where no place is taken after a free one. By doubling, then by
 * halving: a few questions, however many there are.
 */
export function countPlaces(taken: (place: number) => boolean): number {
  if (!taken(0)) return 0;
  let low = 0;
  let high = 1;
  while (taken(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (taken(middle)) low = middle;
    else high = middle;
  }
  return high;
}
