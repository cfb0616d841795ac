// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../json.js';

/** What is known of a document that `parseStrict` made, beside its value: it is frozen all the way down. */
export interface ParsedDocument {
  /** Whether its text held no backslash, so that no string in it needs an escape or is half a surrogate pair. */
  readonly plain: boolean;
}

const PLAIN: ParsedDocument = Object.freeze({ plain: true });
const ESCAPED: ParsedDocument = Object.freeze({ plain: false });
// What is frozen stays as it was found. Weak: no document is kept in memory for this.
const PARSED = new WeakMap<JsonObject, ParsedDocument>();

/** Remember a document. INVARIANT: it is frozen all the way down, and `plain` is true of its text. */
export function rememberParsed(document: JsonObject, plain: boolean): void {
  PARSED.set(document, plain ? PLAIN : ESCAPED);
}

/** What is known of a document; `undefined` where `parseStrict` did not make this very object. */
export function parsedDocument(document: JsonObject): ParsedDocument | undefined {
  return PARSED.get(document);
}
