// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import { jsonEqual } from '../internal/json-equal.js';
import type { Notes } from '../internal/notes.js';
import type { CardSkill } from '../types.js';

const JSON_ONLY: readonly string[] = Object.freeze(['application/json']);
const NONE: readonly string[] = Object.freeze([]);

/** Listed tools as skills, by name; two tools of one name that differ are offered as none. */
export function readTools(tools: readonly Json[], where: string, notes: Notes): Map<string, CardSkill> {
  const entries = new Map<string, Json>();
  const skills = new Map<string, CardSkill>();
  for (const [index, entry] of tools.entries()) {
    const here = `${where}/${index}`;
    const name = isJsonObject(entry) ? member(entry, 'name') : undefined;
    if (!isJsonObject(entry) || typeof name !== 'string' || name === '') {
      notes.add('mcp.tool-malformed', here, '`name` is not a string with content');
      continue;
    }
    const earlier = entries.get(name);
    if (earlier === undefined) {
      entries.set(name, entry);
      skills.set(name, mcpSkill(name, titleOf(entry), hasOutputSchema(entry, here, notes)));
    } else if (jsonEqual(earlier, entry)) notes.add('mcp.tool-repeated', here, undefined, name);
    else {
      notes.add('mcp.tool-conflict', here, undefined, name);
      skills.delete(name);
    }
  }
  return skills;
}

/** A tool or capability as a skill: JSON in; JSON out where a schema says so, undeclared otherwise. */
export function mcpSkill(id: string, name: Declared<string>, structured: boolean): CardSkill {
  return Object.freeze({
    id,
    name,
    tags: NONE,
    inputModes: JSON_ONLY,
    outputModes: structured ? JSON_ONLY : UNDECLARED,
    securityRequirements: UNDECLARED,
  });
}

function titleOf(tool: JsonObject): Declared<string> {
  const title = member(tool, 'title');
  return typeof title === 'string' ? title : UNDECLARED;
}

function hasOutputSchema(tool: JsonObject, where: string, notes: Notes): boolean {
  const schema = member(tool, 'outputSchema');
  if (schema === undefined || isJsonObject(schema)) return schema !== undefined;
  notes.add('mcp.wrong-type', pointer(where, 'outputSchema'), 'expected an object');
  return false;
}
