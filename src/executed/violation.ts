// SPDX-License-Identifier: Apache-2.0
import { ExecutedError } from '../core/errors.js';
import type { Violation } from './check-contract.js';

/** An invocation outside its contract: the effect was not called. `clause` names what would have been broken. */
export class ContractViolation extends ExecutedError {
  readonly clause: string;

  constructor(violation: Violation) {
    super(violation.code, { detail: `clause ${violation.clause}: \`${violation.detail}\`` });
    this.clause = violation.clause;
  }
}

/** The effect ran, its end could not be recorded: what it gave is kept here, so that nothing is lost. */
export class OutcomeUnrecorded extends ExecutedError {
  readonly output: unknown;

  constructor(output: unknown, cause: unknown) {
    super('EXECUTED_OUTCOME_UNRECORDED', { cause });
    this.output = output;
  }
}
