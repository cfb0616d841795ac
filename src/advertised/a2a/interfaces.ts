// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import { isDeclared } from '../../core/undeclared.js';
import { INTERFACE_0_3, INTERFACE_1_0, noteMembers } from '../internal/members.js';
import type { Notes } from '../internal/notes.js';
import { take, takeList, takeString } from '../internal/take.js';
import type { CardInterface } from '../types.js';

// A2A section 3.6: Major.Minor; a patch number may stand there and does not count.
const VERSION = /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5}))?$/;

/** `supportedInterfaces` of a 1.0 card, in order; an entry that lacks what it needs is noted and left out. */
export function readInterfaces(card: JsonObject, notes: Notes): readonly CardInterface[] {
  const list = takeList(card, 'supportedInterfaces', '', notes) ?? [];
  const interfaces: CardInterface[] = [];
  for (const [index, entry] of list.entries()) {
    const one = readInterface(entry, `/supportedInterfaces/${index}`, notes);
    if (one !== undefined) interfaces.push(one);
  }
  return Object.freeze(interfaces);
}

function readInterface(entry: Json, where: string, notes: Notes): CardInterface | undefined {
  if (!isJsonObject(entry)) {
    notes.add('card.interface-malformed', where, 'expected an object');
    return undefined;
  }
  noteMembers(entry, INTERFACE_1_0, where, notes);
  const url = filled(entry, 'url', where, notes);
  const binding = filled(entry, 'protocolBinding', where, notes);
  const tenant = takeString(entry, 'tenant', where, notes);
  // A tenant must be sent along; one that cannot be read makes the interface unusable.
  const tenantLost = member(entry, 'tenant') !== undefined && !isDeclared(tenant);
  if (url === undefined || binding === undefined || tenantLost) {
    notes.add('card.interface-malformed', where);
    return undefined;
  }
  const version = take(entry, 'protocolVersion');
  if (version === undefined || version === '') {
    notes.add('card.interface-unversioned', where);
    return undefined;
  }
  if (!isVersion(version, `${where}/protocolVersion`, notes)) return undefined;
  const named = isDeclared(tenant) && tenant !== '';
  return Object.freeze({ url, binding, protocolVersion: version, ...(named && { tenant }) });
}

/**
 * The interfaces of a 0.3 card: its own address first, then the additional ones, all in the card's version (0.3
 * where it names none, the default of its schema). A version from 1.0 on has another shape: nothing is offered.
 */
export function readLegacyInterfaces(card: JsonObject, notes: Notes): readonly CardInterface[] {
  const version = take(card, 'protocolVersion') ?? '0.3.0';
  if (!isVersion(version, '/protocolVersion', notes)) return NONE;
  if (!version.startsWith('0.')) {
    notes.add('card.version-shape-mismatch', '/protocolVersion', undefined, version);
    return NONE;
  }
  // A misspelt member says where and how to call; what stands in for it would be a guess.
  if (SPELLINGS.some((name) => member(card, name) !== undefined)) return NONE;
  const interfaces: CardInterface[] = [];
  const url = filled(card, 'url', '', notes);
  const binding =
    take(card, 'preferredTransport') === undefined
      ? 'JSONRPC'
      : filled(card, 'preferredTransport', '', notes);
  if (url !== undefined && binding !== undefined)
    interfaces.push(Object.freeze({ url, binding, protocolVersion: version }));
  const more = takeList(card, 'additionalInterfaces', '', notes) ?? [];
  for (const [index, entry] of more.entries()) {
    const one = readLegacyInterface(entry, version, `/additionalInterfaces/${index}`, notes);
    const repeated = interfaces.some((other) => other.url === one?.url && other.binding === one.binding);
    if (one !== undefined && !repeated) interfaces.push(one);
  }
  return Object.freeze(interfaces);
}

function readLegacyInterface(
  entry: Json,
  protocolVersion: string,
  where: string,
  notes: Notes,
): CardInterface | undefined {
  if (isJsonObject(entry)) {
    noteMembers(entry, INTERFACE_0_3, where, notes);
    const url = filled(entry, 'url', where, notes);
    const binding = filled(entry, 'transport', where, notes);
    if (url !== undefined && binding !== undefined) return Object.freeze({ url, binding, protocolVersion });
  }
  notes.add('card.interface-malformed', where);
  return undefined;
}

function filled(object: JsonObject, name: string, where: string, notes: Notes): string | undefined {
  const value = takeString(object, name, where, notes);
  return isDeclared(value) && value !== '' ? value : undefined;
}

function isVersion(version: Json, where: string, notes: Notes): version is string {
  if (typeof version === 'string' && VERSION.test(version)) return true;
  notes.add('card.version-malformed', where, typeof version === 'string' ? quote(version) : 'not a string');
  return false;
}

const NONE: readonly CardInterface[] = Object.freeze([]);
const SPELLINGS: readonly string[] = ['protocol_version', 'preferred_transport', 'additional_interfaces'];
