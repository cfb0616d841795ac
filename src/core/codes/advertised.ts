// SPDX-License-Identifier: Apache-2.0
import { ADVERTISED_CARD_ROWS } from './advertised-card.js';
import { ADVERTISED_JSON_ROWS } from './advertised-json.js';
import { ADVERTISED_SIGNATURE_ROWS } from './advertised-signature.js';
import { codes, type ErrorEntry } from './entry.js';

type Name =
  | keyof typeof ADVERTISED_CARD_ROWS
  | keyof typeof ADVERTISED_JSON_ROWS
  | keyof typeof ADVERTISED_SIGNATURE_ROWS;

/** Codes of the advertised part. */
export const ADVERTISED_CODES: Readonly<Record<Name, ErrorEntry>> = {
  ...codes('advertised', ADVERTISED_JSON_ROWS),
  ...codes('advertised', ADVERTISED_CARD_ROWS),
  ...codes('advertised', ADVERTISED_SIGNATURE_ROWS),
};
