// SPDX-License-Identifier: Apache-2.0
import type { McpReading } from './read-mcp.js';

/**
 * Read a message of a legacy session in the light of its handshake: silence stands for the revision that was agreed on
 * there, and another revision is refused, offered or not (MCP lifecycle: both sides respect the negotiated version).
 * A message that carries its own version (2026-07-28) belongs to no session.
 *
 * @param version what the session's `initialize` was answered with
 */
export function bindSession(reading: McpReading, version: string): McpReading {
  if (reading.era !== 'legacy' || reading.contradicted === true) return reading;
  if (reading.named === undefined) return { ...reading, assumed: version };
  if (reading.named === version) return reading;
  return { ...reading, contradicted: true, problem: { kind: 'session-mismatch', version } };
}
