// SPDX-License-Identifier: Apache-2.0

// RFC 3986 section 3: a scheme, and at least one character of those a URI may have. MCP names extensions
// `vendor-prefix/name` (SEP-2133).
const NAME =
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)$/;

/** Whether a text names an extension: an absolute URI, or an MCP extension identifier. */
export function isExtensionName(text: string): boolean {
  return NAME.test(text);
}
