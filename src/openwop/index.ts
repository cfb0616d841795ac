// SPDX-License-Identifier: Apache-2.0
export {
  type ActivatedExtensions,
  activateExtensions,
  type DeclaredExtension,
} from './activate-extensions.js';
export { bindSession } from './bind-session.js';
export {
  buildNegotiationDecided,
  type NegotiationDecidedParts,
} from './build-negotiation-decided.js';
export { buildRecord, RECORD_SCHEMA_VERSION, type RecordParts } from './build-record.js';
export { chooseInterface, type InterfaceChoice, type OfferedInterface } from './choose-interface.js';
export { type ConfirmedExtensions, confirmExtensions } from './confirm-extensions.js';
export { decideVersion } from './decide-version.js';
export { detectEra, type EraVerdict, type McpEra } from './detect-era.js';
export { judgeAnswer, readMcpOffers } from './judge-answer.js';
export { judgeRefresh, REFRESH_DAYS, type RefreshFinding } from './judge-refresh.js';
export { parseRecordBody } from './parse-record-body.js';
export { digestPeer, originOf } from './peer-digest.js';
export type {
  Caller,
  Deadline,
  RunEventDraft,
  RunSink,
  VersionExchange,
  VersionOutcome,
  VersionPort,
} from './port.js';
export {
  A2A_SILENT,
  DEFAULT_PROTOCOLS,
  MCP_MODERN,
  MCP_SILENT,
  type OfferedVersions,
  offeredVersions,
  type ProtocolConfig,
  type ProtocolsConfig,
} from './protocols.js';
export {
  extensionsHeader,
  type HeaderReader,
  type NamedVersion,
  readA2aExtensions,
  readA2aVersion,
  type SilenceProfile,
} from './read-a2a.js';
export { legacyRevisions, type McpProblem, type McpReading, readMcp } from './read-mcp.js';
export {
  type Audience,
  type RecordBody,
  recordEntry,
  recordEntryId,
} from './record-entry.js';
export { createVersionRecorder, type RecorderOptions } from './record-exchange.js';
export {
  A2A_ERRORS,
  type A2aAddress,
  refuseA2aContentType,
  refuseA2aExtensions,
  refuseA2aVersion,
} from './refuse-a2a.js';
export { MCP_ERRORS, refuseMcpCapabilities, refuseMcpProblem, refuseMcpVersion } from './refuse-mcp.js';
export { createRunLog } from './run-log.js';
export { sinkRefusal } from './sink-refusal.js';
export {
  type HostEvent,
  type InteropProtocol,
  isRunEvent,
  NEGOTIATION_DECIDED,
  type NegotiationDecided,
  type NegotiationRecord,
  type RunEvent,
  type VersionAccepted,
  type VersionDecision,
  type VersionQuestion,
  type VersionReason,
  type VersionRefused,
} from './types.js';
export { validateNegotiationDecided, validateRecord } from './validate-record.js';
export { compareVersions, type ParsedVersion, parseVersion } from './version-grammar.js';
export { refuseInterop, type WireAnswer } from './wire.js';
