// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../json.js';

// What is frozen stays as it was found. Weak: no document is kept in memory for this.
const PARSED = new WeakSet<JsonObject>();

/** Remember a document that `parseStrict` made. INVARIANT: it is frozen all the way down. */
export function rememberParsed(document: JsonObject): void {
  PARSED.add(document);
}

/** Whether `parseStrict` made this very object, so that parts of it may be shared. */
export function isParsedDocument(document: JsonObject): boolean {
  return PARSED.has(document);
}
