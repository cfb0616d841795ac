// SPDX-License-Identifier: Apache-2.0
import { AUTHORIZED_BUNDLE_ROWS } from './authorized-bundle.js';
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {} as const;

/** Codes of the authorized part, those about bundles among them. */
export const AUTHORIZED_CODES: Readonly<
  Record<keyof typeof NAMES | keyof typeof AUTHORIZED_BUNDLE_ROWS, ErrorEntry>
> = codes('authorized', { ...NAMES, ...AUTHORIZED_BUNDLE_ROWS });
