// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { FrozenMap } from '../../core/frozen-map.js';
import { type Declared, isDeclared, UNDECLARED } from '../../core/undeclared.js';
import { conjoinSecurity } from '../internal/conjoin-security.js';
import type {
  CardCapabilities,
  CardExtension,
  CardFacts,
  CardSkill,
  SecurityRequirements,
} from '../types.js';
import type { LostSecurity } from './lost-security.js';

/**
 * The view that counts for a verified card: every grant from what the signature covers, and the restrictions of
 * both views, the stricter of the two (design section 2).
 *
 * @param lost whether requirements that the signature covers may lack something that the signer required
 * @throws AdvertisedError ADVERTISED_EXTENSION_UNATTESTED
 */
export function restrictView(attested: CardFacts, emitted: CardFacts, lost: LostSecurity): CardFacts {
  if (attested === emitted && losesNothing(attested, lost)) return attested;
  const view: CardDefaults = {
    defaultInputModes: stricterModes(attested.defaultInputModes, emitted.defaultInputModes),
    defaultOutputModes: stricterModes(attested.defaultOutputModes, emitted.defaultOutputModes),
    securityRequirements: stricterSecurity(attested.securityRequirements, emitted.securityRequirements, lost),
  };
  const skills = new Map<string, CardSkill>();
  let changed = false;
  for (const [id, skill] of attested.skills) {
    const shown = emitted.skills.get(id);
    const restricted = shown === undefined ? undefined : restrictSkill(skill, shown, view, lost);
    if (restricted !== undefined) skills.set(id, restricted);
    changed ||= restricted !== skill;
  }
  return Object.freeze({
    ...attested,
    ...view,
    capabilities: stricterCapabilities(attested.capabilities, emitted.capabilities),
    skills: changed ? new FrozenMap(skills) : attested.skills,
  });
}

/** What a skill inherits where it says nothing itself. */
type CardDefaults = Pick<CardFacts, 'defaultInputModes' | 'defaultOutputModes' | 'securityRequirements'>;

/** The skill itself where nothing about it gets stricter. */
function restrictSkill(
  skill: CardSkill,
  shown: CardSkill,
  card: CardDefaults,
  lost: LostSecurity,
): CardSkill {
  const inputModes = stricterSkillModes(skill.inputModes, shown.inputModes, card.defaultInputModes);
  const outputModes = stricterSkillModes(skill.outputModes, shown.outputModes, card.defaultOutputModes);
  const security = stricterSkillSecurity(skill, shown, card.securityRequirements, lost);
  const same =
    inputModes === skill.inputModes &&
    outputModes === skill.outputModes &&
    security === skill.securityRequirements;
  return same ? skill : Object.freeze({ ...skill, inputModes, outputModes, securityRequirements: security });
}

function losesNothing(view: CardFacts, lost: LostSecurity): boolean {
  if (lost(view.securityRequirements)) return false;
  return [...view.skills.values()].every(
    ({ securityRequirements: own }) => !isDeclared(own) || own === 'unknown' || !lost(own),
  );
}

/** What only the emitted skill shows is added to what the skill inherits; it never takes its place. */
function stricterSkillSecurity(
  skill: CardSkill,
  shown: CardSkill,
  card: SecurityRequirements,
  lost: LostSecurity,
): SecurityRequirements {
  const { securityRequirements: attested } = skill;
  const { securityRequirements: emitted } = shown;
  if (attested !== UNDECLARED) return stricterSecurity(attested, emitted, lost);
  if (card === 'unknown') return 'unknown';
  return emitted === UNDECLARED ? UNDECLARED : conjoinSecurity(card, emitted);
}

function stricterSecurity(
  attested: SecurityRequirements,
  emitted: SecurityRequirements,
  lost: LostSecurity,
): SecurityRequirements {
  if (lost(attested)) return 'unknown';
  // An explicit "none" that nothing attests is a grant, and grants come from the attested view alone.
  if (isDeclared(emitted) && emitted.length === 0) return attested;
  return conjoinSecurity(attested, emitted);
}

function stricterCapabilities(attested: CardCapabilities, emitted: CardCapabilities): CardCapabilities {
  return Object.freeze({
    streaming: stricterFlag(attested.streaming, emitted.streaming),
    pushNotifications: stricterFlag(attested.pushNotifications, emitted.pushNotifications),
    extendedAgentCard: stricterFlag(attested.extendedAgentCard, emitted.extendedAgentCard),
    extensions: stricterExtensions(attested.extensions, emitted.extensions),
  });
}

function stricterFlag(attested: Declared<boolean>, emitted: Declared<boolean>): Declared<boolean> {
  return attested === true && emitted === false ? false : attested;
}

function stricterExtensions(
  attested: CardCapabilities['extensions'],
  emitted: CardCapabilities['extensions'],
): CardCapabilities['extensions'] {
  const required = new Set(
    isDeclared(emitted) ? emitted.filter((one) => one.required).map((one) => one.uri) : [],
  );
  const covered = isDeclared(attested) ? attested : [];
  for (const uri of required) {
    // It can neither be granted (nothing attests it) nor be left out (it restricts).
    if (!covered.some((one) => one.uri === uri))
      throw fault('ADVERTISED_EXTENSION_UNATTESTED', {
        pointer: '/capabilities/extensions',
        detail: quote(uri),
      });
  }
  if (required.size === 0 || !isDeclared(attested)) return attested;
  const tighten = (one: CardExtension): CardExtension =>
    required.has(one.uri) ? Object.freeze({ ...one, required: true }) : one;
  return Object.freeze(attested.map(tighten));
}

function stricterModes(
  attested: Declared<readonly string[]>,
  emitted: Declared<readonly string[]>,
): Declared<readonly string[]> {
  if (attested === emitted || !isDeclared(attested) || !isDeclared(emitted)) return attested;
  const both = attested.filter((mode) => emitted.includes(mode));
  return both.length === attested.length ? attested : Object.freeze(both);
}

/** A list that only the emitted skill shows narrows what the skill would inherit; it never adds to it. */
function stricterSkillModes(
  attested: Declared<readonly string[]>,
  emitted: Declared<readonly string[]>,
  defaults: Declared<readonly string[]>,
): Declared<readonly string[]> {
  if (!isDeclared(emitted)) return attested;
  // `[""]` is pruned where `[]` is: no skill can say that it takes nothing (A2A proto), so neither narrows.
  if (!isDeclared(attested) && emitted.length === 0) return attested;
  return stricterModes(isDeclared(attested) ? attested : defaults, emitted);
}
