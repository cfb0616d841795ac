// SPDX-License-Identifier: Apache-2.0
import type { CardExtension } from '../../advertised/types.js';
import type { RequestedExtension } from '../../core/request.js';
import { type Declared, isDeclared } from '../../core/undeclared.js';
import type { ExtensionTerm, ExtensionTerms } from '../types.js';
import { versionMatches } from './extension-version.js';

/**
 * Agree on extensions: exact URI, and the version where the provider names one; never another version in its place
 * (A2A section 4.6.3). UNDECLARED activates nothing.
 */
export function agreeExtensions(
  requested: readonly RequestedExtension[],
  offered: Declared<readonly CardExtension[]>,
): ExtensionTerms {
  const offers = new Map((isDeclared(offered) ? offered : []).map((extension) => [extension.uri, extension]));
  const accepted: ExtensionTerm[] = [];
  const rejected: ExtensionTerm[] = [];
  for (const extension of requested) {
    const offer = offers.get(extension.uri);
    const refusal = refusalOf(extension, offer, isDeclared(offered));
    if (refusal === undefined)
      accepted.push({ ...named(extension), code: 'accepted', reason: reasonOf(offer) });
    else rejected.push({ ...named(extension), ...refusal });
  }
  const uris = new Set(requested.map((extension) => extension.uri));
  const providerRequired = [...offers.values()].filter((offer) => offer.required && !uris.has(offer.uri));
  const requiredRefused = rejected
    .filter((extension) => extension.required)
    .map((extension) => extension.uri);
  return {
    accepted,
    rejected,
    missing: [...requiredRefused, ...providerRequired.map((offer) => offer.uri)],
    providerRequired: providerRequired.map((offer) => offer.uri),
    state: isDeclared(offered) ? 'declared' : 'undeclared',
  };
}

function named(extension: RequestedExtension): Pick<ExtensionTerm, 'uri' | 'version' | 'required'> {
  const { uri, version, required } = extension;
  return version === undefined ? { uri, required } : { uri, version, required };
}

function refusalOf(
  requested: RequestedExtension,
  offer: CardExtension | undefined,
  declared: boolean,
): Pick<ExtensionTerm, 'code' | 'reason'> | undefined {
  if (!declared) {
    return {
      code: 'NEGOTIATED_EXTENSIONS_UNDECLARED',
      reason: 'The provider leaves extension support undeclared.',
    };
  }
  if (offer === undefined) {
    return { code: 'NEGOTIATED_EXTENSION_NOT_ADVERTISED', reason: 'Not advertised by provider.' };
  }
  if (requested.version !== undefined && !versionMatches(requested.version, offer)) {
    return { code: 'NEGOTIATED_EXTENSION_VERSION', reason: 'This version is not advertised by provider.' };
  }
  return undefined;
}

// The provider's own description says best why it supports it; one that is long or odd is not repeated.
function reasonOf(offer: CardExtension | undefined): string {
  const text = offer?.description;
  return text !== undefined && /^[\p{L}\p{N}\p{P}\p{S} ]{1,200}$/u.test(text)
    ? text
    : 'Advertised by provider.';
}
