// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import type { Deadline } from '../openwop/port.js';

/** Gives work so many milliseconds: a sink that hangs is a refusal, not a lost record. */
export function createDeadline(milliseconds: number): Deadline {
  return (work) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(fault('OPENWOP_SINK_TIMEOUT')), milliseconds);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };
}
