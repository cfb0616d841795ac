// SPDX-License-Identifier: Apache-2.0
import type { CardExtension } from '../../advertised/types.js';

const URI_VERSION = /\/v?(\d+(?:\.\d+)*)$/;

/**
 * Whether a requested version is the advertised one. `params.version` is compared as it stands; a version that is
 * only the URI's own segment (`/v1`) names as many parts as it has, so `1` and `1.0.0` are both versions of `/v1`.
 * A provider that names no version serves any.
 */
export function versionMatches(requested: string, offer: CardExtension): boolean {
  if (offer.version === undefined || offer.version === requested) return true;
  const segment = URI_VERSION.exec(offer.uri)?.[1];
  if (segment === undefined || strip(offer.version) !== segment) return false;
  const wanted = strip(requested);
  return wanted === segment || (/^\d+(?:\.\d+)*$/.test(wanted) && wanted.startsWith(`${segment}.`));
}

function strip(version: string): string {
  return version.startsWith('v') ? version.slice(1) : version;
}
