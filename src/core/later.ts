// SPDX-License-Identifier: Apache-2.0

/** Whether an answer comes later: a promise of any realm or library. */
export function isLater<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return (
    answer instanceof Promise || typeof (answer as Partial<PromiseLike<T>> | undefined)?.then === 'function'
  );
}
