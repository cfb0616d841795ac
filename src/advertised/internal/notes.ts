// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { FINDING_CODES, type FindingCode } from '../finding-codes.js';
import type { Finding } from '../types.js';

// A hostile card must not turn one megabyte into a hundred megabytes of findings.
const MOST = 1_000;

/** Collects the findings of one reading, in the order in which they are made; the first thousand are kept. */
export class Notes {
  readonly #findings: Finding[] = [];

  /** Whether no more is kept: a caller may save itself the work. */
  get full(): boolean {
    return this.#findings.length >= MOST;
  }

  /** @param detail in our words @param seen what the document says, to be quoted */
  add(code: FindingCode, pointer: string, detail?: string, seen?: string): void {
    if (this.full) return;
    const { severity, message } = FINDING_CODES[code];
    const more = [detail, seen === undefined ? undefined : quote(seen)].filter((part) => part !== undefined);
    const text = more.length === 0 ? message : `${message}: ${more.join(' ')}`;
    this.#findings.push(Object.freeze({ code, severity, pointer, message: text }));
  }

  all(): readonly Finding[] {
    return Object.freeze([...this.#findings]);
  }
}
