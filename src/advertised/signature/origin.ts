// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { parseUrl } from '../../core/parse-url.js';

const WEB = new Set(['http:', 'https:', 'ws:', 'wss:']);
const GRPC = new Set(['grpc:', 'grpcs:']);

/**
 * The origin of an interface URL: scheme, host and port (`https://a.example`), or `host:port` for the bare form
 * that gRPC interfaces use. `undefined` where the text has none.
 */
export function originOf(text: string): string | undefined {
  // Before URL: it reads `host:443` as a scheme.
  if (/^[A-Za-z0-9.-]+:\d{1,5}$/.test(text)) return text.toLowerCase();
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  if (WEB.has(url.protocol)) return url.origin;
  return GRPC.has(url.protocol) && url.host !== '' ? `${url.protocol}//${url.host.toLowerCase()}` : undefined;
}

/**
 * Every origin that a card names: `supportedInterfaces[].url`, and `url` and `additionalInterfaces[].url` of 0.3.
 * `undefined` where one of them cannot be read, so that no scope can hold it.
 */
export function originsOf(card: JsonObject): ReadonlySet<string> | undefined {
  const urls: (Json | undefined)[] = [];
  for (const name of ['supportedInterfaces', 'additionalInterfaces']) {
    const list = member(card, name);
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) return undefined;
    for (const entry of list as readonly Json[])
      urls.push(isJsonObject(entry) ? member(entry, 'url') : undefined);
  }
  const url = member(card, 'url');
  if (url !== undefined && url !== null) urls.push(url);
  const origins = new Set<string>();
  for (const text of urls) {
    const origin = typeof text === 'string' ? originOf(text) : undefined;
    if (origin === undefined) return undefined;
    origins.add(origin);
  }
  return origins;
}

/** Whether a key may speak for all the origins that a card names; a card that names none is nobody's. */
export function isInScope(
  scope: 'any' | ReadonlySet<string>,
  origins: ReadonlySet<string> | undefined,
): boolean {
  if (scope === 'any') return true;
  if (origins === undefined || origins.size === 0) return false;
  for (const origin of origins) if (!scope.has(origin)) return false;
  return true;
}
