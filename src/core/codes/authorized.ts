// SPDX-License-Identifier: Apache-2.0
import { AUTHORIZED_BUNDLE_ROWS } from './authorized-bundle.js';
import { AUTHORIZED_POLICY_ROWS } from './authorized-policy.js';
import { codes, type ErrorEntry } from './entry.js';

/** Codes of the authorized part: those about policies, and those about the bundles they come in. */
export const AUTHORIZED_CODES: Readonly<
  Record<keyof typeof AUTHORIZED_POLICY_ROWS | keyof typeof AUTHORIZED_BUNDLE_ROWS, ErrorEntry>
> = codes('authorized', { ...AUTHORIZED_POLICY_ROWS, ...AUTHORIZED_BUNDLE_ROWS });
