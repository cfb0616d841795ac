// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the advertised part. */
export const ADVERTISED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('advertised', NAMES);
