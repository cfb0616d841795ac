// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import type { BundleLimits } from './types.js';

/**
 * The path of a bundle entry in its one form: relative, no `./`, no leading slash. `opa build` writes `/data.json`
 * and tar writes `./data.json`; both mean `data.json`.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_PATH_REFUSED, AUTHORIZED_BUNDLE_TOO_LARGE
 */
export function bundlePath(name: string, limits: BundleLimits): string {
  const path = name.replace(/^(?:\.\/|\/)/, '');
  const segments = path.split('/');
  if (Buffer.byteLength(path) > limits.pathBytes || segments.length > limits.pathDepth) {
    throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `path ${quote(name)}` });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  const odd = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\\ufffd]/.test(path) || !path.isWellFormed();
  if (odd || segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw fault('AUTHORIZED_BUNDLE_PATH_REFUSED', { detail: quote(name) });
  }
  return path;
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders that a path lies in, outermost first. */
export function folders(path: string): readonly string[] {
  return path.split('/').slice(0, -1);
}
