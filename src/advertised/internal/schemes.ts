// SPDX-License-Identifier: Apache-2.0

import { isJsonObject, type Json, type JsonObject, member, pointer } from '../../core/json.js';
import { isDeclared } from '../../core/undeclared.js';
import type { SecurityRequirements } from '../types.js';
import type { Notes } from './notes.js';
import { takeObject } from './take.js';

const WRAPPERS: ReadonlySet<string> = new Set([
  'apiKeySecurityScheme',
  'httpAuthSecurityScheme',
  'oauth2SecurityScheme',
  'openIdConnectSecurityScheme',
  'mtlsSecurityScheme',
]);
const TYPES: ReadonlySet<Json | undefined> = new Set([
  'apiKey',
  'http',
  'oauth2',
  'openIdConnect',
  'mutualTLS',
]);

/** Check the forms of the card's security schemes (findings only), and give the names it defines. */
export function readSchemeNames(card: JsonObject, shape: '0.3' | '1.0', notes: Notes): ReadonlySet<string> {
  const schemes = takeObject(card, 'securitySchemes', '', notes) ?? {};
  for (const [name, scheme] of Object.entries(schemes)) {
    const code = shape === '1.0' ? wrapperFault(scheme) : typeFault(scheme);
    if (code !== undefined) notes.add(code, pointer('/securitySchemes', name));
  }
  return new Set(Object.keys(schemes));
}

/** Note the schemes that a requirement names and the card does not define. */
export function noteUndefinedSchemes(
  requirements: SecurityRequirements,
  defined: ReadonlySet<string>,
  where: string,
  notes: Notes,
): void {
  if (requirements === 'unknown' || !isDeclared(requirements)) return;
  const named = new Set<string>();
  for (const requirement of requirements) {
    for (const name of requirement.keys()) if (!defined.has(name)) named.add(name);
  }
  for (const name of named) notes.add('card.scheme-undefined', where, undefined, name);
}

type SchemeFault = 'card.instance-form' | 'card.scheme-unwrapped' | 'card.scheme-malformed' | undefined;

// 1.0 is a oneof: exactly one wrapper, with an object in it.
function wrapperFault(scheme: Json): SchemeFault {
  if (!isJsonObject(scheme)) return 'card.scheme-malformed';
  if (isInstance(member(scheme, 'scheme'))) return 'card.instance-form';
  const wrappers = Object.keys(scheme).filter((name) => WRAPPERS.has(name));
  if (wrappers.length === 0 && typeof member(scheme, 'type') === 'string') return 'card.scheme-unwrapped';
  const [wrapper] = wrappers;
  if (wrappers.length !== 1 || wrapper === undefined) return 'card.scheme-malformed';
  const inner = member(scheme, wrapper);
  if (!isJsonObject(inner)) return 'card.scheme-malformed';
  const flows = member(inner, 'flows');
  return isJsonObject(flows) && isInstance(member(flows, 'flow')) ? 'card.instance-form' : undefined;
}

function typeFault(scheme: Json): SchemeFault {
  if (!isJsonObject(scheme)) return 'card.scheme-malformed';
  if (isInstance(member(scheme, 'scheme'))) return 'card.instance-form';
  return TYPES.has(member(scheme, 'type')) ? undefined : 'card.scheme-malformed';
}

// What `JSON.stringify` writes for a oneof of a generated TypeScript message.
function isInstance(value: Json | undefined): boolean {
  return value !== undefined && isJsonObject(value) && member(value, '$case') !== undefined;
}
