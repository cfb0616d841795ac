// SPDX-License-Identifier: Apache-2.0
import { callOf, type Expression, isTerm, pairsOf, type Term, termsOf } from './ast.js';
import type { Definition, Program } from './program.js';

/** A test inside an expression that comes out true when what it is about is absent. */
export type AbsenceTest =
  | { readonly kind: 'empty'; readonly of: Term }
  | { readonly kind: 'default'; readonly rule: string }
  | { readonly kind: 'fallback'; readonly path: string; readonly explicit: boolean };

/**
 * The absence test that a call is, if it is one: a collection compared with nothing, a rule compared with its own
 * default, or `object.get` on the input compared with its own fallback.
 */
export function absenceTest(call: Term, definition: Definition, program: Program): AbsenceTest | undefined {
  const parsed = callOf(call);
  if (parsed === undefined || parsed.args.length < 2) return undefined;
  const { name, args } = parsed;
  const [left, right] = args as readonly [Term, Term];
  const empty = emptyTested(name, left, right);
  if (empty !== undefined) return { kind: 'empty', of: empty };
  for (const [subject, other] of [[left, right] as const, [right, left] as const]) {
    const fallback = fallbackOf(subject, definition, program);
    if (fallback !== undefined && holdsFor(name, fallback.value, other)) return fallback.test;
  }
  return undefined;
}

/** The rule whose own default makes a bare expression true, if it is one. */
export function defaultTrue(
  expression: Expression,
  definition: Definition,
  program: Program,
): string | undefined {
  if (!isTerm(expression.terms)) return undefined;
  const fallback = fallbackOf(expression.terms, definition, program);
  const holds = fallback?.test.kind === 'default' && fallback.value.value !== false;
  return holds && fallback?.test.kind === 'default' ? fallback.test.rule : undefined;
}

/** Two constant terms with one value. */
export function sameConstant(left: Term, right: Term): boolean {
  return left.type === right.type && constantText(left) === constantText(right);
}

/** A term without its places, as text. */
export function constantText(term: Term): string {
  if (term.type === 'object') {
    return `{${pairsOf(term).map(([key, value]) => `${constantText(key)}:${constantText(value)}`)}}`;
  }
  if (Array.isArray(term.value)) return `${term.type}(${termsOf(term).map(constantText)})`;
  return `${term.type}:${JSON.stringify(term.value)}`;
}

function emptyTested(name: string, left: Term, right: Term): Term | undefined {
  const [counted, countedRight] = [countOf(left), countOf(right)];
  if (isEqual(name)) {
    if (counted && isNumber(right, 0)) return counted;
    if (countedRight && isNumber(left, 0)) return countedRight;
    if (isEmptyLiteral(right)) return left;
    if (isEmptyLiteral(left)) return right;
  }
  if (counted && ((name === 'lt' && isNumber(right, 1)) || (name === 'lte' && isNumber(right, 0))))
    return counted;
  const mirrored = (name === 'gt' && isNumber(left, 1)) || (name === 'gte' && isNumber(left, 0));
  return mirrored ? countedRight : undefined;
}

function countOf(term: Term): Term | undefined {
  const call = callOf(term);
  return call?.name === 'count' ? call.args[0] : undefined;
}

function isEqual(name: string): boolean {
  return name === 'equal' || name === 'eq';
}

function isNumber(term: Term, value: number): boolean {
  return term.type === 'number' && Number(term.value) === value;
}

function isEmptyLiteral(term: Term): boolean {
  return (
    ['set', 'array', 'object'].includes(term.type) && Array.isArray(term.value) && term.value.length === 0
  );
}

/** The input path that a call of `object.get` asks for, and its fallback. */
export function inputGet(
  term: Term,
  definition: Definition,
  program: Program,
): { readonly path: string; readonly fallback: Term } | undefined {
  const call = callOf(term);
  const [object, key, fallback] = call?.name === 'object.get' ? call.args : [];
  const target = object && program.resolve(object, definition.scope);
  if (target?.kind !== 'input' || key === undefined || fallback === undefined) return undefined;
  const keys = key.type === 'array' ? termsOf(key) : [key];
  const names = keys.filter((each) => each.type === 'string').map((each) => String(each.value));
  return { path: [target.path, ...names].join('.'), fallback };
}

/** What a term is when the input is silent: the default of a rule, or the fallback of `object.get`. */
function fallbackOf(
  term: Term,
  definition: Definition,
  program: Program,
): { readonly test: AbsenceTest; readonly value: Term } | undefined {
  const got = inputGet(term, definition, program);
  if (got !== undefined) {
    // Falling back to null is asking whether the attribute is there; any other fallback is a guess of its value.
    const explicit = got.fallback.type === 'null';
    return { test: { kind: 'fallback', path: got.path, explicit }, value: got.fallback };
  }
  if (term.type !== 'ref' && term.type !== 'var') return undefined;
  const target = program.resolve(term, definition.scope);
  if (target.kind !== 'rule' || !target.exact) return undefined;
  const value = program.definitions(target.name).find((each) => each.isDefault)?.value;
  return value === undefined ? undefined : { test: { kind: 'default', rule: target.name }, value };
}

/** Whether comparing the fallback with the other side comes out true. */
function holdsFor(name: string, fallback: Term, other: Term): boolean {
  const constant = ['string', 'number', 'boolean', 'null'].includes(other.type);
  if (isEqual(name)) return sameConstant(fallback, other);
  if (name === 'neq') return constant && !sameConstant(fallback, other);
  if (name === 'internal.member_2') return termsOf(other).some((each) => sameConstant(fallback, each));
  return false;
}
