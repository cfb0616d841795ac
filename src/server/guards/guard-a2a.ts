// SPDX-License-Identifier: Apache-2.0
import { member } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { activateExtensions, type DeclaredExtension } from '../../openwop/activate-extensions.js';
import type { Caller, VersionPort } from '../../openwop/port.js';
import {
  extensionsHeader,
  readA2aExtensions,
  readA2aVersion,
  type SilenceProfile,
} from '../../openwop/read-a2a.js';
import { type A2aAddress, refuseA2aExtensions, refuseA2aVersion } from '../../openwop/refuse-a2a.js';
import { readBody, withBody } from './read-body.js';
import { refuseFault, refuseNoBody, refuseTooMany, respond } from './respond.js';
import { type FetchHandler, type GuardedHandler, type GuardOptions, MAX_BODY_BYTES } from './types.js';

/** What an A2A guard takes beside the options of every guard. */
export interface A2aGuardOptions extends GuardOptions {
  /** The extensions of the agent's card; whoever does not request a required one is refused. Default: none. */
  readonly extensions?: readonly DeclaredExtension[];
  /** Default `JSONRPC`. */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON';
  /** What a request without a version is served as. Default `a2a`: version 0.3. */
  readonly silence?: SilenceProfile;
  /**
   * JSON-RPC methods that a required extension gates. Default: every request. A body that cannot be read strictly,
   * a batch among them, is gated whatever this says.
   */
  readonly gated?: (method: string | undefined) => boolean;
}

/**
 * Put version and extension negotiation in front of an A2A endpoint. Each request is decided and recorded; refusals
 * are answered here, in the words of the protocol. What was accepted reaches the handler with the negotiated version and
 * the activated extensions in its headers; the answer echoes those extensions and no others.
 *
 * @example app.post('/a2a', (c) => guardA2A(engine, handler)(c.req.raw))
 */
export function guardA2A(
  engine: VersionPort,
  handler: GuardedHandler,
  options: A2aGuardOptions = {},
): FetchHandler {
  const { maxBodyBytes = MAX_BODY_BYTES, extensions = [], binding = 'JSONRPC', gated = () => true } = options;
  return async (request) => {
    const body = await readBody(request, maxBodyBytes);
    if (typeof body === 'string') return refuseNoBody(body);
    const message = binding === 'JSONRPC' ? peek(body, maxBodyBytes) : NO_MESSAGE;
    const read = readA2aVersion(request.headers, new URL(request.url).searchParams, options.silence);
    let caller: Caller;
    let outcome: Awaited<ReturnType<VersionPort['negotiateVersion']>>;
    try {
      caller = (await options.authenticate?.(request)) ?? { authenticated: false };
      const wait = caller.authenticated === true ? 0 : (options.unauthenticated?.take() ?? 0);
      if (wait > 0) return refuseTooMany(message.id, wait);
      outcome = await engine.negotiateVersion({ protocol: 'a2a', caller, ...read });
    } catch (error) {
      return refuseFault(message.id, error, options.logger);
    }
    const { decision, record } = outcome;
    const address: A2aAddress = { id: message.id, binding, version: read.named ?? read.assumed };
    if (decision.outcome === 'refused') return respond(refuseA2aVersion(address, decision));
    const { version } = decision;
    const active = activateExtensions(readA2aExtensions(request.headers, version), extensions);
    if (active.missing.length > 0 && (!message.readable || gated(message.method))) {
      return respond(refuseA2aExtensions({ ...address, version }, active.missing));
    }
    const response = await handler(withBody(request, body, negotiatedHeaders(version, active.activated)), {
      protocol: 'a2a',
      version,
      ...(decision.requested === undefined ? {} : { requested: decision.requested }),
      extensions: active,
      caller,
      record,
    });
    return echo(response, version, active.activated);
  };
}

/** What was negotiated, in the place of what was asked: whoever reads the headers again reads the same answer. */
function negotiatedHeaders(version: string, activated: readonly string[]): Record<string, string | null> {
  return {
    'A2A-Version': version,
    'A2A-Extensions': null,
    'X-A2A-Extensions': null,
    [extensionsHeader(version)]: activated.length === 0 ? null : activated.join(', '),
  };
}

/** The handler may activate fewer extensions than it could, never others. */
function echo(response: Response, version: string, activated: readonly string[]): Response {
  const name = extensionsHeader(version);
  const said = response.headers.get(name);
  const own = said === null ? activated : said.split(',').map((uri) => uri.trim());
  const echoed = activated.filter((uri) => own.includes(uri));
  const headers = new Headers(response.headers);
  headers.delete('A2A-Extensions');
  headers.delete('X-A2A-Extensions');
  if (echoed.length > 0) headers.set(name, echoed.join(', '));
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

interface Message {
  readonly id: string | number | null;
  readonly method?: string;
  /** Whether every parser reads this method out of it. Where one may read another, a gate stays shut. */
  readonly readable: boolean;
}

const NO_MESSAGE: Message = { id: null, readable: true };

// Only for the id of a refusal and the gate: no decision on a version reads the body of an A2A request.
function peek(body: Uint8Array, maxBytes: number): Message {
  try {
    const message = parseStrict(body, { maxBytes, maxValues: maxBytes });
    const id = member(message, 'id');
    const method = member(message, 'method');
    return {
      id: typeof id === 'string' || typeof id === 'number' ? id : null,
      ...(typeof method === 'string' && { method }),
      readable: true,
    };
  } catch {
    return { id: looseId(body), readable: false };
  }
}

function looseId(body: Uint8Array): string | number | null {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(body)) as { readonly id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
