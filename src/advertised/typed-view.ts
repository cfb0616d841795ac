// SPDX-License-Identifier: Apache-2.0
import { type Declared, isDeclared } from '../core/undeclared.js';
import type { CardExtension, CardFacts, CardInterface } from './types.js';

/** A card with its defaults filled in: for display and convenience. No decision reads it. */
export interface TypedView {
  readonly protocol: CardFacts['protocol'];
  readonly name: string;
  readonly version: string;
  readonly interfaces: readonly CardInterface[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  readonly extendedAgentCard: boolean;
  readonly extensions: readonly CardExtension[];
  readonly skills: readonly TypedSkill[];
}

/** A skill with the modes that it really has: its own, or else the card's. */
export interface TypedSkill {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

/** Fill in the defaults of a view: absent flags are false, absent lists empty, absent names the id or nothing. */
export function typedView(view: CardFacts): TypedView {
  const { capabilities, defaultInputModes, defaultOutputModes } = view;
  return {
    protocol: view.protocol,
    name: or(view.name, ''),
    version: or(view.version, ''),
    interfaces: view.interfaces,
    streaming: or(capabilities.streaming, false),
    pushNotifications: or(capabilities.pushNotifications, false),
    extendedAgentCard: or(capabilities.extendedAgentCard, false),
    extensions: or(capabilities.extensions, []),
    skills: [...view.skills.values()].map((skill) => ({
      id: skill.id,
      name: or(skill.name, skill.id),
      tags: skill.tags,
      inputModes: or(skill.inputModes, or(defaultInputModes, [])),
      outputModes: or(skill.outputModes, or(defaultOutputModes, [])),
    })),
  };
}

function or<T>(fact: Declared<T>, fallback: T): T {
  return isDeclared(fact) ? fact : fallback;
}
