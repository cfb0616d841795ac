// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import type { Json } from '../core/json.js';
import { detectDocument } from './detect-document.js';
import type { DocumentKind, Validation } from './types.js';
import { validateAnswer } from './validate-answer.js';
import { validateCheckpoint } from './validate-checkpoint.js';
import { validateNegotiation } from './validate-negotiation.js';
import { validateReceipt } from './validate-receipt.js';
import { validateRecord } from './validate-record.js';

/** The verdict on a document, and what it was taken for. */
export interface DocumentValidation extends Validation {
  readonly kind: DocumentKind;
}

/** A Map: kinds that are recognized and not validated yet have no entry. */
const VALIDATORS: ReadonlyMap<string, (document: Json) => Validation> = new Map<
  DocumentKind,
  (document: Json) => Validation
>([
  ['capability-negotiation', validateNegotiation],
  ['decision-receipt', validateReceipt],
  ['authorization-checkpoint', validateCheckpoint],
  ['host-event', validateRecord],
  ['run-event', validateRecord],
  ['negotiation-answer', validateAnswer],
]);

/**
 * Validate a document of any kind we know.
 * @throws GovernanceError TSMM_DOCUMENT_UNKNOWN, TSMM_DOCUMENT_UNSUPPORTED
 */
export function validateDocument(document: Json): DocumentValidation {
  const kind = detectDocument(document);
  if (kind === undefined) throw fault('TSMM_DOCUMENT_UNKNOWN', { pointer: '' });
  const validate = VALIDATORS.get(kind);
  if (validate === undefined)
    throw fault('TSMM_DOCUMENT_UNSUPPORTED', { pointer: '', detail: `\`${kind}\`` });
  return { kind: kind as DocumentKind, ...validate(document) };
}
