// SPDX-License-Identifier: Apache-2.0
export {
  buildNegotiationDecided,
  type NegotiationDecidedParts,
} from './build-negotiation-decided.js';
export { buildRecord, RECORD_SCHEMA_VERSION, type RecordParts } from './build-record.js';
export { decideVersion } from './decide-version.js';
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
export { type Audience, parseRecordBody, type RecordBody, recordEntry } from './record-entry.js';
export { createVersionRecorder, type RecorderOptions } from './record-exchange.js';
export { createRunLog } from './run-log.js';
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
