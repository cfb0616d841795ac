// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  TSMM_DOCUMENT_UNKNOWN: {
    message: 'the document is of no kind that can be validated',
    action:
      'pass a negotiation, a receipt, a record or a whole answer; docs/validation.md lists their members',
  },
  TSMM_DOCUMENT_UNSUPPORTED: {
    message: 'documents of this kind are not validated yet',
    action: 'leave the file out; docs/validation.md lists the kinds that are validated',
  },
  TSMM_PATH_EMPTY: {
    message: 'the folder has no JSON files',
    action: 'pass a file, or a folder with files that end in `.json`',
  },
  TSMM_VECTORS_MISSING: {
    message: 'the folder of vectors has nothing to check',
    action: 'pass a folder with JSON files of known kinds in `valid/` or `invalid/`',
  },
} as const;

/** Codes of the tsmm part. */
export const TSMM_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('tsmm', NAMES);
