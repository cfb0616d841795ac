// SPDX-License-Identifier: Apache-2.0
import { GovernanceError } from '../../core/errors.js';
import { PlacedFault } from '../problem.js';

/** Where the card and the members of the request stand in the body of a route. */
export interface Places {
  readonly card: string;
  /** @param pointer into the request, as docs/request.md describes it */
  request(pointer: string): string;
}

/** Do something with what a body holds; what is wrong with it is told with a pointer into that body. */
export async function placeFaults<T>(places: Places, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GovernanceError) || error.pointer === undefined) throw error;
    if (error.layer === 'advertised') throw new PlacedFault(error, `${places.card}${error.pointer}`);
    if (error.layer === 'negotiated') throw new PlacedFault(error, places.request(error.pointer));
    throw error;
  }
}
