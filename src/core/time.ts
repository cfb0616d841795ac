// SPDX-License-Identifier: Apache-2.0

import { fault, quote } from './errors.js';

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

let lastMoment = 0;
let lastText = '1970-01-01T00:00:00.000Z';

// RFC 3339 writes years with four digits.
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds since the epoch as RFC 3339 in UTC with milliseconds.
 * @throws GovernanceError CORE_ENGINE_FAULT where a clock gave no time of the years 0 to 9999
 */
export function toTimestamp(milliseconds: number): string {
  // Many decisions fall into one millisecond; its text is written once.
  if (milliseconds !== lastMoment) {
    // A Date compares like a number and adds like text: an expiry made of it would never come.
    if (typeof milliseconds !== 'number' || !(milliseconds >= FIRST && milliseconds <= LAST))
      throw fault('CORE_ENGINE_FAULT', { detail: `the clock says ${quote(milliseconds)}` });
    lastText = new Date(milliseconds).toISOString();
    lastMoment = milliseconds;
  }
  return lastText;
}

/**
 * Read an RFC 3339 date-time; `undefined` where it is none, names a day that does not exist, or lies in UTC outside
 * the years 0 to 9999. A leap second reads as the second after it.
 */
export function parseTimestamp(text: string): number | undefined {
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as number[];
  if (!isDay(year, month, day) || (hour ?? 24) > 23 || (minute ?? 60) > 59 || (second ?? 61) > 60)
    return undefined;
  const leap = second === 60;
  const normal = leap ? `${text.slice(0, 17)}59${text.slice(19)}` : text;
  const value = Date.parse(normal.toUpperCase()) + (leap ? 1000 : 0);
  return value >= FIRST && value <= LAST ? value : undefined;
}

/** Whether year, month and day name a day of the Gregorian calendar. */
export function isDay(year = 0, month = 0, day = 0): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
