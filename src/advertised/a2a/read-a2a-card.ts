// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type JsonObject, member } from '../../core/json.js';
import type { Declared } from '../../core/undeclared.js';
import { readExtensions } from '../internal/extensions.js';
import {
  CAPABILITIES_0_3,
  CAPABILITIES_1_0,
  CARD_0_3,
  CARD_1_0,
  noteMembers,
  PROVIDER_MEMBERS,
  SKILL_0_3,
  SKILL_1_0,
} from '../internal/members.js';
import { takeModes } from '../internal/modes.js';
import type { Notes } from '../internal/notes.js';
import { noteUndefinedSchemes, readSchemeNames } from '../internal/schemes.js';
import { readSecurity } from '../internal/security.js';
import { readSkills } from '../internal/skills.js';
import { take, takeBoolean, takeObject, takeString } from '../internal/take.js';
import type { CardCapabilities, CardFacts } from '../types.js';
import { a2aShape } from './a2a-shape.js';
import { readInterfaces, readLegacyInterfaces } from './interfaces.js';

/** A reading of another view of the same card, of which the findings are known. */
export interface EarlierReading {
  readonly document: JsonObject;
  readonly facts: CardFacts;
}

/**
 * Read an A2A card, 1.0 or 0.3, into one shape. Nothing is filled in: an absent member is UNDECLARED, a member of
 * the wrong type is a finding and UNDECLARED.
 *
 * @param earlier what the two have in common is not read again, and makes no findings
 * @throws AdvertisedError ADVERTISED_EXTENSION_CONFLICT, ADVERTISED_EXTENSION_UNREADABLE
 */
export function readA2aCard(card: JsonObject, notes: Notes, earlier?: EarlierReading): CardFacts {
  const shape = a2aShape(card);
  const current = shape === '1.0';
  noteMembers(card, current ? CARD_1_0 : CARD_0_3, '', notes);
  noteProvider(card, notes);
  const interfaces = current ? readInterfaces(card, notes) : readLegacyInterfaces(card, notes);
  const schemes = readSchemeNames(card, shape, notes);
  const securityRequirements = readSecurity(card, '', notes);
  noteUndefinedSchemes(securityRequirements, schemes, '', notes);
  noteEmpty(card, current ? REQUIRED_LISTS : REQUIRED_LISTS_0_3, notes);
  noteSignatures(card, notes);
  for (const name of TEXTS) takeString(card, name, '', notes);
  return Object.freeze({
    protocol: 'a2a',
    shape,
    name: takeString(card, 'name', '', notes),
    version: takeString(card, 'version', '', notes),
    interfaces,
    protocolVersions: Object.freeze([...new Set(interfaces.map((one) => one.protocolVersion))]),
    capabilities: readCapabilities(card, current, notes),
    defaultInputModes: takeModes(card, 'defaultInputModes', '', notes),
    defaultOutputModes: takeModes(card, 'defaultOutputModes', '', notes),
    securityRequirements,
    // Facts of the skills come from their list alone; its version and the schemes make findings.
    skills:
      earlier !== undefined && member(earlier.document, 'skills') === member(card, 'skills')
        ? earlier.facts.skills
        : readSkills(card, current ? SKILL_1_0 : SKILL_0_3, schemes, notes),
  });
}

function readCapabilities(card: JsonObject, current: boolean, notes: Notes): CardCapabilities {
  const where = '/capabilities';
  const value = take(card, 'capabilities');
  const readable = value !== undefined && isJsonObject(value);
  if (value !== undefined && !readable) notes.add('card.capabilities-not-object', where);
  const capabilities = readable ? value : {};
  noteMembers(capabilities, current ? CAPABILITIES_1_0 : CAPABILITIES_0_3, where, notes);
  return Object.freeze({
    streaming: takeBoolean(capabilities, 'streaming', where, notes),
    pushNotifications: takeBoolean(capabilities, 'pushNotifications', where, notes),
    extendedAgentCard: readExtendedCard(card, capabilities, current, notes),
    extensions: readExtensions(capabilities, where, notes),
  });
}

// 1.0 moved the flag into `capabilities`; each shape is read from its own place alone.
function readExtendedCard(
  card: JsonObject,
  capabilities: JsonObject,
  current: boolean,
  notes: Notes,
): Declared<boolean> {
  return current
    ? takeBoolean(capabilities, 'extendedAgentCard', '/capabilities', notes)
    : takeBoolean(card, 'supportsAuthenticatedExtendedCard', '', notes);
}

function noteProvider(card: JsonObject, notes: Notes): void {
  const provider = takeObject(card, 'provider', '', notes);
  if (provider !== undefined) noteMembers(provider, PROVIDER_MEMBERS, '/provider', notes);
}

function noteEmpty(card: JsonObject, names: readonly string[], notes: Notes): void {
  for (const name of names) {
    const list = member(card, name);
    if (Array.isArray(list) && list.length === 0) notes.add('card.required-empty', `/${name}`);
  }
}

function noteSignatures(card: JsonObject, notes: Notes): void {
  const signatures = member(card, 'signatures');
  if (signatures !== undefined && !Array.isArray(signatures))
    notes.add('card.signatures-malformed', '/signatures');
}

// Not a fact of any decision; read for their types alone.
const TEXTS: readonly string[] = ['description', 'documentationUrl', 'iconUrl'];
// A2A section 5.7: a required list has at least one element.
const REQUIRED_LISTS_0_3: readonly string[] = ['defaultInputModes', 'defaultOutputModes', 'skills'];
const REQUIRED_LISTS: readonly string[] = ['supportedInterfaces', ...REQUIRED_LISTS_0_3];
