// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import type { EntryDraft } from '../types.js';

const ID = /^[A-Za-z0-9._:-]+$/;
const KIND = /^[a-z]+(?:[.-][a-z]+)*$/;
const AT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/**
 * Refuse a draft that a store could not give back byte for byte, or that no reader could name.
 * @throws EvidencedError EVIDENCED_ENTRY_INVALID
 */
export function checkDraft(draft: EntryDraft): void {
  if (!ID.test(draft.id)) throw invalid('/id', draft.id);
  if (!KIND.test(draft.kind)) throw invalid('/kind', draft.kind);
  if (!AT.test(draft.at)) throw invalid('/at', draft.at);
  const { negotiationId } = draft;
  if (negotiationId !== undefined && !isKeepable(negotiationId))
    throw invalid('/negotiationId', negotiationId);
  if (!isKeepable(draft.body)) throw invalid('/body', draft.body);
}

// A lone surrogate has no UTF-8 form, so two different texts would have one hash; JSON text holds no raw NUL, and
// an SQLite tool would show the text only up to it.
function isKeepable(text: string): boolean {
  return typeof text === 'string' && text !== '' && text.isWellFormed() && !text.includes('\u0000');
}

function invalid(pointer: string, seen: unknown): Error {
  return fault('EVIDENCED_ENTRY_INVALID', { pointer, detail: quote(seen) });
}
