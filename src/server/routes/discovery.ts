// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../../core/json.js';
import { offeredVersions, type ProtocolsConfig } from '../../openwop/protocols.js';
import { NEGOTIATION_DECIDED } from '../../openwop/types.js';
import type { ServerConfig } from '../config.js';

/** When the default versions were last compared with the protocols' registries. */
const REFRESHED_AT = '2026-10-10';

/**
 * The OpenWOP discovery document: the versions that this side speaks, its floors, and the type of event that it
 * sends. A surface is named only where the configuration says that one is guarded.
 */
export function discoveryDocument(config: ServerConfig, protocols: ProtocolsConfig): JsonObject {
  const a2a = offeredVersions('a2a', protocols);
  const mcp = offeredVersions('mcp', protocols);
  const refreshedAt = config.refreshedAt ?? REFRESHED_AT;
  return {
    protocolVersions: ['2.0'],
    preferredVersion: '2.0',
    implementation: { name: 'parley' },
    a2a: {
      versions: a2a.offered,
      preferredVersion: a2a.preferred,
      minimumVersion: a2a.floor,
      refreshedAt,
      ...(config.a2a === undefined ? {} : { agentCardUrl: config.a2a.agentCardUrl }),
    },
    mcp: {
      revisions: mcp.offered,
      preferredVersion: mcp.preferred,
      minimumRevision: mcp.floor,
      refreshedAt,
      ...(config.mcp === undefined ? {} : { serverUrls: config.mcp.serverUrls }),
    },
    hostEvents: { types: [{ type: NEGOTIATION_DECIDED, delivery: 'durable' }] },
  };
}
