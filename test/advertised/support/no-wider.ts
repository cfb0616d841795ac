// SPDX-License-Identifier: Apache-2.0
import { expect } from 'vitest';
import type { CardFacts, CardSkill, SecurityRequirements } from '../../../src/advertised/types.js';
import { type Declared, isDeclared } from '../../../src/core/undeclared.js';

/** Assert that a view offers nothing that another one does not offer, and restricts in everything it restricts in. */
export function expectNoWider(view: CardFacts, than: CardFacts): void {
  subset(view.interfaces, than.interfaces);
  subset(view.protocolVersions, than.protocolVersions);
  for (const flag of ['streaming', 'pushNotifications', 'extendedAgentCard'] as const) {
    if (view.capabilities[flag] === true) expect(than.capabilities[flag]).toBe(true);
  }
  noWiderExtensions(view, than);
  noWiderSecurity(view.securityRequirements, than.securityRequirements);
  subset([...view.skills.keys()], [...than.skills.keys()]);
  for (const [id, skill] of view.skills) {
    const other = than.skills.get(id);
    if (other === undefined) continue;
    noWiderSecurity(skill.securityRequirements, other.securityRequirements);
    for (const direction of ['input', 'output'] as const)
      subset(effective(view, skill, direction), effective(than, other, direction));
  }
}

function noWiderExtensions(view: CardFacts, than: CardFacts): void {
  const { extensions } = view.capabilities;
  const others = than.capabilities.extensions;
  if (isDeclared(extensions)) expect(isDeclared(others)).toBe(true);
  const listed = isDeclared(extensions) ? extensions : [];
  const known = isDeclared(others) ? others : [];
  subset(
    listed.map(({ uri, version }) => ({ uri, version })),
    known.map(({ uri, version }) => ({ uri, version })),
  );
  for (const { uri } of known.filter(({ required }) => required))
    expect(listed.some((one) => one.uri === uri && one.required)).toBe(true);
}

function noWiderSecurity(view: SecurityRequirements, than: SecurityRequirements): void {
  if (view === 'unknown') return;
  expect(than).not.toBe('unknown');
  if (than === 'unknown' || !isDeclared(than) || than.length === 0) return;
  const alternatives = isDeclared(view) ? view : [];
  expect(alternatives.length).toBeGreaterThan(0);
  for (const one of alternatives) {
    const meetsSome = than.some((other) =>
      [...other].every(
        ([scheme, scopes]) => scopes.every((scope) => one.get(scheme)?.includes(scope)) && one.has(scheme),
      ),
    );
    expect(meetsSome).toBe(true);
  }
}

function effective(view: CardFacts, skill: CardSkill, direction: 'input' | 'output'): readonly string[] {
  const own: Declared<readonly string[]> = skill[`${direction}Modes`];
  const defaults = direction === 'input' ? view.defaultInputModes : view.defaultOutputModes;
  const modes = isDeclared(own) ? own : defaults;
  return isDeclared(modes) ? modes : [];
}

function subset(some: readonly unknown[], all: readonly unknown[]): void {
  for (const one of some) expect(all).toContainEqual(one);
}
