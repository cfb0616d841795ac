// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { FrozenMap } from '../../core/frozen-map.js';
import { type Declared, isDeclared } from '../../core/undeclared.js';
import { conjoinSecurity } from '../internal/conjoin-security.js';
import type {
  CardCapabilities,
  CardExtension,
  CardFacts,
  CardSkill,
  SecurityRequirements,
} from '../types.js';

// The profiles under which an absent requirement is attested as absent; the others prune what is empty, and a
// scope-less requirement is empty (facts section 2.4).
const ATTESTS_ABSENCE: ReadonlySet<string | undefined> = new Set(['emitted', 'a2a-1.0']);

/**
 * The view that counts for a verified card: every grant from what the signature covers, and the restrictions of
 * both views, the stricter of the two (design section 2).
 *
 * @throws AdvertisedError ADVERTISED_EXTENSION_UNATTESTED
 */
export function restrictView(
  attested: CardFacts,
  emitted: CardFacts,
  profile: string | undefined,
): CardFacts {
  const attestsAbsence = ATTESTS_ABSENCE.has(profile);
  if (attested === emitted && attestsAbsence) return attested;
  const security = attestsAbsence ? stricterSecurity : alwaysUnknown;
  const defaultInputModes = stricterModes(attested.defaultInputModes, emitted.defaultInputModes);
  const defaultOutputModes = stricterModes(attested.defaultOutputModes, emitted.defaultOutputModes);
  const skills: [string, CardSkill][] = [];
  for (const [id, skill] of attested.skills) {
    const shown = emitted.skills.get(id);
    if (shown === undefined) continue;
    skills.push([
      id,
      Object.freeze({
        ...skill,
        inputModes: stricterSkillModes(skill.inputModes, shown.inputModes, defaultInputModes),
        outputModes: stricterSkillModes(skill.outputModes, shown.outputModes, defaultOutputModes),
        securityRequirements: security(skill.securityRequirements, shown.securityRequirements),
      }),
    ]);
  }
  return Object.freeze({
    ...attested,
    capabilities: stricterCapabilities(attested.capabilities, emitted.capabilities),
    defaultInputModes,
    defaultOutputModes,
    securityRequirements: security(attested.securityRequirements, emitted.securityRequirements),
    skills: new FrozenMap(skills),
  });
}

function alwaysUnknown(): SecurityRequirements {
  return 'unknown';
}

function stricterSecurity(
  attested: SecurityRequirements,
  emitted: SecurityRequirements,
): SecurityRequirements {
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
  if (!isDeclared(attested) || !isDeclared(emitted)) return attested;
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
  return stricterModes(isDeclared(attested) ? attested : defaults, emitted);
}
