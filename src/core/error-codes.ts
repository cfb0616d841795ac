// SPDX-License-Identifier: Apache-2.0
import { ADVERTISED_CODES } from './codes/advertised.js';
import { AUTHORIZED_CODES } from './codes/authorized.js';
import { CORE_CODES } from './codes/core.js';
import type { ErrorEntry } from './codes/entry.js';
import { EVIDENCED_CODES } from './codes/evidenced.js';
import { EXECUTED_CODES } from './codes/executed.js';
import { NEGOTIATED_CODES } from './codes/negotiated.js';
import { OPENWOP_CODES } from './codes/openwop.js';
import { TSMM_CODES } from './codes/tsmm.js';

export type { ErrorEntry, ErrorLayer } from './codes/entry.js';

/** A stable code, documented in docs/errors.md and never renamed. */
export type ErrorCode =
  | keyof typeof ADVERTISED_CODES
  | keyof typeof AUTHORIZED_CODES
  | keyof typeof CORE_CODES
  | keyof typeof EVIDENCED_CODES
  | keyof typeof EXECUTED_CODES
  | keyof typeof NEGOTIATED_CODES
  | keyof typeof OPENWOP_CODES
  | keyof typeof TSMM_CODES;

/** The one table of every code that can be thrown. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorEntry>> = {
  ...CORE_CODES,
  ...ADVERTISED_CODES,
  ...NEGOTIATED_CODES,
  ...AUTHORIZED_CODES,
  ...EXECUTED_CODES,
  ...EVIDENCED_CODES,
  ...TSMM_CODES,
  ...OPENWOP_CODES,
};
