// SPDX-License-Identifier: Apache-2.0

/** One place where a rule does not hold. */
export interface Hit {
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly message: string;
  /** Only where this hit weighs less than its rule. */
  readonly severity?: 'warning';
}

/** What every rule says of itself; docs/validation.md lists the same. */
export interface RuleRow {
  readonly id: string;
  /** The clause of the source that the rule follows from. */
  readonly clause: string;
  /** What holds in a sound document. */
  readonly meaning: string;
}

/** A semantic rule over a document of the right shape. */
export interface Rule<T> extends RuleRow {
  check(document: T): Iterable<Hit>;
}
