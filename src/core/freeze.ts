// SPDX-License-Identifier: Apache-2.0

/**
 * Freeze a value of plain objects and lists that this code just made, all the way down. What is frozen already is
 * taken as it is, so parts that are shared and frozen cost nothing.
 */
export function freezeAll<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freeze(value);
  return value;
}

function freeze(value: object): void {
  Object.freeze(value);
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index++) freezeAll<unknown>(value[index]);
  else for (const name of Object.keys(value)) freezeAll((value as Readonly<Record<string, unknown>>)[name]);
}

/**
 * A frozen copy of a value of plain objects and lists that somebody else made and may go on changing; of an object,
 * its own members alone. What is frozen already is taken as it is.
 */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    // defineProperty, because a member may be called `__proto__`.
    Object.defineProperty(copy, name, {
      value: frozenCopy((value as Readonly<Record<string, unknown>>)[name]),
      enumerable: true,
    });
  }
  return Object.freeze(copy) as T;
}
