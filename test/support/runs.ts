// SPDX-License-Identifier: Apache-2.0

/** How often a law is tried: `npm test` tries 1,000 times, `npm run test:deep` 100,000. */
export const RUNS: number = process.env['PARLEY_DEEP'] === '1' ? 100_000 : 1_000;
