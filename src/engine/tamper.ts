// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';

/** Refuses to go on where the roots of all objects are no longer what they were. @throws GovernanceError CORE_PROTOTYPE_CHANGED */
export type TamperCheck = () => void;

const LIST: readonly never[] = Object.freeze([]);

/**
 * Notes what `Object.prototype` has now. A member that somebody adds later is a member of every object: it could
 * answer for an attribute that a requester does not have. A `toJSON` that everything inherits, whenever it was added,
 * would write the evidence in the place of the engine.
 */
export function createTamperCheck(): TamperCheck {
  const before = Reflect.ownKeys(Object.prototype).length;
  return () => {
    if ('toJSON' in LIST) throw fault('CORE_PROTOTYPE_CHANGED', { detail: '`toJSON`' });
    if (Reflect.ownKeys(Object.prototype).length !== before) throw fault('CORE_PROTOTYPE_CHANGED');
  };
}
