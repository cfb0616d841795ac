// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../core/json.js';
import type { InteropProtocol, VersionRefused } from './types.js';

/** An HTTP answer as data: a server sends it unchanged. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: JsonObject;
}

/** A JSON-RPC error answer. */
export function jsonRpcError(
  id: string | number | null,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: Json },
): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: { jsonrpc: '2.0', id, error: { ...error } },
  };
}

/** The details of OpenWOP's `interop_version_unsupported`, whichever protocol carries it. */
export function versionDetails(protocol: InteropProtocol, refusal: VersionRefused): JsonObject {
  return {
    protocol,
    requested: refusal.requested ?? null,
    supported: refusal.supported,
    reason: refusal.malformed === true ? 'malformed' : refusal.reason,
  };
}

/**
 * A refused version where the boundary is neither A2A nor MCP (OpenWOP errors): HTTP 400 with
 * `interop_version_unsupported`.
 */
export function refuseInterop(protocol: InteropProtocol, refusal: VersionRefused): WireAnswer {
  return {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: {
      error: 'interop_version_unsupported',
      message: 'no acceptable protocol version',
      retriable: false,
      details: versionDetails(protocol, refusal),
    },
  };
}
