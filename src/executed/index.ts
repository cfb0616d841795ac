// SPDX-License-Identifier: Apache-2.0
export { checkContract, type Violation } from './check-contract.js';
export { type EffectFunction, type ExecuteContext, type ExecutionEvent, execute } from './execute.js';
export { parseInvocation } from './parse-invocation.js';
export type { ExecutedCapability, ExecutedParts, Invocation } from './types.js';
export { ContractViolation, OutcomeUnrecorded } from './violation.js';
