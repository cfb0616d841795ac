// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the tsmm part. */
export const TSMM_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('tsmm', NAMES);
