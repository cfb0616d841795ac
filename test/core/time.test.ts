// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay, parseTimestamp, toTimestamp } from '../../src/core/time.js';
import { RUNS } from '../support/runs.js';

describe('parseTimestamp reads RFC 3339', () => {
  it.each<readonly [string, number]>([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00:00.001Z', 1],
    ['1970-01-01t00:00:01z', 1_000],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T23:59:59-00:00', -1_000],
    ['1970-01-01T00:00:00.5004Z', 500],
    ['2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2016-12-31T23:59:60.250Z', Date.UTC(2017, 0, 1, 0, 0, 0, 250)],
  ])('%s', (text, milliseconds) => {
    expect(parseTimestamp(text)).toBe(milliseconds);
  });
});

describe('parseTimestamp refuses', () => {
  it.each([
    '',
    'now',
    '2026-05-05',
    '2026-05-05T00:00:00',
    '2026-05-05T00:00Z',
    '2026-05-05 00:00:00Z',
    ' 2026-05-05T00:00:00Z',
    '2026-05-05T00:00:00Z\n',
    '2026-05-05T00:00:00.Z',
    '2026-05-05T00:00:00,5Z',
    '2026-05-05T00:00:00+0100',
    '2026-05-05T00:00:00+24:00',
    '2026-05-05T00:00:00+01:60',
    '2026-05-05T24:00:00Z',
    '2026-05-05T00:60:00Z',
    '2026-05-05T00:00:61Z',
    '2026-00-05T00:00:00Z',
    '2026-13-05T00:00:00Z',
    '2026-05-00T00:00:00Z',
    '2026-05-32T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '26-05-05T00:00:00Z',
    '+002026-05-05T00:00:00Z',
    '-2026-05-05T00:00:00Z',
    '1746403200000',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:60Z',
    '0000-01-01T00:00:00+00:01',
  ])('%j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe('toTimestamp refuses what RFC 3339 cannot write', () => {
  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Date.UTC(10_000, 0, 1),
    Date.UTC(0, 0, 1) - 1e14,
    '2026' as never,
    new Date(0) as never,
  ])('%s', (moment) => {
    expect(() => toTimestamp(moment)).toThrow(expect.objectContaining({ code: 'CORE_ENGINE_FAULT' }));
  });
});

describe('laws of time', () => {
  const moment = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9999, 11, 31) });

  it('what is written is read back, to the millisecond', () => {
    fc.assert(
      fc.property(moment, (milliseconds) => {
        expect(parseTimestamp(toTimestamp(milliseconds))).toBe(milliseconds);
      }),
      { numRuns: RUNS },
    );
  });

  it('an offset moves the clock, never the moment', () => {
    fc.assert(
      fc.property(moment, fc.nat(23), fc.nat(59), fc.boolean(), (milliseconds, hours, minutes, east) => {
        const shift = (hours * 60 + minutes) * 60_000 * (east ? 1 : -1);
        const pad = (value: number): string => String(value).padStart(2, '0');
        const local = toTimestamp(milliseconds + shift).slice(0, -1);
        fc.pre(/^\d{4}-/.test(local));
        expect(parseTimestamp(`${local}${east ? '+' : '-'}${pad(hours)}:${pad(minutes)}`)).toBe(milliseconds);
      }),
      { numRuns: RUNS },
    );
  });

  it('isDay agrees with the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        expect(isDay(year, month, day)).toBe(date.getUTCMonth() === month - 1 && date.getUTCDate() === day);
      }),
      { numRuns: RUNS },
    );
  });

  it('isDay of nothing is no day', () => {
    expect(isDay()).toBe(false);
    expect(isDay(2026)).toBe(false);
    expect(isDay(2026, 5)).toBe(false);
  });
});
