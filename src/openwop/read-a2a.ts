// SPDX-License-Identifier: Apache-2.0
import { A2A_SILENT } from './protocols.js';
import { compareVersions, parseVersion } from './version-grammar.js';

/** Headers of one message, by name without regard to case; `Headers` of the Fetch API fits. */
export interface HeaderReader {
  /** The value, several joined by `, `; `null` where the header is absent. */
  get(name: string): string | null;
}

/** What a message says about versions, ready for the version decision. */
export interface NamedVersion {
  /** As it was written; absent where nothing was named. */
  readonly named?: string;
  readonly assumed?: string;
  /** Two places name two versions, or one place names several. */
  readonly contradicted?: boolean;
}

/**
 * What an A2A request that names no version stands for. `a2a`: version 0.3, as A2A 1.0 section 3.6 says. `openwop`:
 * the preferred version, as OpenWOP interop asks.
 */
export type SilenceProfile = 'a2a' | 'openwop';

/**
 * The version that an A2A request names in the header or the query parameter `A2A-Version` (A2A 1.0 sections 3.6
 * and 14.2.1). Empty counts as absent. Both and different, or one of them repeated, is a contradiction; an empty one
 * beside another is one too, because a reader that takes the first sees silence there.
 */
export function readA2aVersion(
  headers: HeaderReader,
  query: Iterable<readonly [string, string]>,
  silence: SilenceProfile = 'a2a',
): NamedVersion {
  const header = headers.get('A2A-Version') ?? '';
  const written = [...query].filter(([name]) => name.toLowerCase() === 'a2a-version');
  const parameters = written.map(([, value]) => value).filter((value) => value !== '');
  const named = header === '' ? parameters[0] : header;
  if (named === undefined) return silence === 'a2a' ? { assumed: A2A_SILENT } : {};
  const repeated = written.length > 1 || header.includes(',');
  const different = parameters.some((value) => value !== named);
  return repeated || different ? { named, contradicted: true } : { named };
}

/** The header that names extensions in a version: `X-A2A-Extensions` below 1.0, `A2A-Extensions` from 1.0 on. */
export function extensionsHeader(version: string): 'A2A-Extensions' | 'X-A2A-Extensions' {
  const parsed = parseVersion('a2a', version);
  const first = parseVersion('a2a', '1.0');
  const legacy = parsed !== undefined && first !== undefined && compareVersions(parsed, first) < 0;
  return legacy ? 'X-A2A-Extensions' : 'A2A-Extensions';
}

/**
 * The extensions that an A2A request asks for: only the header name of the negotiated version counts. Commas
 * split, blanks around them do not matter, repeats are merged; a URI is compared as it is written.
 */
export function readA2aExtensions(headers: HeaderReader, version: string): readonly string[] {
  const value = headers.get(extensionsHeader(version)) ?? '';
  const uris = value.split(',').map((uri) => uri.trim());
  return [...new Set(uris.filter((uri) => uri !== ''))];
}
