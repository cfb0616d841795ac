// SPDX-License-Identifier: Apache-2.0
import { sha256Hex } from '../core/digest.js';
import { fault, quote } from '../core/errors.js';
import { parseUrl } from '../core/parse-url.js';

/**
 * The origin of a URL as `scheme://host[:port]`, default ports left out; `undefined` where it has no host.
 */
export function originOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  if (parsed.origin !== 'null') return parsed.origin;
  // URL gives `null` for schemes that it does not know (grpc, ..); their host and port are still read.
  return parsed.host === '' ? undefined : `${parsed.protocol}//${parsed.host.toLowerCase()}`;
}

/**
 * SHA-256 of the peer's origin, 64 lower-case hex digits. Path, query and user information never take part.
 * @throws GovernanceError OPENWOP_ORIGIN_MALFORMED
 */
export function digestPeer(url: string): string {
  const origin = originOf(url);
  if (origin === undefined) throw fault('OPENWOP_ORIGIN_MALFORMED', { detail: quote(url) });
  return sha256Hex(origin);
}
