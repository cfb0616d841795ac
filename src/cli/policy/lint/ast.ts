// SPDX-License-Identifier: Apache-2.0

// The part of OPA's AST that the lints read, as `opa parse --format json --json-include locations` prints it.

/** Where something stands; rows and columns from 1. */
export interface Location {
  readonly file: string;
  readonly row: number;
  readonly col: number;
}

/** A term of Rego. `value` depends on `type`; read it through the functions of this module. */
export interface Term {
  readonly type: string;
  readonly value: unknown;
  readonly location?: Location;
}

/** `every k, v in domain { body }`. */
export interface Every {
  readonly domain: Term;
  readonly body: readonly Expression[];
}

/** One expression of a body: a term, a call as a list of terms, `some ..`, or `every ..`. */
export interface Expression {
  readonly terms: Term | readonly Term[] | { readonly symbols: readonly Term[] } | Every;
  readonly negated?: boolean;
  readonly location?: Location;
}

/** The head of a rule. */
export interface Head {
  readonly ref: readonly Term[];
  readonly args?: readonly Term[];
  readonly key?: Term;
  readonly value?: Term;
  readonly location?: Location;
}

/** A rule, or one `else` of it. */
export interface Rule {
  readonly head: Head;
  readonly body: readonly Expression[];
  readonly default?: boolean;
  readonly else?: Rule;
  readonly annotations?: readonly { readonly entrypoint?: boolean; readonly scope?: string }[];
  readonly location?: Location;
}

/** A parsed module. */
export interface Module {
  readonly package: { readonly path: readonly Term[] };
  readonly imports?: readonly { readonly path: Term; readonly alias?: string }[];
  readonly rules?: readonly Rule[];
}

/** The list that a call, ref, array or set holds. */
export function termsOf(term: Term): readonly Term[] {
  return Array.isArray(term.value) && term.type !== 'object' ? (term.value as readonly Term[]) : [];
}

/** The pairs of an object term, flat. */
export function pairsOf(term: Term): readonly (readonly [Term, Term])[] {
  return term.type === 'object' ? (term.value as readonly (readonly [Term, Term])[]) : [];
}

/** The parts of a comprehension: what it yields, and its body. */
export function comprehensionOf(
  term: Term,
): { readonly yields: readonly Term[]; readonly body: readonly Expression[] } | undefined {
  if (!term.type.endsWith('comprehension')) return undefined;
  const {
    term: one,
    key,
    value,
    body,
  } = term.value as {
    readonly term?: Term;
    readonly key?: Term;
    readonly value?: Term;
    readonly body: readonly Expression[];
  };
  return { yields: [one, key, value].filter((each) => each !== undefined), body };
}

/** The name of the called function and its arguments, of a call term or of a call as an expression. */
export function callOf(
  at: Term | readonly Term[],
): { readonly operator: Term; readonly name: string; readonly args: readonly Term[] } | undefined {
  const terms = isTerm(at) ? (at.type === 'call' ? termsOf(at) : []) : at;
  const [operator, ...args] = terms;
  if (operator === undefined) return undefined;
  const parts = operator.type === 'ref' ? termsOf(operator) : [operator];
  return { operator, args, name: parts.map((part) => String(part.value)).join('.') };
}

/** Whether this is one term, not the list of terms of a call. */
export function isTerm(at: unknown): at is Term {
  return typeof at === 'object' && at !== null && 'type' in at;
}

/** The top terms of an expression; of a call, the call as one term. */
export function topTerms(expression: Expression): readonly Term[] {
  const { terms } = expression;
  if (isTerm(terms)) return [terms];
  if ('symbols' in terms) return terms.symbols;
  if ('domain' in terms) return [terms.domain];
  return [{ type: 'call', value: terms, ...(expression.location && { location: expression.location }) }];
}

/** The body of `every`, where the expression is one. */
export function everyOf(expression: Expression): Every | undefined {
  return !isTerm(expression.terms) && 'domain' in expression.terms ? expression.terms : undefined;
}

/** A term and every term inside it, comprehension bodies among them, outermost first. */
export function* walkTerm(term: Term): Generator<Term> {
  yield term;
  for (const part of termsOf(term)) yield* walkTerm(part);
  for (const pair of pairsOf(term)) for (const part of pair) yield* walkTerm(part);
  const comprehension = comprehensionOf(term);
  for (const part of comprehension?.yields ?? []) yield* walkTerm(part);
  for (const expression of comprehension?.body ?? []) yield* walkExpression(expression);
}

/** Every term of an expression, the body of `every` among them. */
export function* walkExpression(expression: Expression): Generator<Term> {
  for (const term of topTerms(expression)) yield* walkTerm(term);
  for (const inner of everyOf(expression)?.body ?? []) yield* walkExpression(inner);
}
