// SPDX-License-Identifier: Apache-2.0
import type { NegotiationDecided } from './types.js';

/**
 * What is recorded where the log of a run did not take its event. The log may or may not have it; what is certain is
 * that the exchange goes no further. There is no `reason`, because none of the four names a broken sink.
 */
export function sinkRefusal(payload: NegotiationDecided): NegotiationDecided {
  const { version: _version, reason: _reason, ...rest } = payload;
  return { ...rest, outcome: 'refused' };
}
