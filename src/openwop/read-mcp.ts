// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../core/json.js';
import { MCP_MODERN, MCP_SILENT, MCP_UNBATCHED } from './protocols.js';
import type { HeaderReader, NamedVersion } from './read-a2a.js';
import { compareVersions, parseVersion } from './version-grammar.js';

const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Methods whose `Mcp-Name` header repeats a parameter (2026-07-28, Streamable HTTP). */
const NAMED_PARAMETER: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** What is wrong with a message, by the error that its revision has for it. */
export type McpProblem =
  | { readonly kind: 'header-mismatch'; readonly header: string }
  | { readonly kind: 'meta-missing'; readonly member: string }
  | { readonly kind: 'session-mismatch'; readonly version: string }
  | { readonly kind: 'invalid-request'; readonly detail: string };

/** What an MCP message says about versions, and whether it says it as its revision demands. */
export interface McpReading extends NamedVersion {
  /**
   * `initialize` is the handshake up to 2025-11-25, `legacy` every later message of it, `modern` a message that
   * carries its own version (2026-07-28).
   */
  readonly era: 'initialize' | 'legacy' | 'modern';
  readonly answer: 'exact' | 'counter';
  /** The JSON-RPC id to answer with; `null` where there is none. */
  readonly id: string | number | null;
  readonly method?: string;
  /** Refuses the message whatever its version. Told after the decision, so that the decision is recorded. */
  readonly problem?: McpProblem;
  /** The declared client capabilities of a modern request. */
  readonly clientCapabilities?: JsonObject;
}

/**
 * Read what an MCP message over HTTP names: `params.protocolVersion` of `initialize`, the header
 * `MCP-Protocol-Version`, or header and `_meta` that must agree. Silence stands for 2025-03-26.
 *
 * @param body the parsed message; `undefined` where the HTTP request has none (GET, DELETE)
 */
export function readMcp(headers: HeaderReader, body: Json | undefined): McpReading {
  const header = headers.get('MCP-Protocol-Version') ?? '';
  if (Array.isArray(body)) return readBatch(header, body);
  const message = isJsonObject(body) ? body : {};
  const base = { id: idOf(message), answerable: Object.hasOwn(message, 'id'), ...methodOf(message) };
  const params = member(message, 'params');
  const meta = isJsonObject(params) ? member(params, '_meta') : undefined;
  const { answerable: _answerable, ...plain } = base;
  if (base.method === 'initialize') return readInitialize(plain, params, meta);
  const inMeta = isJsonObject(meta) ? member(meta, META_VERSION) : undefined;
  if (inMeta !== undefined || isModern(header) || base.method === 'server/discover') {
    return readModern(headers, base, isJsonObject(meta) ? meta : {}, params);
  }
  return { ...plain, era: 'legacy', answer: 'exact', ...readHeader(header) };
}

type Base = { readonly id: string | number | null; readonly method?: string };

function readInitialize(base: Base, params: Json | undefined, meta: Json | undefined): McpReading {
  const version = isJsonObject(params) ? member(params, 'protocolVersion') : undefined;
  const handshake = { ...base, era: 'initialize', answer: 'counter' } as const;
  if (typeof version !== 'string') {
    const problem = { kind: 'meta-missing', member: 'params.protocolVersion' } as const;
    return { ...handshake, contradicted: true, problem };
  }
  if (isJsonObject(meta) && Object.hasOwn(meta, META_VERSION)) {
    const problem = {
      kind: 'invalid-request',
      detail: '`initialize` carries no version in `_meta`',
    } as const;
    return { ...handshake, named: version, contradicted: true, problem };
  }
  return { ...handshake, named: version };
}

function readModern(
  headers: HeaderReader,
  { answerable, ...base }: Base & { readonly answerable: boolean },
  meta: JsonObject,
  params: Json | undefined,
): McpReading {
  const header = headers.get('MCP-Protocol-Version') ?? '';
  const version = member(meta, META_VERSION);
  const era = { ...base, era: 'modern', answer: 'exact' } as const;
  // By the presence of `id`, not by its worth: a handler may answer what this side took for a notification.
  const isRequest = base.method !== undefined && answerable;
  if (typeof version !== 'string') {
    // A notification or a response has no `_meta` to demand; the header alone names its version.
    if (!isRequest && version === undefined) {
      return { ...era, named: header, ...problemOf(otherMethod(headers, base)) };
    }
    const problem = { kind: 'meta-missing', member: META_VERSION } as const;
    return { ...era, ...(header === '' ? {} : { named: header }), contradicted: true, problem };
  }
  if (version !== header) {
    const problem = { kind: 'header-mismatch', header: 'MCP-Protocol-Version' } as const;
    return { ...era, named: version, contradicted: true, problem };
  }
  const capabilities = member(meta, META_CAPABILITIES);
  const problem = isModern(version)
    ? isRequest
      ? modernProblem(headers, base, params, capabilities)
      : otherMethod(headers, base)
    : undefined;
  return {
    ...era,
    named: version,
    ...problemOf(problem),
    ...(isJsonObject(capabilities) ? { clientCapabilities: capabilities } : {}),
  };
}

