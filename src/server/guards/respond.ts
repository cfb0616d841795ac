// SPDX-License-Identifier: Apache-2.0
import { GovernanceError } from '../../core/errors.js';
import type { Logger } from '../../core/ports.js';
import { jsonRpcError, type WireAnswer } from '../../openwop/wire.js';
import type { NoBody } from './read-body.js';

/** An HTTP answer from data. */
export function respond({ status, headers, body }: WireAnswer): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'cache-control': 'no-store' } });
}

/** There is no body to read: nothing was negotiated. */
export function refuseNoBody(why: NoBody): Response {
  if (why === 'unreadable')
    return respond(jsonRpcError(null, 400, { code: -32_700, message: 'Parse error' }));
  return respond(jsonRpcError(null, 413, { code: -32600, message: 'the body is too large' }));
}

/** Too many callers that nobody knows: nothing was negotiated. */
export function refuseTooMany(id: string | number | null, seconds: number): Response {
  const answer = jsonRpcError(id, 429, { code: -32_000, message: 'too many unauthenticated exchanges' });
  return respond({ ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } });
}

/**
 * The exchange could not be decided or recorded, so it is refused: a decision without a record is no decision. The
 * caller learns the code and nothing else.
 */
export function refuseFault(
  id: string | number | null,
  error: unknown,
  logger: Logger | undefined,
): Response {
  const code = error instanceof GovernanceError ? error.code : 'CORE_ENGINE_FAULT';
  const retryable = error instanceof GovernanceError && error.retryable;
  logger?.error({ code, cause: String(error) }, 'exchange refused: no decision could be recorded');
  return respond(
    jsonRpcError(id, retryable ? 503 : 500, { code: -32603, message: 'Internal error', data: { code } }),
  );
}
