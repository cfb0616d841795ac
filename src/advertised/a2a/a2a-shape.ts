// SPDX-License-Identifier: Apache-2.0
import { type JsonObject, member } from '../../core/json.js';

/** The two shapes an A2A card can have. */
export type A2aShape = '0.3' | '1.0';

const LEGACY_MARKS = [
  'url',
  'protocolVersion',
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
] as const;
const MARKS = [
  'supportedInterfaces',
  'defaultInputModes',
  'defaultOutputModes',
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
  'signatures',
] as const;

/**
 * Which shape a card is read as. `supportedInterfaces` makes it 1.0 whatever stands beside it, so that nobody can
 * turn a 1.0 card into a 0.3 one by adding members that no signature covers.
 */
export function a2aShape(card: JsonObject): A2aShape {
  if (has(card, 'supportedInterfaces')) return '1.0';
  return LEGACY_MARKS.some((name) => has(card, name)) ? '0.3' : '1.0';
}

/** Whether a document is meant as an A2A card: it has a name, and a member that only a card has. */
export function isA2aCard(document: JsonObject): boolean {
  if (typeof member(document, 'name') !== 'string') return false;
  if (MARKS.some((name) => has(document, name))) return true;
  return Array.isArray(member(document, 'skills')) && (has(document, 'capabilities') || has(document, 'url'));
}

function has(document: JsonObject, name: string): boolean {
  return (member(document, name) ?? null) !== null;
}
