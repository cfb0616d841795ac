// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, member } from '../core/json.js';

/** Which family of MCP revisions a server speaks: with a handshake, or without. */
export type McpEra = 'legacy' | 'modern';

/** The era to go on with, or `refused` where a known modern server suddenly looks like an old one. */
export type EraVerdict = McpEra | 'refused';

/** Errors that only a server of 2026-07-28 or later gives. */
const MODERN_ERRORS: ReadonlySet<number> = new Set([-32020, -32021, -32022]);

/**
 * Tell a server's era from its answer to a modern request: a discover result or a modern error is modern, anything
 * else is legacy (MCP 2026-07-28, versioning). An intermediary can turn a modern answer into an empty error, so a
 * server that was modern before stays modern: what looks like a fallback is refused.
 *
 * @param answer the parsed body; `undefined` for none, such as after a time limit
 * @param pinned what this server was known to be before
 */
export function detectEra(answer: Json | undefined, pinned?: McpEra): EraVerdict {
  if (isModern(answer)) return 'modern';
  return pinned === 'modern' ? 'refused' : 'legacy';
}

function isModern(answer: Json | undefined): boolean {
  if (!isJsonObject(answer)) return false;
  const error = member(answer, 'error');
  const code = isJsonObject(error) ? member(error, 'code') : undefined;
  if (typeof code === 'number') return MODERN_ERRORS.has(code);
  const result = member(answer, 'result');
  return isJsonObject(result) && Array.isArray(member(result, 'supportedVersions'));
}
