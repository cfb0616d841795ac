// SPDX-License-Identifier: Apache-2.0

/** Bounds of a JSON document that goes into a policy. */
export interface JsonLimits {
  readonly depth: number;
  /** Members of one object. Hashing inside the module is unseeded, so many colliding keys cost the square. */
  readonly members: number;
  /** UTF-8 bytes of the whole. */
  readonly bytes: number;
}

/** Bounds of the input of one decision (facts: 1,000 colliding keys in 65 KB cost 12 ms, 16,000 cost 9 s). */
export const INPUT_LIMITS: JsonLimits = { depth: 64, members: 1_000, bytes: 64 * 1024 };

/** Bounds of policy data. Operators write it, so only its size counts. */
export const DATA_LIMITS: JsonLimits = {
  depth: 64,
  members: Number.MAX_SAFE_INTEGER,
  bytes: 64 * 1024 * 1024,
};

/** Bytes of an answer that are read at most. */
export const RESULT_BYTES: number = 1024 * 1024;

/** Bytes of a page of WebAssembly memory. */
export const PAGE: number = 64 * 1024;

/** Pages that a policy may use at most, unless told otherwise: 1 GiB. */
export const MAX_PAGES: number = 16_384;
