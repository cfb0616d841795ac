// SPDX-License-Identifier: Apache-2.0
import { AUTHORIZED_BUNDLE_ROWS } from './authorized-bundle.js';
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  ...AUTHORIZED_BUNDLE_ROWS,
} as const;

/** Codes of the authorized part. */
export const AUTHORIZED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('authorized', NAMES);
