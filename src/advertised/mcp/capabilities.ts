// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type JsonObject, member, pointer } from '../../core/json.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { Notes } from '../internal/notes.js';
import type { CardExtension } from '../types.js';

/** Server capabilities by the revisions that define them, first and last included. */
const DEFINED: readonly { readonly name: string; readonly from?: string; readonly to?: string }[] = [
  { name: 'tools' },
  { name: 'resources' },
  { name: 'prompts' },
  { name: 'logging' },
  { name: 'completions', from: '2025-03-26' },
  { name: 'tasks', from: '2025-11-25', to: '2025-11-25' },
];
// Defined too, but maps of names rather than capabilities of their own.
const MAPS: ReadonlySet<string> = new Set(['extensions', 'experimental']);
// Vendor prefix, slash, name (SEP-2133).
const EXTENSION_ID = /^[^\s/]+\/[^\s]+$/;

/**
 * The capabilities a server supports: an object, be it empty, is support; an absent key is none; `null` and
 * anything else is malformed and counts as none.
 */
export function supportedCapabilities(
  capabilities: JsonObject,
  revision: string,
  where: string,
  notes: Notes,
): readonly string[] {
  const supported: string[] = [];
  for (const name of Object.keys(capabilities)) {
    const here = pointer(where, name);
    const value = member(capabilities, name) ?? null;
    if (MAPS.has(name)) {
      // `extensions` is read on its own, and noted there.
      if (name === 'experimental' && !isJsonObject(value)) notes.add('mcp.capability-malformed', here);
    } else if (!DEFINED.some((row) => row.name === name && isIn(revision, row))) {
      notes.add('mcp.capability-unknown', here);
    } else if (isJsonObject(value)) supported.push(name);
    else notes.add('mcp.capability-malformed', here);
  }
  return supported;
}

/** The keys of `capabilities.extensions`: absent and `null` are undeclared, `{}` is declared and none. */
export function supportedExtensions(
  capabilities: JsonObject,
  where: string,
  notes: Notes,
): Declared<readonly CardExtension[]> {
  const here = pointer(where, 'extensions');
  const map = member(capabilities, 'extensions');
  if (map === undefined) return UNDECLARED;
  if (!isJsonObject(map)) {
    notes.add('mcp.capability-malformed', here);
    return UNDECLARED;
  }
  const extensions: CardExtension[] = [];
  for (const [id, settings] of Object.entries(map)) {
    if (!EXTENSION_ID.test(id)) notes.add('mcp.extension-unprefixed', pointer(here, id), undefined, id);
    else if (!isJsonObject(settings)) notes.add('mcp.extension-malformed', pointer(here, id));
    else {
      const version = member(settings, 'version');
      const named = typeof version === 'string' ? { version } : {};
      extensions.push(Object.freeze({ uri: id, required: false, ...named }));
    }
  }
  return Object.freeze(extensions);
}

// Revisions are dates and compare as text.
function isIn(revision: string, row: { readonly from?: string; readonly to?: string }): boolean {
  return (row.from === undefined || revision >= row.from) && (row.to === undefined || revision <= row.to);
}
