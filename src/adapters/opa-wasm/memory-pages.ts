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

/**
 * How much memory a policy with this data needs. Parsed data takes up to 20 times its text, numbers up to 45 times
 * (measured), and what is not there from the start is added page by page, at 3 ms each.
 * @throws AuthorizedError AUTHORIZED_POLICY_MEMORY
 */
export function pagesFor(dataText: string, maxPages: number): Pages {
  const bytes = Buffer.byteLength(dataText);
  const factor = mostlyNumbers(dataText) ? 45 : 20;
  const initial = Math.ceil((factor * bytes) / PAGE) + SPARE;
  if (initial > maxPages) {
    throw fault('AUTHORIZED_POLICY_MEMORY', {
      detail: `${bytes} bytes of data need ${initial} pages, ${maxPages} are allowed`,
    });
  }
  return { initial, maximum: Math.min(maxPages, initial + HEADROOM) };
}

// Every number costs a node of its own, however short it is: `1,` is two bytes of text and sixty in memory.
function mostlyNumbers(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x2c && unit <= 0x39) digits++;
  }
  return digits * 3 > text.length;
}
