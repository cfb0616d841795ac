// SPDX-License-Identifier: Apache-2.0
import { type ErrorCode, fault, GovernanceError, quote } from '../../core/errors.js';

/**
 * What was thrown out of a module or the SDK, as one of our errors. The SDK throws strings, plain objects and Errors
 * alike, so nothing is taken for granted.
 */
export function translateThrow(
  thrown: unknown,
  otherwise: ErrorCode = 'AUTHORIZED_POLICY_TRAP',
): GovernanceError {
  if (thrown instanceof GovernanceError) return thrown;
  const text = textOf(thrown);
  const code = codeOf(thrown, text) ?? otherwise;
  return fault(code, { cause: thrown, ...(text !== '' && { detail: quote(text) }) });
}

/** The same of what an input threw while it was read: whatever it says, it is the input that was refused. */
export function translateInput(thrown: unknown): GovernanceError {
  if (thrown instanceof GovernanceError && thrown.code === 'AUTHORIZED_POLICY_INPUT') return thrown;
  return fault('AUTHORIZED_POLICY_INPUT', { cause: thrown, detail: 'reading it failed' });
}

function codeOf(thrown: unknown, text: string): ErrorCode | undefined {
  if (/opa_malloc|memory\.grow|grow\(\)|could not allocate memory/i.test(text))
    return 'AUTHORIZED_POLICY_MEMORY';
  if (text.startsWith('not implemented: built-in')) return 'AUTHORIZED_POLICY_BUILTIN_REFUSED';
  // opa_abort: the policy's own words, with the place in its source.
  return typeof thrown === 'string' ? 'AUTHORIZED_POLICY_ABORT' : undefined;
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (thrown instanceof Error) return thrown.message;
  const message: unknown =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown && thrown.message;
  return typeof message === 'string' ? message : '';
}
