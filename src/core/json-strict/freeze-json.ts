// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../json.js';

/** What {@link freezeJson} found while it walked. */
export interface Frozen {
  /** Own members of every object in the value. */
  readonly members: number;
  /** Whether a member is named `__proto__`. */
  readonly proto: boolean;
}

/**
 * Freeze a value that `JSON.parse` just made, all the way down, and count its members. Recursive: check the
 * depth of the text first.
 */
export function freezeJson(value: Json): Frozen {
  const found = { members: 0, proto: false };
  if (typeof value === 'object' && value !== null) freeze(value, found);
  return found;
}

function freeze(value: object, found: { members: number; proto: boolean }): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === 'object' && item !== null) freeze(item, found);
    }
  } else {
    const object = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(object);
    found.members += keys.length;
    for (const key of keys) {
      if (key === '__proto__') found.proto = true;
      const item = object[key];
      if (typeof item === 'object' && item !== null) freeze(item, found);
    }
  }
  Object.freeze(value);
}
