// SPDX-License-Identifier: Apache-2.0
import { ADVERTISED_SIGNATURE_ROWS } from './advertised-signature.js';
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the advertised part. */
export const ADVERTISED_CODES: Readonly<
  Record<keyof typeof NAMES | keyof typeof ADVERTISED_SIGNATURE_ROWS, ErrorEntry>
> = { ...codes('advertised', NAMES), ...codes('advertised', ADVERTISED_SIGNATURE_ROWS) };
