// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../core/json.js';
import type { McpProblem, McpReading } from './read-mcp.js';
import type { VersionRefused } from './types.js';
import { jsonRpcError, versionDetails, type WireAnswer } from './wire.js';

/** The MCP errors of a refused agreement; the three of 2026-07-28 with their final numbers. */
export const MCP_ERRORS: Readonly<
  Record<
    | 'invalidRequest'
    | 'methodNotFound'
    | 'invalidParams'
    | 'badRequest'
    | 'headerMismatch'
    | 'missingCapability'
    | 'unsupportedVersion',
    number
  >
> = Object.freeze({
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** The code that servers up to 2025-11-25 answer HTTP 400 with. */
  badRequest: -32000,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
});

/**
 * The version was refused. `initialize` is told with -32602 and what is supported; a later message of a legacy
 * revision with HTTP 400; a modern one with UnsupportedProtocolVersionError. A malformed version is invalid
 * parameters or an invalid request, never an unsupported version.
 *
 * @param serves what this side speaks, where the refusal itself can name nothing: a handshake with a server that
 *   has none left to offer
 */
export function refuseMcpVersion(
  reading: Pick<McpReading, 'era' | 'id' | 'problem'>,
  refusal: VersionRefused,
  serves: readonly string[] = [],
): WireAnswer {
  const { era, id, problem } = reading;
  if (problem !== undefined) return refuseMcpProblem(reading, problem);
  const facts = versionDetails('mcp', refusal);
  const supported = refusal.supported.length > 0 ? refusal.supported : without(serves, refusal.requested);
  const data: JsonObject = { ...facts, supported, requested: refusal.requested ?? null };
  if (refusal.malformed === true) {
    const code = era === 'legacy' ? MCP_ERRORS.invalidRequest : MCP_ERRORS.invalidParams;
    return jsonRpcError(id, 400, { code, message: 'malformed protocol version', data });
  }
  const message = 'Unsupported protocol version';
  const handshakeless = era === 'initialize' && refusal.supported.length === 0 && serves.length > 0;
  if (handshakeless && supported.length === 0) {
    // The one revision that is served has no such method, and it is the one that was named.
    return jsonRpcError(id, 400, {
      code: MCP_ERRORS.methodNotFound,
      message: 'no handshake in this revision',
    });
  }
  if (era === 'modern' || handshakeless) {
    return jsonRpcError(id, 400, { code: MCP_ERRORS.unsupportedVersion, message, data });
  }
  const code = era === 'initialize' ? MCP_ERRORS.invalidParams : MCP_ERRORS.badRequest;
  return jsonRpcError(id, 400, { code, message, data });
}

/** The message breaks the rules of its revision. */
export function refuseMcpProblem(
  { era, id }: Pick<McpReading, 'era' | 'id'>,
  problem: McpProblem,
): WireAnswer {
  if (problem.kind === 'header-mismatch') {
    const { header } = problem;
    const message = `Header mismatch: ${header} does not equal the body`;
    return jsonRpcError(id, 400, { code: MCP_ERRORS.headerMismatch, message, data: { header } });
  }
  if (problem.kind === 'meta-missing') {
    const message = `missing or malformed ${problem.member}`;
    const data: Json = { member: problem.member, era };
    return jsonRpcError(id, 400, { code: MCP_ERRORS.invalidParams, message, data });
  }
  if (problem.kind === 'session-mismatch') {
    const message = 'the session speaks another protocol version';
    const data: Json = { supported: [problem.version] };
    return jsonRpcError(id, 400, { code: MCP_ERRORS.badRequest, message, data });
  }
  return jsonRpcError(id, 400, { code: MCP_ERRORS.invalidRequest, message: problem.detail });
}

/** MissingRequiredClientCapability: the client did not declare what this side needs. */
export function refuseMcpCapabilities(
  id: string | number | null,
  requiredCapabilities: JsonObject,
): WireAnswer {
  return jsonRpcError(id, 400, {
    code: MCP_ERRORS.missingCapability,
    message: 'missing required client capability',
    data: { requiredCapabilities },
  });
}

function without(versions: readonly string[], refused: string | undefined): readonly string[] {
  return versions.filter((version) => version !== refused);
}
