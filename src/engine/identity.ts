// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../core/digest.js';
import type { Clock, Ids } from '../core/ports.js';

/** The system's clock; every layer gets it as an argument. */
export const SYSTEM_CLOCK: Clock = Object.freeze({ now: () => Date.now() });

/** Identifiers that are unique everywhere: 128 random bits per source, and a counter. */
export function createIds(): Ids {
  const prefix = randomBytes(16).toString('hex');
  let count = 0;
  return {
    next() {
      count += 1;
      return `${prefix}.${count}`;
    },
  };
}

/**
 * Identifiers derived from what they name: the same card, request, policy and time give the same identifiers, hence
 * the same bytes. For one-shot use such as the command line.
 */
export function createDerivedIds(): Ids {
  return { next: (kind, seed) => sha256Hex(`${kind}\n${seed()}`).slice(0, 32) };
}
