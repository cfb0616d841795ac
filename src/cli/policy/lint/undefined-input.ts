// SPDX-License-Identifier: Apache-2.0
import { Absence, covers, type Paths, union } from './absence.js';
import { callOf, type Expression, everyOf, type Location, type Term } from './ast.js';
import type { PolicyFinding } from './finding.js';
import type { Definition, Program } from './program.js';
import { type Sign, signOfDefinition, signOfValue, signsOfRules } from './sign.js';

/**
 * The undefined-input trap: a deny that reads an attribute does not fire when the attribute is absent, so leaving
 * it out is rewarded with an allow. Found in each of its forms: under `not`, behind an emptiness test, behind a
 * comparison with a default, in a rule whose default grants, in the later branch of an `else`, and in `every` over
 * a collection that absence empties. Nothing is said where the granting rule itself needs the attribute, or where
 * another deny fires on its absence.
 */
export function lintUndefinedInput(program: Program): readonly PolicyFinding[] {
  const absence = new Absence(program);
  const signs = signsOfRules(program);
  const findings: PolicyFinding[] = [];
  for (const definition of program.all()) {
    const rule = signs.get(definition.rule) ?? 'unknown';
    const sign = definition.isDefault ? signOfValue(definition.value) : signOfDefinition(definition, rule);
    if (sign !== 'grants' || (definition.isDefault && rule === 'denies')) continue;
    const found = definition.isDefault
      ? grantingDefault(definition, rule, program, absence)
      : [...inBody(definition, absence), ...inElse(definition, rule, absence)];
    findings.push(...found);
  }
  return findings;
}

function grantingDefault(
  definition: Definition,
  rule: Sign,
  program: Program,
  absence: Absence,
): readonly PolicyFinding[] {
  const others = program.definitions(definition.rule).filter((each) => !each.isDefault);
  const denying = others.filter((each) => signOfDefinition(each, rule) !== 'grants');
  const aware = union(...denying.map((each) => absence.awareOfDefinition(each)));
  const needs = union(...denying.map((each) => absence.needsOfDefinition(each)));
  const missing = minus(needs, [], aware);
  // With every denying body firing on absence too, the default is not what an absent attribute leads to.
  if (denying.length > 0 && missing.length === 0) return [];
  const what = missing.length === 0 ? 'whatever the input' : `when ${list(missing)} is absent`;
  return [finding(definition.location, `the default of \`${short(definition)}\` grants ${what}`)];
}

function inBody(definition: Definition, absence: Absence): readonly PolicyFinding[] {
  const must = [...absence.mustOfBody(definition.body, definition)];
  const findings: PolicyFinding[] = [];
  const value: Expression[] = definition.value === undefined ? [] : [{ terms: definition.value }];
  for (const expression of [...definition.body, ...value]) {
    const missing = rewarded(expression, definition, absence, must);
    if (missing.length === 0) continue;
    const message = `\`${short(definition)}\` holds when ${list(missing)} is absent: what denies on it cannot fire`;
    findings.push(finding(expression.location ?? definition.location, message));
  }
  return findings;
}

/** The paths whose absence helps the expression to hold. */
function rewarded(
  expression: Expression,
  definition: Definition,
  absence: Absence,
  must: readonly string[],
): readonly string[] {
  if (expression.negated === true) {
    const positive = { ...expression, negated: false };
    return minus(absence.needsOf(positive, definition), must, absence.awareOf(positive, definition));
  }
  const every = everyOf(expression);
  const domain = every === undefined ? undefined : emptied(every.domain, definition, absence);
  const inner = (every?.body ?? []).flatMap((each) => rewarded(each, definition, absence, must));
  // Asking outright whether an attribute is absent is a decision of the author, not a trap.
  const guesses = absence.absenceTests(expression, definition).filter((each) => !each.explicit);
  const tests = guesses.map((each) => each.paths);
  const aware = absence.awareOfRules(expression, definition);
  return [...new Set([...minus(union(...tests, ...(domain ? [domain] : [])), must, aware), ...inner])];
}

/** A collection that is empty, not undefined, when attributes are absent. */
function emptied(domain: Term, definition: Definition, absence: Absence): Paths {
  const call = callOf(domain);
  if (call?.name === 'object.get') return absence.needsOfTerm(domain, definition);
  const must = [...absence.mustOfTerm(domain, definition)];
  return new Set(minus(absence.needsOfTerm(domain, definition), must, new Set()));
}

function inElse(definition: Definition, rule: Sign, absence: Absence): readonly PolicyFinding[] {
  const denying = definition.earlier.filter((each) => signOfDefinition(each, rule) === 'denies');
  if (denying.length === 0) return [];
  const asked = definition.body.flatMap((each) => absence.absenceTests(each, definition));
  const explicit = union(...asked.filter((each) => each.explicit).map((each) => each.paths));
  const must = [...absence.mustOfBody(definition.body, definition), ...explicit];
  const aware = union(...denying.map((each) => absence.awareOfDefinition(each)));
  const missing = minus(union(...denying.map((each) => absence.needsOfDefinition(each))), must, aware);
  if (missing.length === 0) return [];
  const message = `a later branch of \`${short(definition)}\` grants when ${list(missing)} is absent`;
  return [finding(definition.location, message)];
}

/** Paths that neither the granting rule needs nor a deny answers to. */
function minus(paths: Paths, must: readonly string[], aware: Paths): readonly string[] {
  return [...paths].filter(
    (path) => !must.some((each) => covers(each, path)) && ![...aware].some((each) => covers(each, path)),
  );
}

function short(definition: Definition): string {
  return definition.rule.replace(/^data\./, '');
}

function list(paths: readonly string[]): string {
  return [...paths]
    .sort()
    .map((path) => `\`${path}\``)
    .join(', ');
}

function finding({ file, row }: Location, message: string): PolicyFinding {
  return { code: 'policy.undefined-input', severity: 'error', file, row, message };
}
