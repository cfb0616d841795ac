// SPDX-License-Identifier: Apache-2.0
import {
  callOf,
  comprehensionOf,
  type Expression,
  everyOf,
  isTerm,
  type Term,
  termsOf,
  walkExpression,
} from './ast.js';
import type { PolicyFinding } from './finding.js';
import type { Definition, Program } from './program.js';

/**
 * Rules that go through data one by one to find the entry that belongs to a value: keyed by that value, the data
 * would answer with one lookup. Measured: 19 ms against 4 µs at 100,000 grants.
 */
export function lintScans(program: Program): readonly PolicyFinding[] {
  const findings: PolicyFinding[] = [];
  for (const definition of program.all()) {
    for (const body of bodiesOf(definition)) findings.push(...inBody(body, definition, program));
  }
  return findings;
}

function inBody(
  body: readonly Expression[],
  definition: Definition,
  program: Program,
): readonly PolicyFinding[] {
  const iterated = new Map<string, string>();
  for (const expression of body) {
    for (const [variable, path] of iterations(expression, definition, program)) iterated.set(variable, path);
  }
  const findings: PolicyFinding[] = [];
  for (const expression of body) {
    const call =
      isTerm(expression.terms) || !Array.isArray(expression.terms) ? undefined : callOf(expression.terms);
    if (call === undefined || !['equal', 'eq'].includes(call.name) || expression.negated === true) continue;
    const [left, right] = call.args;
    if (left === undefined || right === undefined) continue;
    const path =
      scanned(left, right, iterated, definition, program) ??
      scanned(right, left, iterated, definition, program);
    if (path === undefined) continue;
    const row = expression.location?.row ?? definition.location.row;
    const message = `\`${path}\` is gone through one by one: key it by the value that is compared here`;
    findings.push({ code: 'policy.scan', severity: 'warning', file: definition.location.file, row, message });
  }
  return findings;
}

/** The data path, where one side is part of an iterated entry and the other is a value from elsewhere. */
function scanned(
  side: Term,
  other: Term,
  iterated: ReadonlyMap<string, string>,
  definition: Definition,
  program: Program,
): string | undefined {
  if (!['ref', 'var'].includes(other.type) || entryOf(other, iterated, definition, program) !== undefined)
    return undefined;
  return entryOf(side, iterated, definition, program);
}

/** The data path whose entries a term reads: through an iterated variable, or by `data.x[_]` itself. */
function entryOf(
  term: Term,
  iterated: ReadonlyMap<string, string>,
  definition: Definition,
  program: Program,
): string | undefined {
  const parts = term.type === 'ref' ? termsOf(term) : [term];
  const [head] = parts;
  if (head?.type !== 'var') return undefined;
  return iterated.get(String(head.value)) ?? iteratedRef(term, definition, program);
}

/** `data.x[_]` or `data.x[i]`: the path before the variable, where the variable is bound by the reference alone. */
function iteratedRef(term: Term, definition: Definition, program: Program): string | undefined {
  if (term.type !== 'ref') return undefined;
  const target = program.resolve(term, definition.scope);
  const bracket = termsOf(term)
    .slice(1)
    .find((each) => each.type !== 'string');
  if (target.kind !== 'data' || bracket?.type !== 'var') return undefined;
  const name = String(bracket.value);
  const bound =
    definition.scope.locals.has(name) || program.resolve(bracket, definition.scope).kind !== 'local';
  return name.startsWith('$') || !bound ? target.path : undefined;
}

/** Variables that an expression lets run over data. */
function* iterations(
  expression: Expression,
  definition: Definition,
  program: Program,
): Generator<readonly [string, string]> {
  const { terms } = expression;
  if (!isTerm(terms) && 'symbols' in terms) {
    for (const symbol of terms.symbols) {
      const call = callOf(symbol);
      const collection = call?.args.at(-1);
      const path = collection && dataPath(collection, definition, program);
      if (call === undefined || path === undefined) continue;
      for (const variable of call.args.slice(0, -1)) yield [String(variable.value), path];
    }
    return;
  }
  const call = isTerm(terms) || !Array.isArray(terms) ? undefined : callOf(terms);
  const [target, source] = call?.name === 'assign' ? call.args : [];
  const path = source && iteratedRef(source, definition, program);
  if (target?.type === 'var' && path !== undefined) yield [String(target.value), path];
}

function dataPath(term: Term, definition: Definition, program: Program): string | undefined {
  if (term.type !== 'ref' && term.type !== 'var') return undefined;
  const target = program.resolve(term, definition.scope);
  if (target.kind === 'data') return target.path;
  // A rule that is nothing but another name for data.
  const [only, ...others] = target.kind === 'rule' ? program.definitions(target.name) : [];
  if (only?.value === undefined || others.length > 0 || only.value.type !== 'ref') return undefined;
  const behind = program.resolve(only.value, only.scope);
  return behind.kind === 'data' ? behind.path : undefined;
}

/** The body of a definition and the bodies inside it. */
function* bodiesOf(definition: Definition): Generator<readonly Expression[]> {
  yield definition.body;
  const inner: Expression[] = definition.value === undefined ? [] : [{ terms: definition.value }];
  for (const expression of [...definition.body, ...inner]) {
    const every = everyOf(expression);
    if (every !== undefined) yield every.body;
    for (const term of walkExpression(expression)) {
      const comprehension = comprehensionOf(term);
      if (comprehension !== undefined) yield comprehension.body;
    }
  }
}
