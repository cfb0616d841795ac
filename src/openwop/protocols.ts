// SPDX-License-Identifier: Apache-2.0
import type { InteropProtocol } from './types.js';

/** What this side speaks of one protocol. The list is `versions` for A2A and `revisions` for MCP. */
export type ProtocolConfig = (
  | { readonly versions: readonly string[] }
  | { readonly revisions: readonly string[] }
) & {
  readonly preferred: string;
  readonly floor: string;
};

/** The member `protocols` of the configuration; what is left out has its default. */
export interface ProtocolsConfig {
  readonly a2a?: ProtocolConfig;
  readonly mcp?: ProtocolConfig;
}

/** What this side speaks of one protocol, under the names of the version decision. */
export interface OfferedVersions {
  readonly offered: readonly string[];
  readonly preferred: string;
  readonly floor: string;
}

/** The first MCP revision without a handshake: this one and later ones never go through `initialize`. */
export const MCP_MODERN = '2026-07-28';

/** The first MCP revision without JSON-RPC batches: every message is posted by itself. */
export const MCP_UNBATCHED = '2025-06-18';

/** The MCP revision that a request without `MCP-Protocol-Version` stands for (2025-11-25, transports). */
export const MCP_SILENT = '2025-03-26';

/** The A2A version that a request without `A2A-Version` stands for (A2A 1.0 section 3.6). */
export const A2A_SILENT = '0.3';

/** What is offered where no configuration says otherwise. */
export const DEFAULT_PROTOCOLS: Required<ProtocolsConfig> = Object.freeze({
  a2a: Object.freeze({ versions: Object.freeze(['0.3', '1.0']), preferred: '1.0', floor: '0.3' }),
  mcp: Object.freeze({
    revisions: Object.freeze(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']),
    preferred: '2026-07-28',
    floor: '2025-06-18',
  }),
});

/** One protocol's part of the configuration, as the version decision takes it. */
export function offeredVersions(protocol: InteropProtocol, config: ProtocolsConfig = {}): OfferedVersions {
  const part = config[protocol] ?? DEFAULT_PROTOCOLS[protocol];
  const offered = 'versions' in part ? part.versions : part.revisions;
  return { offered, preferred: part.preferred, floor: part.floor };
}
