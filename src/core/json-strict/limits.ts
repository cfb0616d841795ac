// SPDX-License-Identifier: Apache-2.0

/** Bounds of a JSON document from outside. */
export interface JsonLimits {
  /** Most bytes of a document; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Most containers inside each other, the document itself counted; 64 by default, never over 1,000. */
  readonly maxDepth?: number;
}

/** The bounds that hold where none are given. */
export const DEFAULT_JSON_LIMITS: Required<JsonLimits> = { maxBytes: 1_048_576, maxDepth: 64 };

// The walks are recursive; this is far below where any of them runs out of stack.
const DEEPEST = 1_000;

/** Fill in the bounds that are not given, and cut the depth to what the walks can bear. */
export function boundedLimits(limits: JsonLimits = {}): Required<JsonLimits> {
  return {
    maxBytes: limits.maxBytes ?? DEFAULT_JSON_LIMITS.maxBytes,
    maxDepth: Math.min(limits.maxDepth ?? DEFAULT_JSON_LIMITS.maxDepth, DEEPEST),
  };
}
