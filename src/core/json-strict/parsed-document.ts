// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../json.js';

// Weak: a document is not kept in memory for this.
const PARSED = new WeakSet<JsonObject>();

/** Remember that `parseStrict` made a document. INVARIANT: it is frozen all the way down. */
export function rememberParsed(document: JsonObject): void {
  PARSED.add(document);
}

/** Whether `parseStrict` made this very object, so that nothing in it can change. */
export function isParsed(document: JsonObject): boolean {
  return PARSED.has(document);
}
