// SPDX-License-Identifier: Apache-2.0

/** Bounds of a JSON document from outside. */
export interface JsonLimits {
  /** Most bytes of a document; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Most containers inside each other, the document itself counted; 64 by default, never over 1,000. */
  readonly maxDepth?: number;
  /**
   * Most members and elements together, an empty container counted as one more; by default one for every 16 bytes of
   * `maxBytes`, and never under 1,024. Work on a document grows with them, not with its bytes.
   */
  readonly maxValues?: number;
}

/** The bounds that hold where none are given. */
export const DEFAULT_JSON_LIMITS: Required<JsonLimits> = {
  maxBytes: 1_048_576,
  maxDepth: 64,
  maxValues: 65_536,
};

// Public cards have 22 bytes a value and more, 35 in the median.
const BYTES_A_VALUE = 16;
const FEWEST_VALUES = 1_024;

// The walks are recursive; this is far below where any of them runs out of stack.
const DEEPEST = 1_000;

/** Fill in the bounds that are not given, and cut the depth to what the walks can bear. */
export function boundedLimits(limits: JsonLimits = {}): Required<JsonLimits> {
  const maxBytes = bound(limits.maxBytes, DEFAULT_JSON_LIMITS.maxBytes);
  return {
    maxBytes,
    maxDepth: Math.min(bound(limits.maxDepth, DEFAULT_JSON_LIMITS.maxDepth), DEEPEST),
    maxValues: bound(limits.maxValues, Math.max(FEWEST_VALUES, Math.floor(maxBytes / BYTES_A_VALUE))),
  };
}

// Nothing is more than NaN: as a bound it would be none.
function bound(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : given;
}
