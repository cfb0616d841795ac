// SPDX-License-Identifier: Apache-2.0
import { AuthorizedCapability } from '../authorized/types.js';
import { GovernanceError } from '../core/errors.js';
import type { Clock } from '../core/ports.js';
import type { Issuer } from '../core/state.js';
import { checkContract, type Violation } from './check-contract.js';
import { parseInvocation } from './parse-invocation.js';
import { ExecutedCapability, type Invocation } from './types.js';
import { ContractViolation, OutcomeUnrecorded } from './violation.js';

/** The effect itself: is called once, only inside the contract, with a signal that ends with the authorization. */
export type EffectFunction<T> = (signal: AbortSignal) => T | Promise<T>;

/** What happened to an execution, for the evidence. */
export type ExecutionEvent<T> =
  | { readonly kind: 'started'; readonly invocation: Invocation; readonly at: number }
  | {
      readonly kind: 'violated';
      readonly invocation: Invocation | undefined;
      readonly at: number;
      readonly violation: Violation;
    }
  | { readonly kind: 'completed'; readonly at: number; readonly output: T }
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown };

/** What `execute` is given. `record` resolves once the event would survive a crash; it throws where it cannot. */
export interface ExecuteContext<T> {
  readonly issuer: Issuer;
  readonly clock: Clock;
  readonly executionId: string;
  readonly signal: AbortSignal;
  record(event: ExecutionEvent<T>): Promise<void> | void;
}

/**
 * Was execution bounded by the negotiated contract? Checks every clause, records the start, and only then calls the
 * effect; records how it ended.
 * @throws ContractViolation the effect was not called
 * @throws OutcomeUnrecorded the effect ran, and its end could not be recorded
 * @throws GovernanceError CORE_STATE_FORGED, EVIDENCED_WRITE_FAILED (before the effect); and whatever the effect throws
 */
export async function execute<T>(
  authorized: AuthorizedCapability,
  invocation: unknown,
  effect: EffectFunction<T>,
  context: ExecuteContext<T>,
): Promise<{ readonly output: T; readonly state: ExecutedCapability }> {
  AuthorizedCapability.verify(authorized, 'authorized', context.issuer);
  const { clock } = context;
  const parsed = await readInvocation(invocation, context);
  const startedAt = clock.now();
  const violation = checkContract(authorized, parsed, startedAt);
  if (violation !== undefined) await violated(violation, parsed, context);
  await context.record({ kind: 'started', invocation: parsed, at: startedAt });
  // Recording takes time: what expired meanwhile is not started.
  const late = checkContract(authorized, parsed, clock.now());
  if (late !== undefined) await violated(late, parsed, context);
  const output = await runEffect(effect, context);
  const endedAt = clock.now();
  try {
    await context.record({ kind: 'completed', at: endedAt, output });
  } catch (cause) {
    throw new OutcomeUnrecorded(output, cause);
  }
  const { executionId, issuer } = context;
  const state = new ExecutedCapability(issuer, {
    authorized,
    executionId,
    invocation: parsed,
    startedAt,
    endedAt,
  });
  return { output, state };
}

async function readInvocation<T>(value: unknown, context: ExecuteContext<T>): Promise<Invocation> {
  try {
    return parseInvocation(value);
  } catch (error) {
    if (error instanceof GovernanceError) {
      const violation = { clause: 'invocation', code: error.code, detail: error.pointer ?? '' };
      await context.record({ kind: 'violated', invocation: undefined, at: context.clock.now(), violation });
    }
    throw error;
  }
}

async function violated<T>(
  violation: Violation,
  invocation: Invocation,
  context: ExecuteContext<T>,
): Promise<never> {
  await context.record({ kind: 'violated', invocation, at: context.clock.now(), violation });
  throw new ContractViolation(violation);
}

async function runEffect<T>(effect: EffectFunction<T>, context: ExecuteContext<T>): Promise<T> {
  try {
    // A caller who gave up before the start wants no effect.
    context.signal.throwIfAborted();
    return await effect(context.signal);
  } catch (error) {
    try {
      await context.record({ kind: 'failed', at: context.clock.now(), error });
    } catch (cause) {
      throw new OutcomeUnrecorded(error, cause);
    }
    throw error;
  }
}