function modernProblem(
  headers: HeaderReader,
  { id, method = '' }: Base,
  params: Json | undefined,
  capabilities: Json | undefined,
): McpProblem | undefined {
  if (id === null) return { kind: 'invalid-request', detail: 'the id is neither a text nor a number' };
  if (headers.get('Mcp-Method') !== method) return { kind: 'header-mismatch', header: 'Mcp-Method' };
  const parameter = NAMED_PARAMETER.get(method);
  if (parameter !== undefined) {
    const value = isJsonObject(params) ? member(params, parameter) : undefined;
    if (value !== undefined && decodeName(headers.get('Mcp-Name')) !== value)
      return { kind: 'header-mismatch', header: 'Mcp-Name' };
  }
  // Absent is malformed, `{}` declares none; `null` is neither.
  if (!isJsonObject(capabilities)) return { kind: 'meta-missing', member: META_CAPABILITIES };
  for (const [name, value] of Object.entries(capabilities)) {
    if (value === null) return { kind: 'meta-missing', member: `${META_CAPABILITIES}/${name}` };
  }
  return undefined;
}

/** A notification or a response need not repeat its method in a header, but must not name another. */
function otherMethod(headers: HeaderReader, { method }: Base): McpProblem | undefined {
  const said = headers.get('Mcp-Method');
  return said === null || said === method ? undefined : { kind: 'header-mismatch', header: 'Mcp-Method' };
}

function problemOf(problem: McpProblem | undefined): { readonly problem?: McpProblem } {
  return problem === undefined ? {} : { problem };
}

/** A name that no header can carry is written as `=?base64?..?=` over its UTF-8 form. */
function decodeName(value: string | null): string | undefined {
  const coded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? '')?.[1];
  if (coded === undefined) return value ?? undefined;
  try {
    const bytes = Uint8Array.from(atob(coded), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readBatch(header: string, messages: readonly Json[]): McpReading {
  const legacy = { era: 'legacy', answer: 'exact', id: null, ...readHeader(header) } as const;
  const carriesVersion = messages.some((message) => {
    if (!isJsonObject(message)) return true;
    const params = member(message, 'params');
    const meta = isJsonObject(params) ? member(params, '_meta') : undefined;
    return (
      member(message, 'method') === 'initialize' || (isJsonObject(meta) && Object.hasOwn(meta, META_VERSION))
    );
  });
  if (!carriesVersion && messages.length > 0 && !isModern(header)) {
    if (!isFrom(header, MCP_UNBATCHED)) return legacy;
    return { ...legacy, problem: { kind: 'invalid-request', detail: 'this revision has no batches' } };
  }
  const problem = { kind: 'invalid-request', detail: 'the batch holds what cannot be batched' } as const;
  return { ...legacy, contradicted: true, problem };
}

function readHeader(header: string): NamedVersion {
  if (header === '') return { assumed: MCP_SILENT };
  return header.includes(',') ? { named: header, contradicted: true } : { named: header };
}

function isModern(version: string): boolean {
  return isFrom(version, MCP_MODERN);
}

function isFrom(version: string, start: string): boolean {
  const parsed = parseVersion('mcp', version);
  const first = parseVersion('mcp', start);
  return parsed !== undefined && first !== undefined && compareVersions(parsed, first) >= 0;
}

function idOf(message: JsonObject): string | number | null {
  const id = member(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function methodOf(message: JsonObject): { readonly method?: string } {
  const method = member(message, 'method');
  return typeof method === 'string' ? { method } : {};
}

/** The revisions with a handshake, of a list: all that `initialize` may answer. */
export function legacyRevisions(revisions: readonly string[]): readonly string[] {
  return revisions.filter((revision) => parseVersion('mcp', revision) !== undefined && !isModern(revision));
}
