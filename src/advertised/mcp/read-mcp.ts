// SPDX-License-Identifier: Apache-2.0
import { FrozenMap } from '../../core/frozen-map.js';
import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';
import { type Declared, UNDECLARED } from '../../core/undeclared.js';
import type { Notes } from '../internal/notes.js';
import type { CardFacts, CardSkill } from '../types.js';
import { supportedCapabilities, supportedExtensions } from './capabilities.js';
import type { McpDocument } from './mcp-document.js';
import { mcpSkill, readTools } from './tools.js';

// The first revision without a handshake; `initialize` never agrees on it or a later one (SEP-2575).
const MODERN = '2026-07-28';
const REVISION = /^\d{4}-\d{2}-\d{2}$/;
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** Read an MCP description into the shape of a card: a tool is a skill, or else a declared capability is. */
export function readMcp(document: McpDocument, notes: Notes): CardFacts {
  const { result, where, kind } = document;
  const versions =
    kind === 'discover' ? discoverVersions(document, notes) : initializeVersions(document, notes);
  const shape = kind === 'discover' ? MODERN : String(member(result, 'protocolVersion'));
  const capabilities = objectAt(result, 'capabilities');
  const here = pointer(where, 'capabilities');
  const supported = supportedCapabilities(capabilities, shape, here, notes);
  const info = serverInfo(document, notes);
  noteWrapper(document, notes);
  return Object.freeze({
    protocol: 'mcp',
    shape,
    name: textOf(info, 'name'),
    version: textOf(info, 'version'),
    interfaces: Object.freeze([]),
    protocolVersions: Object.freeze([...new Set(versions)]),
    capabilities: Object.freeze({
      streaming: UNDECLARED,
      pushNotifications: UNDECLARED,
      extendedAgentCard: UNDECLARED,
      extensions: supportedExtensions(capabilities, here, notes),
    }),
    defaultInputModes: UNDECLARED,
    defaultOutputModes: UNDECLARED,
    securityRequirements: UNDECLARED,
    skills: new FrozenMap(readSkills(document, supported, notes)),
  });
}

function readSkills(
  document: McpDocument,
  supported: readonly string[],
  notes: Notes,
): Iterable<readonly [string, CardSkill]> {
  const { tools } = document;
  if (tools === undefined) return supported.map((name) => [name, mcpSkill(name, UNDECLARED, false)] as const);
  if (!Array.isArray(tools)) {
    notes.add('mcp.wrong-type', '/tools', 'expected a list; no tool is offered');
    return [];
  }
  const skills = readTools(tools as readonly Json[], '/tools', notes);
  if (supported.includes('tools')) return skills;
  if (tools.length > 0) notes.add('mcp.tools-undeclared', '/tools');
  return [];
}

function initializeVersions(document: McpDocument, notes: Notes): readonly string[] {
  const version = String(member(document.result, 'protocolVersion'));
  const here = pointer(document.where, 'protocolVersion');
  if (!REVISION.test(version)) notes.add('mcp.version-malformed', here, undefined, version);
  else if (version >= MODERN) notes.add('mcp.version-era', here, undefined, version);
  else return [version];
  return [];
}

function discoverVersions(document: McpDocument, notes: Notes): readonly string[] {
  const list = member(document.result, 'supportedVersions') as readonly Json[];
  const versions: string[] = [];
  for (const [index, version] of list.entries()) {
    if (typeof version === 'string' && REVISION.test(version)) versions.push(version);
    else notes.add('mcp.version-malformed', pointer(document.where, 'supportedVersions', index));
  }
  return versions;
}

/** Self-reported, for display only: in `_meta` since 2026-07-28, a member of its own before. */
function serverInfo(document: McpDocument, notes: Notes): JsonObject {
  const { result, where, kind } = document;
  const meta = objectAt(result, '_meta');
  const info = member(result, 'serverInfo') ?? member(meta, SERVER_INFO) ?? member(meta, 'serverInfo');
  if (info !== undefined && info !== null && isJsonObject(info)) return info;
  if (kind === 'initialize') notes.add('mcp.required-missing', pointer(where, 'serverInfo'));
  return {};
}

function noteWrapper(document: McpDocument, notes: Notes): void {
  for (const name of Object.keys(document.wrapper ?? {})) {
    if (name !== document.kind && name !== 'tools') notes.add('mcp.unknown-member', pointer('', name));
  }
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return value !== undefined && isJsonObject(value) ? value : {};
}

function textOf(object: JsonObject, name: string): Declared<string> {
  const value = member(object, name);
  return typeof value === 'string' ? value : UNDECLARED;
}
