// SPDX-License-Identifier: Apache-2.0
import { parseTimestamp } from '../core/time.js';

/** The longest time an advertisement of versions may stand without being looked at again (OpenWOP interop). */
export const REFRESH_DAYS = 90;

/** What is to say about an advertisement's `refreshedAt`: a finding, never a refusal. */
export type RefreshFinding = 'fresh' | 'stale' | 'undated' | 'malformed' | 'in-the-future';

/**
 * Judge when the other side last compared its advertised versions with the registries.
 * @param refreshedAt an RFC 3339 date or date-time, as advertised
 * @param now milliseconds since the epoch
 * @param windowDays the window that the advertisement claims; more than 90 days count as 90
 */
export function judgeRefresh(
  refreshedAt: string | undefined,
  now: number,
  windowDays: number = REFRESH_DAYS,
): RefreshFinding {
  if (refreshedAt === undefined) return 'undated';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(refreshedAt);
  const time = parseTimestamp(day ? `${refreshedAt}T00:00:00Z` : refreshedAt);
  if (time === undefined) return 'malformed';
  // A date names a whole day, wherever its author was.
  if (time - (day ? DAY : 0) > now) return 'in-the-future';
  const window = Math.min(windowDays, REFRESH_DAYS) * DAY;
  return now - time > window + (day ? DAY : 0) ? 'stale' : 'fresh';
}

const DAY = 86_400_000;
