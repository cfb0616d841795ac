// SPDX-License-Identifier: Apache-2.0
import type { CardExtension } from '../../advertised/types.js';
import type { RequestedExtension } from '../../core/request.js';
import { type Declared, isDeclared } from '../../core/undeclared.js';
import type { ExtensionTerm, ExtensionTerms } from '../types.js';
import { versionMatches } from './extension-version.js';

/**
 * Agree on extensions: exact URI, and the version where the provider names one; never another version in its place
 * (A2A section 4.6.3). UNDECLARED activates nothing. What the provider requires and is not granted is missing.
 */
export function agreeExtensions(
  requested: readonly RequestedExtension[],
  offered: Declared<readonly CardExtension[]>,
): ExtensionTerms {
  const offers = isDeclared(offered) ? offered : NONE;
  const accepted: ExtensionTerm[] = [];
  const rejected: ExtensionTerm[] = [];
  const missing: string[] = [];
  for (const extension of requested) {
    // Both lists are short, and bounded by the limits of cards and requests.
    const offer = offers.find((one) => one.uri === extension.uri);
    const refusal = refusalOf(extension, offer, isDeclared(offered));
    if (refusal === undefined) accepted.push(term(extension, 'accepted', reasonOf(offer)));
    else rejected.push(term(extension, refusal.code, refusal.reason));
    if (refusal !== undefined && extension.required) missing.push(extension.uri);
  }
  const providerRequired: string[] = [];
  for (const offer of offers) {
    // Requested in a version that was refused is as good as not requested: the provider would turn the call away.
    if (!offer.required || missing.includes(offer.uri)) continue;
    if (accepted.some((extension) => extension.uri === offer.uri)) continue;
    providerRequired.push(offer.uri);
    missing.push(offer.uri);
  }
  return {
    accepted,
    rejected,
    missing,
    providerRequired,
    state: isDeclared(offered) ? 'declared' : 'undeclared',
  };
}

const NONE: readonly CardExtension[] = Object.freeze([]);

function term({ uri, version, required }: RequestedExtension, code: string, reason: string): ExtensionTerm {
  return version === undefined ? { uri, required, code, reason } : { uri, version, required, code, reason };
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
