// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, pointer } from '../../../core/json.js';
import type { PolicyFinding } from './finding.js';

const KEY =
  /^(?:subject|requester|principal|user|agent|client|role|tenant|workspace|provider|ref|id|kid|key|origin|name)$/;

/**
 * Data that lists grants, roles or trust instead of keying them: every decision would go through the list, and two
 * entries for one subject could disagree. `file` is what the findings name.
 */
export function lintGrants(data: JsonObject, file: string): readonly PolicyFinding[] {
  return [...listsIn(data, '')].map(([at, key]) => ({
    code: 'policy.unkeyed-grants',
    severity: 'warning' as const,
    file,
    row: 0,
    message: `${at} is a list of entries with \`${key}\`: make it an object keyed by it`,
  }));
}

function* listsIn(value: Json, at: string): Generator<readonly [string, string]> {
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    const [first] = entries;
    const keys = isJsonObject(first) ? Object.keys(first).filter((name) => KEY.test(name)) : [];
    const shared = keys.find((name) =>
      entries.every((entry) => isJsonObject(entry) && typeof entry[name] === 'string'),
    );
    if (shared !== undefined) yield [at, shared];
    for (const [index, entry] of entries.entries()) yield* listsIn(entry, pointer(at, index));
  } else if (isJsonObject(value)) {
    for (const [name, entry] of Object.entries(value)) yield* listsIn(entry, pointer(at, name));
  }
}
