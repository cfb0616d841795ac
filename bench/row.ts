// SPDX-License-Identifier: Apache-2.0

/** One row of the report: a budget of design section 8, what was measured against it, and whether it holds. */
export interface Row {
  readonly row: number;
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  readonly holds: boolean;
  /** Every figure behind it; microseconds unless the name says otherwise. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Two digits behind the point are all that such a measurement can say. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
