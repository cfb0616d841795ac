// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import type { JsonNode } from './json-text.js';

/** Whether a path lies at or below a root; compared by segment, so `ab` is not below `a`. */
export function within(path: readonly string[], root: string): boolean {
  if (root === '') return true;
  return root.split('/').every((segment, index) => path[index] === segment);
}

/**
 * Refuse data outside the roots: a bundle may only speak for what it owns.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_ROOTS_VIOLATED
 */
export function enforceRoots(data: JsonNode, roots: readonly string[], path: readonly string[] = []): void {
  if (roots.some((root) => within(path, root))) return;
  const leads = roots.some((root) => within(root.split('/'), path.join('/')));
  if (data.kind !== 'object' || !(leads || path.length === 0)) {
    throw fault('AUTHORIZED_BUNDLE_ROOTS_VIOLATED', { pointer: pointer('', ...path), detail: 'data' });
  }
  for (const [name, value] of data.members) enforceRoots(value, roots, [...path, name]);
}
