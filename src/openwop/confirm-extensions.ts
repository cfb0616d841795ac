// SPDX-License-Identifier: Apache-2.0
import { type HeaderReader, readA2aExtensions } from './read-a2a.js';

/** What an agent's answer makes of the extensions that were asked of it. */
export interface ConfirmedExtensions {
  /** Asked for and echoed: active. */
  readonly active: readonly string[];
  /** Needed and not echoed: the answer was given without them. */
  readonly missing: readonly string[];
  /** Echoed and never asked for: not active, and a sign that the agent echoes what it supports. */
  readonly uncalled: readonly string[];
}

/**
 * Read the echo of an A2A answer as the client: an extension is active only where the header of the negotiated
 * version names it. No echo means that none is.
 */
export function confirmExtensions(
  asked: readonly string[],
  needed: readonly string[],
  answer: HeaderReader,
  version: string,
): ConfirmedExtensions {
  const echoed = readA2aExtensions(answer, version);
  return {
    active: asked.filter((uri) => echoed.includes(uri)),
    missing: needed.filter((uri) => !echoed.includes(uri) || !asked.includes(uri)),
    uncalled: echoed.filter((uri) => !asked.includes(uri)),
  };
}
