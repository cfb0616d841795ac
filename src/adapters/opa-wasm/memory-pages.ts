// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { PAGE } from './limits.js';

/** Pages of an instance's memory. */
export interface Pages {
  readonly initial: number;
  readonly maximum: number;
}

// Pages beside the data: the module's own (5 for most), one input, one evaluation.
const SPARE = 16;
// What evaluations may still take after the data is in.
const HEADROOM = 512;

// Measured: text of objects takes up to 20 times its length once parsed, and each number some 140 bytes more, however
// short it is.
const PER_BYTE = 20;
const PER_NUMBER = 140;

/**
 * How much memory a policy with this data needs from the start. What is not there is added by the module page by
 * page, at 3 ms each: data of 9 MB takes ten seconds that way, and a fifth of one where there is room.
 * @throws AuthorizedError AUTHORIZED_POLICY_MEMORY
 */
export function pagesFor(dataText: string, maxPages: number): Pages {
  const bytes = Buffer.byteLength(dataText);
  const initial = pagesNeeded(bytes, countNumbers(dataText));
  if (initial > maxPages) {
    throw fault('AUTHORIZED_POLICY_MEMORY', {
      detail: `${bytes} bytes of data need ${initial} pages, ${maxPages} are allowed`,
    });
  }
  return { initial, maximum: Math.min(maxPages, initial + HEADROOM) };
}

/** Pages for data of so many bytes with so many numbers in it. */
export function pagesNeeded(bytes: number, numbers: number): number {
  return Math.ceil((PER_BYTE * bytes + PER_NUMBER * numbers) / PAGE) + SPARE;
}

/**
 * How many numbers a JSON text holds: a digit or a minus after `[`, `,` or `:`. Text that looks like it counts too;
 * that only makes room.
 */
export function countNumbers(text: string): number {
  let numbers = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const starts = (unit >= 0x30 && unit <= 0x39) || unit === 0x2d;
    if (starts && (before === 0x5b || before === 0x2c || before === 0x3a)) numbers++;
    before = unit;
  }
  return numbers;
}
