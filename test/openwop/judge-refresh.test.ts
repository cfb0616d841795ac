// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { judgeRefresh } from '../../src/openwop/judge-refresh.js';

const NOW = Date.parse('2026-10-11T12:00:00Z');

it.each([
  ['2026-10-11', undefined, 'fresh'],
  ['2026-07-13T12:00:00Z', undefined, 'fresh'],
  ['2026-07-13T11:59:59Z', undefined, 'stale'],
  ['2026-07-13', undefined, 'fresh'],
  ['2026-07-11', undefined, 'stale'],
  ['2026-09-01', 30, 'stale'],
  ['2026-01-01', 365, 'stale'],
  ['2026-10-12', undefined, 'fresh'],
  ['2026-10-13', undefined, 'in-the-future'],
  ['2026-10-11T13:00:00Z', undefined, 'in-the-future'],
  [undefined, undefined, 'undated'],
  ['recently', undefined, 'malformed'],
  ['2026-02-30', undefined, 'malformed'],
] as const)('%s (%s days) is %s', (refreshedAt, days, finding) => {
  expect(judgeRefresh(refreshedAt, NOW, days)).toBe(finding);
});
