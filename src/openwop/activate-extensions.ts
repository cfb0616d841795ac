// SPDX-License-Identifier: Apache-2.0

/** An extension that this side declares. */
export interface DeclaredExtension {
  readonly uri: string;
  readonly required?: boolean | undefined;
}

/** What of the requested extensions is active in one exchange. */
export interface ActivatedExtensions {
  readonly requested: readonly string[];
  /** Requested and declared, in the order of the request; nothing else is ever echoed. */
  readonly activated: readonly string[];
  /** Declared as required and not requested: the exchange is refused (A2A 1.0 section 3.3.4). */
  readonly missing: readonly string[];
}

/**
 * Activate what is requested and declared, by exact URI: another version of an extension is another extension
 * (A2A 1.0 section 4.6.3). Declared twice, once as required, counts as required.
 */
export function activateExtensions(
  requested: readonly string[],
  declared: readonly DeclaredExtension[],
): ActivatedExtensions {
  const known = new Set(declared.map((extension) => extension.uri));
  const asked = new Set(requested);
  const missing = declared
    .filter((extension) => extension.required === true && !asked.has(extension.uri))
    .map((extension) => extension.uri);
  return {
    requested,
    activated: requested.filter((uri) => known.has(uri)),
    missing: [...new Set(missing)],
  };
}
