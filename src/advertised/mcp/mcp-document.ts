// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';

/** An MCP description, taken out of what it was wrapped in. */
export interface McpDocument {
  readonly kind: 'initialize' | 'discover';
  readonly result: JsonObject;
  /** Where `result` stands in the document. */
  readonly where: string;
  /** The `tools/list` result beside it; absent where there is none. */
  readonly tools?: Json;
  /** The whole document, where `result` is a part of it. */
  readonly wrapper?: JsonObject;
}

/**
 * Recognise an MCP description: an `initialize` result, a `server/discover` result, either one inside its JSON-RPC
 * response, or `{"initialize"|"discover": .., "tools": [..]}`. `undefined` where the document is none of these.
 *
 * @throws AdvertisedError ADVERTISED_NOT_A_CARD where it is one that cannot be read: an error response, both
 *   kinds at once, a result that is not complete
 */
export function mcpDocument(document: JsonObject): McpDocument | undefined {
  const wrapped = (['discover', 'initialize'] as const).filter((kind) => isPart(document, kind));
  const [kind] = wrapped;
  if (kind === undefined) return bareDocument(document);
  if (wrapped.length > 1) throw refused('', 'both `initialize` and `discover`');
  const part = member(document, kind);
  const inner = bareResult(isJsonObject(part ?? null) ? (part as JsonObject) : {}, pointer('', kind));
  if (kindOf(inner.result) !== kind) throw refused(inner.where, `no result of \`${kind}\``);
  const tools = member(document, 'tools');
  return { kind, ...complete(inner), ...(tools !== undefined && { tools }), wrapper: document };
}

function bareDocument(document: JsonObject): McpDocument | undefined {
  const inner = bareResult(document, '');
  const kind = kindOf(inner.result);
  return kind === undefined ? undefined : { kind, ...complete(inner) };
}

interface Located {
  readonly result: JsonObject;
  readonly where: string;
}

/** Take a result out of its JSON-RPC response. */
function bareResult(object: JsonObject, where: string): Located {
  if (member(object, 'jsonrpc') !== '2.0') return { result: object, where };
  const result = member(object, 'result');
  if (result === undefined || !isJsonObject(result))
    throw refused(where, 'a JSON-RPC message without a result');
  return { result, where: pointer(where, 'result') };
}

function complete(inner: Located): Located {
  const type = member(inner.result, 'resultType');
  if (type !== undefined && type !== 'complete')
    throw refused(pointer(inner.where, 'resultType'), 'a result that is not complete');
  return inner;
}

function kindOf(result: JsonObject): McpDocument['kind'] | undefined {
  if (!isPart(result, 'capabilities')) return undefined;
  if (Array.isArray(member(result, 'supportedVersions'))) return 'discover';
  // An A2A 0.3 card has both members too; a result of `initialize` has no name of its own.
  const bare = member(result, 'name') === undefined && member(result, 'url') === undefined;
  return bare && typeof member(result, 'protocolVersion') === 'string' ? 'initialize' : undefined;
}

function isPart(object: JsonObject, name: string): boolean {
  const value = member(object, name);
  return value !== undefined && isJsonObject(value);
}

function refused(where: string, detail: string): Error {
  return fault('ADVERTISED_NOT_A_CARD', { pointer: where, detail });
}
