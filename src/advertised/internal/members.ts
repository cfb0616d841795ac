// SPDX-License-Identifier: Apache-2.0
import { type JsonObject, member, pointer } from '../../core/json.js';
import type { FindingCode } from '../finding-codes.js';
import type { Notes } from './notes.js';

/** The member names that one object of a protocol version defines. */
export interface Members {
  readonly known: ReadonlyMap<string, 'required' | 'optional'>;
  readonly required: readonly string[];
  /** Names that an older version defined, with the finding that each makes. */
  readonly legacy: ReadonlyMap<string, FindingCode>;
}

function members(
  required: string,
  optional = '',
  legacy: readonly (readonly [string, FindingCode])[] = [],
): Members {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  const known = new Map([
    ...words(required).map((name) => [name, 'required'] as const),
    ...words(optional).map((name) => [name, 'optional'] as const),
  ]);
  return { known, required: words(required), legacy: new Map(legacy) };
}

/** A2A 1.0 AgentCard (specification/a2a.proto). */
export const CARD_1_0: Members = members(
  'name description supportedInterfaces version capabilities defaultInputModes defaultOutputModes skills',
  'provider documentationUrl securitySchemes securityRequirements signatures iconUrl',
  [
    ['protocolVersion', 'card.legacy-member'],
    ['url', 'card.dual-shape'],
    ['preferredTransport', 'card.legacy-member'],
    ['additionalInterfaces', 'card.legacy-member'],
    ['supportsAuthenticatedExtendedCard', 'card.legacy-member'],
    ['supportsExtendedAgentCard', 'card.legacy-member'],
    ['security', 'card.legacy-security'],
    ['authentication', 'card.legacy-security'],
  ],
);

/** A2A 0.3 AgentCard (v0.3.0 specification/json/a2a.json). */
export const CARD_0_3: Members = members(
  'protocolVersion name description url version capabilities defaultInputModes defaultOutputModes skills',
  'preferredTransport additionalInterfaces iconUrl provider documentationUrl securitySchemes security supportsAuthenticatedExtendedCard signatures',
  [['authentication', 'card.legacy-security']],
);

/** A2A 1.0 AgentCapabilities. */
export const CAPABILITIES_1_0: Members = members(
  '',
  'streaming pushNotifications extensions extendedAgentCard',
  [['stateTransitionHistory', 'card.legacy-member']],
);

/** A2A 0.3 AgentCapabilities. */
export const CAPABILITIES_0_3: Members = members(
  '',
  'streaming pushNotifications extensions stateTransitionHistory',
);

/** A2A 1.0 AgentInterface. */
export const INTERFACE_1_0: Members = members('url protocolBinding protocolVersion', 'tenant');

/** A2A 0.3 AgentInterface. */
export const INTERFACE_0_3: Members = members('url transport');

/** AgentExtension, in both versions. */
export const EXTENSION_MEMBERS: Members = members('', 'uri description required params');

/** A2A 1.0 AgentSkill. */
export const SKILL_1_0: Members = members(
  'id name description tags',
  'examples inputModes outputModes securityRequirements',
  [['security', 'card.legacy-security']],
);

/** A2A 0.3 AgentSkill. */
export const SKILL_0_3: Members = members(
  'id name description tags',
  'examples inputModes outputModes security',
);

/** AgentProvider, in both versions. */
export const PROVIDER_MEMBERS: Members = members('url organization');

/** Note every member that is not defined or `null`, and every required one that is absent. */
export function noteMembers(object: JsonObject, of: Members, where: string, notes: Notes): void {
  if (notes.full) return;
  let found = 0;
  for (const name of Object.keys(object)) {
    const known = of.known.get(name);
    if (known === undefined || object[name] === null) noteMember(name, known !== undefined, of, where, notes);
    else if (known === 'required') found++;
  }
  if (found === of.required.length) return;
  for (const name of of.required) {
    if ((member(object, name) ?? null) === null) notes.add('card.required-missing', `${where}/${name}`);
  }
}

function noteMember(name: string, known: boolean, of: Members, where: string, notes: Notes): void {
  const legacy = of.legacy.get(name);
  const here = pointer(where, name);
  if (known) notes.add('card.null-member', here);
  else if (legacy !== undefined) notes.add(legacy, here);
  else if (isSnakeAlias(name, of)) notes.add('card.snake-case-member', here);
  else notes.add('card.unknown-member', here);
}

// ProtoJSON readers also take snake case, others do not: one card, two readings (facts section 1).
function isSnakeAlias(name: string, of: Members): boolean {
  if (!name.includes('_')) return false;
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return of.known.has(camel) || of.legacy.has(camel);
}
