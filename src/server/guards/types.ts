// SPDX-License-Identifier: Apache-2.0
import type { Logger } from '../../core/ports.js';
import type { ActivatedExtensions } from '../../openwop/activate-extensions.js';
import type { Caller } from '../../openwop/port.js';
import type { InteropProtocol, NegotiationRecord } from '../../openwop/types.js';
import type { UnauthenticatedLimit } from './limit-unauthenticated.js';

/** A handler of the Fetch API: fits Hono as it is, Node's http and Express through an adapter. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** What was negotiated for one request, as the guarded handler gets it. */
export interface Negotiated {
  readonly protocol: InteropProtocol;
  /** The version to serve; the request speaks it. */
  readonly version: string;
  /** What the caller named; absent where it named nothing. */
  readonly requested?: string;
  /** Extensions by exact URI (A2A) or identifier (MCP); only these are active. */
  readonly extensions: ActivatedExtensions;
  readonly caller: Caller;
  /** The record of the decision; it was written before the handler was called. */
  readonly record: NegotiationRecord;
}

/** What stands behind a guard. */
export type GuardedHandler = (request: Request, negotiated: Negotiated) => Response | Promise<Response>;

/** What both guards take. */
export interface GuardOptions {
  /**
   * Who is calling: from credentials alone, never from what the message says. Default: nobody is authenticated.
   * Where it throws, the request is refused.
   */
  readonly authenticate?: (request: Request) => Caller | Promise<Caller>;
  /** Largest body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  readonly logger?: Logger;
  /**
   * Bounds the exchanges of unauthenticated callers; over it they are answered with 429, undecided and unrecorded.
   * Default: no bound, every exchange is decided and recorded.
   */
  readonly unauthenticated?: UnauthenticatedLimit;
}

/** The largest body where no option says otherwise. */
export const MAX_BODY_BYTES = 1_048_576;
