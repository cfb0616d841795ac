// SPDX-License-Identifier: Apache-2.0
import { isDay } from '../core/time.js';
import type { InteropProtocol } from './types.js';

const A2A_VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?$/;
const MCP_REVISION = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A well-formed version: `key` is equal for versions that negotiate as one (A2A patch numbers never take part). */
export interface ParsedVersion {
  readonly text: string;
  readonly key: string;
  /** Decimal digits without leading zeros for A2A, the date for MCP; strings, so that no size loses precision. */
  readonly parts: readonly string[];
}

/**
 * Read a version; `undefined` where it is malformed. A2A: `major.minor` with an optional patch that is ignored
 * (A2A 1.0 section 3.6). MCP: a revision date that exists.
 */
export function parseVersion(protocol: InteropProtocol, text: string): ParsedVersion | undefined {
  if (protocol === 'a2a') {
    const match = A2A_VERSION.exec(text);
    const [, major, minor] = match ?? [];
    if (major === undefined || minor === undefined) return undefined;
    return { text, key: `${major}.${minor}`, parts: [major, minor] };
  }
  const match = MCP_REVISION.exec(text);
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return undefined;
  return { text, key: text, parts: [text] };
}

/** Compare two versions of one protocol by their numeric parts: below 0 where `a` is the lower (`1.9` < `1.10`). */
export function compareVersions(a: ParsedVersion, b: ParsedVersion): number {
  for (const [index, left] of a.parts.entries()) {
    const right = b.parts[index] ?? '0';
    if (left.length !== right.length) return left.length - right.length;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** The well-formed entries of a list and the malformed ones, each in order. */
export function sortOut(
  protocol: InteropProtocol,
  versions: readonly string[],
): { readonly wellFormed: readonly ParsedVersion[]; readonly malformed: readonly string[] } {
  const wellFormed: ParsedVersion[] = [];
  const malformed: string[] = [];
  for (const text of versions) {
    const parsed = parseVersion(protocol, text);
    if (parsed === undefined) malformed.push(text);
    else wellFormed.push(parsed);
  }
  return { wellFormed, malformed };
}
