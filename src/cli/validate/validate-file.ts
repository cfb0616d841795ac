// SPDX-License-Identifier: Apache-2.0
import { ERROR_CODES } from '../../core/error-codes.js';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { type DocumentValidation, validateDocument } from '../../tsmm/validate-document.js';
import { readBytes } from '../read-file.js';

/**
 * Validate the document in a file.
 * @throws GovernanceError CORE_FILE_UNREADABLE, ADVERTISED_JSON_*, TSMM_DOCUMENT_UNKNOWN, TSMM_DOCUMENT_UNSUPPORTED; each
 *   names the file
 */
export async function validateFile(path: string): Promise<DocumentValidation> {
  const bytes = await readBytes(path);
  try {
    return validateDocument(parseStrict(bytes));
  } catch (error) {
    throw error instanceof GovernanceError ? inFile(path, error) : error;
  }
}

function inFile(path: string, error: GovernanceError): GovernanceError {
  const seen = error.message.slice(ERROR_CODES[error.code].message.length + 2);
  return fault(error.code, {
    pointer: error.pointer,
    detail: seen === '' ? `in ${quote(path)}` : `${seen} in ${quote(path)}`,
    cause: error,
  });
}
