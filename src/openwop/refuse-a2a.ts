// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../core/json.js';
import { extensionsHeader } from './read-a2a.js';
import type { VersionRefused } from './types.js';
import { jsonRpcError, versionDetails, type WireAnswer } from './wire.js';

/** The A2A errors of a refused agreement: JSON-RPC code and `google.rpc.ErrorInfo` reason (A2A 1.0 section 5.4). */
export const A2A_ERRORS: Readonly<
  Record<'contentType' | 'extension' | 'version', { readonly code: number; readonly reason: string }>
> = Object.freeze({
  contentType: { code: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED' },
  extension: { code: -32008, reason: 'EXTENSION_SUPPORT_REQUIRED' },
  version: { code: -32009, reason: 'VERSION_NOT_SUPPORTED' },
});

/** Where an A2A refusal goes. */
export interface A2aAddress {
  /** The JSON-RPC id of the request; `null` where it has none. */
  readonly id: string | number | null;
  /** Default `JSONRPC`. */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON';
  /** The version whose error shape the caller reads: the negotiated one, or what it named. Default 1.0. */
  readonly version?: string | undefined;
}

/** VersionNotSupportedError: the version was refused. */
export function refuseA2aVersion(address: A2aAddress, refusal: VersionRefused): WireAnswer {
  const details = versionDetails('a2a', refusal);
  const message = refusal.malformed === true ? 'malformed A2A version' : 'A2A version not supported';
  return answer(address, 'version', message, details, {
    error: 'interop_version_unsupported',
    details,
  });
}

/** ExtensionSupportRequiredError: a required extension was not requested. */
export function refuseA2aExtensions(address: A2aAddress, missing: readonly string[]): WireAnswer {
  const message = `required extensions were not requested: ${missing.join(', ')}`;
  return answer(address, 'extension', message, { extensions: missing });
}

/** ContentTypeNotSupportedError: no media type of the request is served. */
export function refuseA2aContentType(
  address: A2aAddress,
  mediaType: string,
  supported: readonly string[],
): WireAnswer {
  return answer(address, 'contentType', 'media type not supported', { mediaType, supported });
}

function answer(
  { id, binding = 'JSONRPC', version = '1.0' }: A2aAddress,
  error: keyof typeof A2A_ERRORS,
  message: string,
  facts: JsonObject,
  extra?: JsonObject,
): WireAnswer {
  const { code, reason } = A2A_ERRORS[error];
  const legacy = extensionsHeader(version) === 'X-A2A-Extensions';
  // 0.3 knows no detail objects: `data` is free there, and the facts stand in it as they are.
  const data: Json = legacy ? { error: reason, ...facts } : details(reason, facts, extra);
  if (binding === 'JSONRPC') return jsonRpcError(id, 400, { code, message, data });
  const error03 = { code, message, data };
  const error10 = { code: 400, status: 'FAILED_PRECONDITION', message, details: data };
  const body = legacy ? error03 : { error: error === 'contentType' ? invalidArgument(error10) : error10 };
  return { status: 400, headers: { 'content-type': 'application/json' }, body };
}

function invalidArgument(error: JsonObject): JsonObject {
  return { ...error, status: 'INVALID_ARGUMENT' };
}

/** `google.rpc` details: ErrorInfo, whose metadata are strings, then what is no string. */
function details(reason: string, facts: JsonObject, extra?: JsonObject): readonly JsonObject[] {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) continue;
    metadata[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  const info: JsonObject = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata,
  };
  if (extra === undefined) return [info];
  return [info, { '@type': 'type.googleapis.com/google.protobuf.Struct', value: extra }];
}
