// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the openwop part. */
export const OPENWOP_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('openwop', NAMES);
