// SPDX-License-Identifier: Apache-2.0

/** Something `parley policy check` found. */
export interface PolicyFinding {
  /** Stable; docs/policy-cli.md lists them. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** From 1; 0 where the finding is about the whole file. */
  readonly row: number;
  readonly message: string;
}
