// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../core/errors.js';
import { isJsonObject, type JsonObject, member, pointer } from '../core/json.js';
import { isA2aCard } from './a2a/a2a-shape.js';
import { readA2aCard } from './a2a/read-a2a-card.js';
import { Notes } from './internal/notes.js';
import { mcpDocument } from './mcp/mcp-document.js';
import { readMcp } from './mcp/read-mcp.js';
import type { CardFacts, Finding } from './types.js';

/** One reading of a provider's document. */
export interface CardReading {
  readonly facts: CardFacts;
  readonly findings: readonly Finding[];
}

/**
 * Read a provider's document, an A2A card (1.0 or 0.3) or an MCP description, into one shape, with a finding for
 * everything that is not as its protocol says. Reads one view; which view counts is for `advertise` to say.
 *
 * @throws AdvertisedError ADVERTISED_NOT_A_CARD, ADVERTISED_EXTENSION_CONFLICT, ADVERTISED_EXTENSION_UNREADABLE
 */
export function readCard(document: JsonObject): CardReading {
  const notes = new Notes();
  // Cards first: a member added to a signed card must not turn it into a document that is never signed.
  if (isA2aCard(document)) return { facts: readA2aCard(document, notes), findings: notes.all() };
  const mcp = mcpDocument(document);
  if (mcp === undefined) throw fault('ADVERTISED_NOT_A_CARD', { pointer: '', detail: hint(document) });
  return { facts: readMcp(mcp, notes), findings: notes.all() };
}

function hint(document: JsonObject): string {
  const names = Object.keys(document);
  const inside = names.slice(0, 64).find((name) => {
    const value = member(document, name);
    return value !== undefined && isJsonObject(value) && isA2aCard(value);
  });
  if (inside !== undefined) return `a card seems to be at ${quote(pointer('', inside))}`;
  return names.length === 0 ? 'the document is empty' : 'no members that make it one';
}
