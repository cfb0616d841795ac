// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { activateExtensions } from '../../openwop/activate-extensions.js';
import { bindSession } from '../../openwop/bind-session.js';
import type { Caller, VersionOutcome, VersionPort } from '../../openwop/port.js';
import { type McpReading, readMcp } from '../../openwop/read-mcp.js';
import { refuseMcpCapabilities, refuseMcpProblem, refuseMcpVersion } from '../../openwop/refuse-mcp.js';
import { jsonRpcError } from '../../openwop/wire.js';
import { createMcpSessions, MAX_SESSIONS } from './mcp-sessions.js';
import { readBody, withBody } from './read-body.js';
import { refuseFault, refuseNoBody, refuseTooMany, respond } from './respond.js';
import { type FetchHandler, type GuardedHandler, type GuardOptions, MAX_BODY_BYTES } from './types.js';

/** What an MCP guard takes beside the options of every guard. */
export interface McpGuardOptions extends GuardOptions {
  /** Extension identifiers that the server supports; a client that declares one has it active. */
  readonly extensions?: readonly string[];
  /** Client capabilities that every modern request must declare, such as `{ sampling: {} }`. Default: none. */
  readonly requiredCapabilities?: JsonObject;
  /**
   * How many sessions (`Mcp-Session-Id`) are remembered with the revision of their handshake. Later messages of a
   * remembered session may name no other revision. Default 10,000; 0 judges each message by itself.
   */
  readonly maxSessions?: number;
}

/**
 * Put version negotiation in front of an MCP endpoint (Streamable HTTP, with and without handshake). Each request is
 * decided and recorded; refusals are answered here, and only what was accepted reaches the handler. An `initialize`
 * that was answered with another revision reaches it with that revision in place of the one that was named.
 *
 * @example app.all('/mcp', (c) => guardMcp(engine, handler)(c.req.raw))
 */
export function guardMcp(
  engine: VersionPort,
  handler: GuardedHandler,
  options: McpGuardOptions = {},
): FetchHandler {
  const { maxBodyBytes = MAX_BODY_BYTES, extensions = [], requiredCapabilities = {} } = options;
  const sessions = createMcpSessions(options.maxSessions ?? MAX_SESSIONS);
  return async (request) => {
    const bytes = await readBody(request, maxBodyBytes);
    if (typeof bytes === 'string') return refuseNoBody(bytes);
    const { body, reading } = readMessage(request, bytes, maxBodyBytes, sessions.versionOf(request));
    let caller: Caller;
    let outcome: VersionOutcome;
    try {
      caller = (await options.authenticate?.(request)) ?? { authenticated: false };
      const wait = caller.authenticated === true ? 0 : (options.unauthenticated?.take() ?? 0);
      if (wait > 0) return refuseTooMany(reading.id, wait);
      outcome = await engine.negotiateVersion(exchangeOf(reading, caller));
    } catch (error) {
      return refuseFault(reading.id, error, options.logger);
    }
    const { decision, record, serves } = outcome;
    if (body === UNREADABLE) return respond(jsonRpcError(null, 400, PARSE_ERROR));
    if (decision.outcome === 'refused') return respond(refuseMcpVersion(reading, decision, serves));
    if (reading.problem !== undefined) return respond(refuseMcpProblem(reading, reading.problem));
    const missing = missingCapabilities(reading, requiredCapabilities);
    if (missing !== undefined) return respond(refuseMcpCapabilities(reading.id, missing));
    const { version, requested } = decision;
    // Silence of a later message stands for a revision: whoever reads the header again reads that one.
    const silent = reading.era === 'legacy' && reading.named === undefined;
    const said = silent ? { 'MCP-Protocol-Version': version } : {};
    const response = await handler(withBody(request, answered(reading, body, bytes, version), said), {
      protocol: 'mcp',
      version,
      ...(requested === undefined ? {} : { requested }),
      extensions: activateExtensions(
        declaredExtensions(reading),
        extensions.map((uri) => ({ uri })),
      ),
      caller,
      record,
    });
    sessions.learn(request, response, reading.era === 'initialize' ? version : undefined);
    return response;
  };
}

