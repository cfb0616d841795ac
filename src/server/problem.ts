// SPDX-License-Identifier: Apache-2.0
import { HTTPException } from 'hono/http-exception';
import { GovernanceError } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';

/** An HTTP error of the server's own interface. */
export interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503 | 504;
  readonly body: JsonObject;
}

/** A request that this server refuses by itself; `code` is one of docs/server.md. */
export class RequestProblem extends Error {
  readonly status: Problem['status'];
  readonly code: string;
  /** Where in the body, as a JSON pointer. */
  readonly pointer: string | undefined;

  constructor(status: Problem['status'], code: string, message: string, pointer?: string) {
    super(message);
    this.name = 'RequestProblem';
    this.status = status;
    this.code = code;
    this.pointer = pointer;
  }
}

/** A fault in a document that came inside a body: its pointer begins at the body. */
export class PlacedFault extends Error {
  readonly fault: GovernanceError;
  readonly pointer: string;

  constructor(fault: GovernanceError, pointer: string) {
    super(fault.message, { cause: fault });
    this.name = 'PlacedFault';
    this.fault = fault;
    this.pointer = pointer;
  }
}

/** The answer to an error: what the caller may know, and no more. */
export function toProblem(error: unknown): Problem {
  if (error instanceof RequestProblem) {
    const { status, code, message, pointer } = error;
    return { status, body: { error: { code, message, ...(pointer === undefined ? {} : { pointer }) } } };
  }
  if (error instanceof HTTPException && error.status === 504) {
    return { status: 504, body: { error: { code: 'timeout', message: error.message } } };
  }
  if (error instanceof PlacedFault) return ofFault(error.fault, error.pointer);
  if (error instanceof GovernanceError) return ofFault(error, error.pointer);
  return { status: 500, body: { error: { code: 'CORE_ENGINE_FAULT', message: 'the engine failed' } } };
}

function ofFault({ code, message, action, layer, retryable }: GovernanceError, pointer?: string): Problem {
  const details = { code, message, action, ...(pointer === undefined ? {} : { pointer }) };
  if (code === 'ADVERTISED_JSON_TOO_LARGE') return { status: 413, body: { error: details } };
  const callers = layer === 'advertised' || layer === 'negotiated';
  if (callers) return { status: 400, body: { error: details } };
  return { status: retryable ? 503 : 500, body: { error: { code, message, action } } };
}
