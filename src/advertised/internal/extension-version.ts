// SPDX-License-Identifier: Apache-2.0

const SEGMENT = /^(?:v\d+(?:\.\d+){0,2}|\d+\.\d+(?:\.\d+)?)$/i;

/** The version that a URI names in its last path segment (`v1`, `v1.2`, `1.0.0`); `undefined` where it names none. */
export function uriVersion(uri: string): string | undefined {
  const path = uri.split(/[?#]/, 1)[0] ?? '';
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return path.includes('/') && SEGMENT.test(segment) ? segment : undefined;
}