const UNREADABLE: unique symbol = Symbol('UNREADABLE');
const PARSE_ERROR = { code: -32700, message: 'Parse error' } as const;

interface Message {
  readonly body: Json | undefined | typeof UNREADABLE;
  readonly reading: McpReading;
}

// Two parsers must not read two versions out of one body, hence strictly; what cannot be read is refused on record.
function readMessage(
  request: Request,
  bytes: Uint8Array,
  maxBytes: number,
  session: string | undefined,
): Message {
  const bind = (reading: McpReading): McpReading =>
    session === undefined ? reading : bindSession(reading, session);
  if (bytes.byteLength === 0 && request.method !== 'POST') {
    return { body: undefined, reading: bind(readMcp(request.headers, undefined)) };
  }
  try {
    const body = parseBody(bytes, maxBytes);
    return { body, reading: bind(readMcp(request.headers, body)) };
  } catch {
    const { era, answer, named } = readMcp(request.headers, undefined);
    const said = named === undefined ? {} : { named };
    return { body: UNREADABLE, reading: { era, answer, id: null, ...said, contradicted: true } };
  }
}

function parseBody(bytes: Uint8Array, maxBytes: number): Json {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  if (first !== 0x5b) return parseStrict(bytes, { maxBytes, maxValues: maxBytes });
  const wrapped = Buffer.concat([Buffer.from('{"batch":'), bytes, Buffer.from('}')]);
  const { batch = null, ...rest } = parseStrict(wrapped, { maxBytes: maxBytes + 16, maxValues: maxBytes });
  if (Object.keys(rest).length > 0) throw new SyntaxError('text after the batch');
  return batch;
}

function exchangeOf(reading: McpReading, caller: Caller): Parameters<VersionPort['negotiateVersion']>[0] {
  const { named, assumed, contradicted, answer, era } = reading;
  return {
    protocol: 'mcp',
    caller,
    answer,
    ...(named === undefined ? {} : { named }),
    ...(assumed === undefined ? {} : { assumed }),
    ...(contradicted === undefined ? {} : { contradicted }),
    ...(era === 'initialize' && { among: 'handshake' as const }),
  };
}

function answered(
  reading: McpReading,
  body: Json | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  version: string,
): Uint8Array<ArrayBuffer> {
  if (reading.era !== 'initialize' || reading.named === version || !isJsonObject(body)) return bytes;
  const params = member(body, 'params');
  const named = isJsonObject(params) ? { ...params, protocolVersion: version } : { protocolVersion: version };
  return new TextEncoder().encode(JSON.stringify({ ...body, params: named }));
}

function missingCapabilities(
  { era, id, clientCapabilities }: McpReading,
  required: JsonObject,
): JsonObject | undefined {
  if (era !== 'modern' || id === null) return undefined;
  const declared: Record<string, Json> = { ...clientCapabilities };
  const { elicitation } = declared;
  // 2025-11-25 and later: an empty `elicitation` stands for its form mode.
  if (isJsonObject(elicitation) && Object.keys(elicitation).length === 0)
    declared['elicitation'] = { form: {} };
  const missing = lacking(required, declared);
  return Object.keys(missing).length === 0 ? undefined : missing;
}

/** What of `required` is not declared: presence is support, so members are compared and values are not. */
function lacking(required: JsonObject, declared: JsonObject): JsonObject {
  const missing: Record<string, Json> = {};
  for (const [name, value] of Object.entries(required)) {
    const own = member(declared, name);
    if (!isJsonObject(own)) missing[name] = value;
    else if (isJsonObject(value)) {
      const inner = lacking(value, own);
      if (Object.keys(inner).length > 0) missing[name] = inner;
    }
  }
  return missing;
}

function declaredExtensions({ clientCapabilities = {} }: McpReading): readonly string[] {
  const declared = member(clientCapabilities, 'extensions');
  return isJsonObject(declared) ? Object.keys(declared) : [];
}
