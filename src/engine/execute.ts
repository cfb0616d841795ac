// SPDX-License-Identifier: Apache-2.0
import { AuthorizedCapability } from '../authorized/types.js';
import { sha256Hex } from '../core/digest.js';
import { fault, GovernanceError } from '../core/errors.js';
import { toTimestamp } from '../core/time.js';
import { attest } from '../evidenced/attest.js';
import type { EvidencedCapability } from '../evidenced/capability.js';
import type { EntryDraft, EntryKind } from '../evidenced/types.js';
import { type EffectFunction, type ExecutionEvent, execute } from '../executed/execute.js';
import type { ExecutedCapability } from '../executed/types.js';
import { OutcomeUnrecorded } from '../executed/violation.js';
import type { EngineParts } from './parts.js';
import { refuseToJson } from './tamper.js';
import type { ExecutionAnswer } from './types.js';

/** Run one effect inside its contract, and read the proof back. */
export async function executeOnce<T>(
  parts: EngineParts,
  authorized: AuthorizedCapability,
  invocation: unknown,
  effect: EffectFunction<T>,
  caller: AbortSignal | undefined,
): Promise<ExecutionAnswer<T>> {
  parts.untampered();
  // First of all: nothing is read of a forged state, not even its expiry.
  AuthorizedCapability.verify(authorized, 'authorized', parts.issuer);
  const executionId = `execution.${parts.ids.next('execution', () => seedOf(parts.clock.now(), invocation))}`;
  const lifetime = endWith(authorized.expiresAt - parts.clock.now(), caller);
  let count = 0;
  try {
    const { output, state } = await execute(authorized, invocation, effect, {
      issuer: parts.issuer,
      clock: parts.clock,
      executionId,
      signal: lifetime.signal,
      async record(event) {
        count += 1;
        await record(parts, entryOf(event, authorized, executionId, count));
      },
    });
    return { output, executed: state, evidenced: readBack(parts, state, output) };
  } finally {
    lifetime.clear();
  }
}

async function record(parts: EngineParts, entry: EntryDraft): Promise<void> {
  try {
    refuseToJson();
    await parts.evidence.append([entry]);
  } catch (cause) {
    throw cause instanceof GovernanceError ? cause : fault('EVIDENCED_WRITE_FAILED', { cause });
  }
}

function readBack(parts: EngineParts, state: ExecutedCapability, output: unknown): EvidencedCapability {
  try {
    const evidenced = attest(state, { issuer: parts.issuer, evidence: parts.evidence });
    if (evidenced.passed) return evidenced.state;
    throw fault('EVIDENCED_ENTRY_ABSENT', { detail: evidenced.reasons[0]?.message });
  } catch (cause) {
    // The effect has run: what it gave must not be lost with the proof.
    throw new OutcomeUnrecorded(output, cause);
  }
}

// An invocation is not read yet: it may be anything, and refusing it is the contract's affair.
function seedOf(now: number, invocation: unknown): string {
  try {
    return sha256Hex(JSON.stringify([now, invocation]));
  } catch {
    return sha256Hex(`${now}`);
  }
}

/** A signal that ends with the caller's, or with the authorization. */
function endWith(
  milliseconds: number,
  caller: AbortSignal | undefined,
): { signal: AbortSignal; clear(): void } {
  const expiry = new AbortController();
  // A timer takes 31 bits; what lasts longer does not end while it runs.
  const timed = milliseconds > 0 && milliseconds < 2 ** 31;
  const timer = timed
    ? setTimeout(() => expiry.abort(fault('EXECUTED_AUTHORIZATION_EXPIRED')), milliseconds)
    : undefined;
  timer?.unref();
  const signal = caller === undefined ? expiry.signal : AbortSignal.any([caller, expiry.signal]);
  return { signal, clear: () => clearTimeout(timer) };
}

function entryOf<T>(
  event: ExecutionEvent<T>,
  authorized: AuthorizedCapability,
  executionId: string,
  count: number,
): EntryDraft {
  const { negotiationId, decisionId } = authorized;
  const { kind, at } = event;
  const body = JSON.stringify({
    format: 'parley.execution/1',
    executionId,
    negotiationId,
    decisionId,
    ...describe(event),
  });
  const entryKind: EntryKind = `execution.${kind}`;
  return { id: `${executionId}.${count}`, kind: entryKind, at: toTimestamp(at), negotiationId, body };
}

// The output itself stays with the caller: the log keeps its digest, so that it can be compared.
function describe<T>(event: ExecutionEvent<T>): object {
  switch (event.kind) {
    case 'started':
      return { invocation: event.invocation };
    case 'violated':
      return { invocation: event.invocation ?? null, violation: event.violation };
    case 'completed':
      return { outputDigest: outputDigest(event.output) };
    case 'failed':
      return { error: event.error instanceof Error ? event.error.name : typeof event.error };
  }
}

function outputDigest(output: unknown): string {
  if (output instanceof Uint8Array) return `sha256:${sha256Hex(output)}`;
  try {
    return `sha256:${sha256Hex(JSON.stringify(output) ?? 'undefined')}`;
  } catch {
    return 'not-serializable';
  }
}
