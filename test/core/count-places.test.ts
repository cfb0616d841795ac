// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPlaces } from '../../src/core/count-places.js';

describe('countPlaces', () => {
  it.each([0, 1, 2, 3, 4, 7, 8, 9, 1_000, 1_000_001])('counts %i taken places', (count) => {
    expect(countPlaces((place) => place < count)).toBe(count);
  });

  it('asks few questions, however many places are taken', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), (count) => {
        let questions = 0;
        const taken = (place: number): boolean => {
          questions += 1;
          return place < count;
        };
        expect(countPlaces(taken)).toBe(count);
        expect(questions).toBeLessThanOrEqual(3 + 2 * Math.ceil(Math.log2(count + 2)));
      }),
      { numRuns: 500 },
    );
  });

  it('asks about whole places from 0 on alone', () => {
    countPlaces((place) => {
      expect(Number.isSafeInteger(place) && place >= 0).toBe(true);
      return place < 12_345;
    });
  });
});
