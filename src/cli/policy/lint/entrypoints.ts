// SPDX-License-Identifier: Apache-2.0
import type { PolicyFinding } from './finding.js';
import type { Definition, Program } from './program.js';

/**
 * Entrypoints that can be undefined. An undefined answer is a deny here, but a caller of OPA sees nothing at all,
 * and no reason can be given for it. `entrypoints` are paths such as `parley/decide`.
 */
export function lintEntrypoints(program: Program, entrypoints: readonly string[]): readonly PolicyFinding[] {
  return entrypoints.flatMap((entrypoint) => {
    const name = `data.${entrypoint.replaceAll('/', '.')}`;
    const definitions = program.definitions(name);
    const [first] = definitions;
    if (first === undefined) {
      return [
        finding('policy.entrypoint-missing', '', 0, `no rule answers the entrypoint \`${entrypoint}\``),
      ];
    }
    if (definitions.some((each) => each.isDefault || each.isPartial || isConstant(each))) return [];
    const message = `the entrypoint \`${entrypoint}\` has no default, so its answer can be undefined`;
    return [finding('policy.entrypoint-default', first.location.file, first.location.row, message)];
  });
}

/** Entrypoints that METADATA names, as paths such as `parley/decide`. */
export function annotatedEntrypoints(program: Program): readonly string[] {
  const names = [...program.all()].filter((each) => each.isEntrypoint).map((each) => each.rule);
  return [...new Set(names)].map((name) => name.replace(/^data\./, '').replaceAll('.', '/'));
}

/** A rule without a body, whose value is a constant. */
function isConstant(definition: Definition): boolean {
  const [only, ...others] = definition.body;
  const bare = others.length === 0 && only !== undefined && 'type' in only.terms && only.terms.value === true;
  return bare && !['ref', 'var', 'call'].includes(definition.value?.type ?? 'call');
}

function finding(code: string, file: string, row: number, message: string): PolicyFinding {
  return { code, severity: 'error', file, row, message };
}
