// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the executed part. */
export const EXECUTED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('executed', NAMES);
