// SPDX-License-Identifier: Apache-2.0
import type { CardExtension } from '../../advertised/types.js';

const SEGMENT = /\/(v?(\d+(?:\.\d+)*))$/i;

/**
 * Whether a requested version is the advertised one. `params.version` is compared as it stands; a version that is
 * only the URI's own segment (`/v1`) names as many parts as it has, so `1` and `1.0.0` are both versions of `/v1`.
 * A provider that names no version serves any.
 */
export function versionMatches(requested: string, offer: CardExtension): boolean {
  if (offer.version === undefined || offer.version === requested) return true;
  const [, segment, parts] = SEGMENT.exec(offer.uri) ?? [];
  // Spelled otherwise than in the URI, the version comes from `params`.
  if (parts === undefined || offer.version !== segment) return false;
  const wanted = requested.replace(/^v/i, '');
  return wanted === parts || (/^\d+(?:\.\d+)*$/.test(wanted) && wanted.startsWith(`${parts}.`));
}
