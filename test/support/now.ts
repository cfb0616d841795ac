// SPDX-License-Identifier: Apache-2.0

/** The moment at which tests decide: 2026-05-05T00:00:00Z. */
export const NOW: number = Date.UTC(2026, 4, 5);
