// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the evidenced part. */
export const EVIDENCED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('evidenced', NAMES);
