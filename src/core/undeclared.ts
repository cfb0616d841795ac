// SPDX-License-Identifier: Apache-2.0

/**
 * The value of a member that its document does not have. It is not `false`, not empty and not `undefined`:
 * a decision that reads it must say what absence means (design section 2).
 */
export const UNDECLARED: unique symbol = Symbol('UNDECLARED');

/** The type of {@link UNDECLARED}. */
export type Undeclared = typeof UNDECLARED;

/** A fact that its document may be silent about. */
export type Declared<T> = T | Undeclared;

/** Whether a fact was declared; narrows to its value. */
export function isDeclared<T>(fact: Declared<T>): fact is T {
  return fact !== UNDECLARED;
}
