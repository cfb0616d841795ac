// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';

/** Refuses to go on where the root of all objects is no longer what it was. @throws GovernanceError CORE_PROTOTYPE_CHANGED */
export type TamperCheck = () => void;

/**
 * Notes what `Object.prototype` has now. A member that somebody adds later is a member of every object: it could
 * answer for an attribute that a requester does not have.
 */
export function createTamperCheck(): TamperCheck {
  const before = Reflect.ownKeys(Object.prototype).length;
  return () => {
    refuseToJson();
    if (Reflect.ownKeys(Object.prototype).length !== before) throw fault('CORE_PROTOTYPE_CHANGED');
  };
}

const LIST: readonly never[] = Object.freeze([]);

/**
 * Refuse to write evidence where everything inherits a `toJSON`, whenever it was added: it would write in the place
 * of the engine.
 * @throws GovernanceError CORE_PROTOTYPE_CHANGED
 */
export function refuseToJson(): void {
  if ('toJSON' in LIST) throw fault('CORE_PROTOTYPE_CHANGED', { detail: '`toJSON`' });
}
