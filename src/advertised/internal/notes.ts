// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../../core/errors.js';
import { FINDING_CODES, type FindingCode } from '../finding-codes.js';
import type { Finding } from '../types.js';

// A hostile card must not turn one megabyte into a hundred megabytes of findings.
const MOST = 1_000;

/** Collects the findings of one reading, in the order in which they are made; the first thousand are kept. */
export class Notes {
  readonly #findings: Finding[] = [];

  add(code: FindingCode, pointer: string, detail?: string): void {
    if (this.#findings.length >= MOST) return;
    const { severity, message } = FINDING_CODES[code];
    const text = detail === undefined ? message : `${message}: ${oneLine(detail)}`;
    this.#findings.push(Object.freeze({ code, severity, pointer, message: text }));
  }

  all(): readonly Finding[] {
    return Object.freeze([...this.#findings]);
  }
}
