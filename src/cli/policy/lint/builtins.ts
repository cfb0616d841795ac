// SPDX-License-Identifier: Apache-2.0
import { callOf, walkExpression, walkTerm } from './ast.js';
import type { PolicyFinding } from './finding.js';
import type { Definition, Program } from './program.js';

/**
 * Calls of builtins that are not in the capabilities: not in the wasm runtime, not deterministic, or answered
 * differently there. The module would load and then lack its answer.
 */
export function lintBuiltins(program: Program, allowed: ReadonlySet<string>): readonly PolicyFinding[] {
  const findings: PolicyFinding[] = [];
  for (const definition of program.all()) {
    for (const [name, row] of callsOf(definition, program)) {
      if (allowed.has(name)) continue;
      const message = `the builtin \`${name}\` is not among the capabilities`;
      const { file } = definition.location;
      findings.push({ code: 'policy.builtin', severity: 'error', file, row, message });
    }
  }
  return findings;
}

/** Names of the builtins of a capabilities document. */
export function builtinsOf(capabilities: {
  readonly builtins?: readonly { readonly name: string }[];
}): ReadonlySet<string> {
  return new Set((capabilities.builtins ?? []).map((each) => each.name));
}

function* callsOf(definition: Definition, program: Program): Generator<readonly [string, number]> {
  const heads = [definition.value, definition.key].filter((each) => each !== undefined);
  const terms = [
    ...heads.flatMap((each) => [...walkTerm(each)]),
    ...definition.body.flatMap((each) => [...walkExpression(each)]),
  ];
  for (const term of terms) {
    const call = callOf(term.type === 'call' ? term : []);
    if (call === undefined || program.resolve(call.operator, definition.scope).kind !== 'local') continue;
    yield [call.name, term.location?.row ?? call.operator.location?.row ?? definition.location.row];
  }
}
