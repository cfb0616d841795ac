// SPDX-License-Identifier: Apache-2.0
import {
  callOf,
  comprehensionOf,
  type Expression,
  everyOf,
  isTerm,
  pairsOf,
  type Term,
  termsOf,
  topTerms,
  walkExpression,
} from './ast.js';
import type { Definition, Program } from './program.js';
import { absenceTest, defaultTrue, inputGet } from './tests.js';

/** Input paths, such as `input.requester.ref`. */
export type Paths = ReadonlySet<string>;

/** An absence test and the paths it answers to; `explicit` where it asks for nothing else. */
export interface AnsweredAbsence {
  readonly paths: Paths;
  readonly explicit: boolean;
}

const NONE: Paths = new Set();

/** What the absence of input attributes does to expressions, through all the rules that they use. */
export class Absence {
  readonly #program: Program;
  readonly #needs = new Map<string, Paths>();
  readonly #aware = new Map<string, Paths>();
  readonly #must = new Map<string, Paths>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Paths whose absence may keep the term from having a value, or a member of it. */
  needsOfTerm(term: Term, of: Definition): Paths {
    const call = callOf(term);
    const got = inputGet(term, of, this.#program);
    if (got !== undefined) return new Set([got.path]);
    const comprehension = comprehensionOf(term);
    if (comprehension !== undefined) {
      const yields = comprehension.yields.map((each) => this.needsOfTerm(each, of));
      return union(...yields, this.#needsOfBody(comprehension.body, of));
    }
    if (term.type === 'ref' || term.type === 'var') {
      return union(this.#targetNeeds(term, of), ...brackets(term).map((each) => this.needsOfTerm(each, of)));
    }
    const parts = call === undefined ? [...termsOf(term), ...pairsOf(term).flat()] : call.args;
    const operator = call === undefined ? NONE : this.#targetNeeds(call.operator, of);
    return union(operator, ...parts.map((each) => this.needsOfTerm(each, of)));
  }

  /** As {@link needsOfTerm}, for an expression taken as positive. An absence test needs nothing. */
  needsOf(expression: Expression, of: Definition): Paths {
    if (this.absenceTests(expression, of).length > 0) return NONE;
    const every = everyOf(expression);
    const body = every === undefined ? NONE : this.#needsOfBody(every.body, of);
    return union(body, ...topTerms(expression).map((each) => this.needsOfTerm(each, of)));
  }

  needsOfRule(name: string): Paths {
    return memo(this.#needs, name, () =>
      union(
        ...this.#program
          .definitions(name)
          .filter((each) => !each.isDefault)
          .map((each) => this.needsOfDefinition(each)),
      ),
    );
  }

  needsOfDefinition(definition: Definition): Paths {
    const heads = [definition.value, definition.key].filter((each) => each !== undefined);
    return union(
      this.#needsOfBody(definition.body, definition),
      ...heads.map((each) => this.needsOfTerm(each, definition)),
    );
  }

  /** Paths whose absence makes the expression true, and not only beside something else. */
  awareOf(expression: Expression, of: Definition): Paths {
    if (expression.negated === true) {
      const early = this.#evaluatedBefore(expression, of);
      const needs = this.needsOf({ ...expression, negated: false }, of);
      return new Set([...needs].filter((path) => !early.has(path)));
    }
    return union(
      ...this.absenceTests(expression, of).map((each) => each.paths),
      this.awareOfRules(expression, of),
    );
  }

  /** What the rules that an expression uses answer to by absence. */
  awareOfRules(expression: Expression, of: Definition): Paths {
    const rules = [...walkExpression(expression)].map((term) => {
      if (term.type !== 'ref' && term.type !== 'var') return NONE;
      const target = this.#program.resolve(term, of.scope);
      return target.kind === 'rule' ? this.awareOfRule(target.name) : NONE;
    });
    return union(...rules);
  }

  awareOfRule(name: string): Paths {
    return memo(this.#aware, name, () =>
      union(
        ...this.#program
          .definitions(name)
          .filter((each) => !each.isDefault)
          .map((each) => this.awareOfDefinition(each)),
      ),
    );
  }

  awareOfDefinition(definition: Definition): Paths {
    const aware = new Set<string>();
    for (const expression of definition.body) {
      const needed = this.#needsOfBody(
        definition.body.filter((each) => each !== expression),
        definition,
      );
      // What else the body needs must be there without the path: above it, never the path itself.
      for (const path of this.awareOf(expression, definition)) {
        if ([...needed].every((other) => path.startsWith(`${other}.`))) aware.add(path);
      }
    }
    return aware;
  }

  /** Paths without which a body cannot hold, whatever else is in the input. */
  mustOfBody(body: readonly Expression[], of: Definition): Paths {
    return union(...body.map((each) => (each.negated === true ? NONE : this.#mustOf(each, of))));
  }

  /** Paths of a term whose absence leaves it without a value. */
  mustOfTerm(term: Term, of: Definition): Paths {
    if (comprehensionOf(term) !== undefined) return NONE;
    if (term.type === 'ref' || term.type === 'var') {
      return union(this.#targetMust(term, of), ...brackets(term).map((each) => this.mustOfTerm(each, of)));
    }
    const call = callOf(term);
    const parts = call === undefined ? [...termsOf(term), ...pairsOf(term).flat()] : call.args;
    const operator = call === undefined ? NONE : this.#targetMust(call.operator, of);
    return union(operator, ...parts.map((each) => this.mustOfTerm(each, of)));
  }

  #mustOf(expression: Expression, of: Definition): Paths {
    const { terms } = expression;
    if (this.absenceTests(expression, of).length > 0) return NONE;
    // A rule by itself, or compared with something else than its default, holds by one of its own bodies.
    const compared = isTerm(terms) ? [terms] : (callOf(topTerms(expression)[0] ?? NOTHING)?.args ?? []);
    const owned = compared.map((term) => this.#ownBodies(term, of));
    return union(...owned, ...topTerms(expression).map((each) => this.mustOfTerm(each, of)));
  }

  #ownBodies(term: Term, of: Definition): Paths {
    if (term.type !== 'ref' && term.type !== 'var') return NONE;
    const target = this.#program.resolve(term, of.scope);
    return target.kind === 'rule' ? this.#mustOfRule(target.name) : NONE;
  }

  #mustOfRule(name: string): Paths {
    return memo(this.#must, name, () => {
      const bodies = this.#program.definitions(name).filter((each) => !each.isDefault && !each.isPartial);
      return intersection(
        bodies.map((each) =>
          union(
            this.mustOfBody(each.body, each),
            each.value === undefined ? NONE : this.mustOfTerm(each.value, each),
          ),
        ),
      );
    });
  }

  #targetMust(term: Term, of: Definition): Paths {
    const target = this.#program.resolve(term, of.scope);
    if (target.kind === 'input') return new Set([target.path]);
    if (target.kind !== 'rule') return NONE;
    const always = this.#program.definitions(target.name).some((each) => each.isDefault);
    return always ? NONE : this.#mustOfRule(target.name);
  }

  #targetNeeds(term: Term, of: Definition): Paths {
    const target = this.#program.resolve(term, of.scope);
    if (target.kind === 'input') return new Set([target.path]);
    return target.kind === 'rule' ? this.needsOfRule(target.name) : NONE;
  }

  #needsOfBody(body: readonly Expression[], of: Definition): Paths {
    return union(
      ...body.map((each) =>
        each.negated === true ? this.#evaluatedBefore(each, of) : this.needsOf(each, of),
      ),
    );
  }

  /**
   * What the compiler evaluates before a negation, and what therefore must be there for it to hold: the arguments
   * of a call and what stands in brackets. `not data.good[input.role]` is undefined, not true, without a role;
   * `not input.role == "x"` is true (measured on OPA 1.22, evaluator and wasm).
   */
  #evaluatedBefore(expression: Expression, of: Definition): Paths {
    const { terms } = expression;
    const call = isTerm(terms) || !Array.isArray(terms) ? undefined : callOf(terms);
    const operands = call?.args ?? topTerms(expression);
    const kept = call === undefined || call.name === 'equal' || call.name === 'eq';
    return union(
      ...operands.map((term) => {
        if (!kept || (term.type !== 'ref' && term.type !== 'var')) return this.needsOfTerm(term, of);
        return union(...brackets(term).map((each) => this.needsOfTerm(each, of)));
      }),
    );
  }

  /** Every absence test inside an expression, at any depth, and the paths that it is about. */
  absenceTests(expression: Expression, of: Definition): readonly AnsweredAbsence[] {
    const bare = defaultTrue(expression, of, this.#program);
    const found: AnsweredAbsence[] =
      bare === undefined ? [] : [{ paths: this.needsOfRule(bare), explicit: false }];
    for (const term of walkExpression(expression)) {
      const test = absenceTest(term, of, this.#program);
      if (test?.kind === 'empty') found.push({ paths: this.#emptied(test.of, of), explicit: false });
      if (test?.kind === 'default') found.push({ paths: this.needsOfRule(test.rule), explicit: false });
      if (test?.kind === 'fallback') found.push({ paths: new Set([test.path]), explicit: test.explicit });
    }
    return found;
  }

  /** A collection of the input itself is undefined when absent, and no comparison with it holds. */
  #emptied(term: Term, of: Definition): Paths {
    if (term.type === 'ref' || term.type === 'var') {
      if (this.#program.resolve(term, of.scope).kind === 'input') return NONE;
    }
    const must = this.mustOfTerm(term, of);
    return new Set(
      [...this.needsOfTerm(term, of)].filter((path) => ![...must].some((each) => covers(each, path))),
    );
  }
}

/** Whether a defined `path` means that `other` is defined: it is the same or above. */
export function covers(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}

/** All paths of several sets. */
export function union(...sets: readonly Paths[]): Paths {
  return new Set(sets.flatMap((each) => [...each]));
}

const NOTHING: Term = { type: 'null', value: null };

function intersection(sets: readonly Paths[]): Paths {
  const [first = NONE, ...others] = sets;
  return new Set(
    [...first].filter((path) => others.every((each) => [...each].some((other) => covers(other, path)))),
  );
}

function brackets(term: Term): readonly Term[] {
  return term.type === 'ref'
    ? termsOf(term)
        .slice(1)
        .filter((each) => each.type !== 'string')
    : [];
}

/** Compute once; inside its own computation a recursive rule counts as nothing. */
function memo(store: Map<string, Paths>, name: string, compute: () => Paths): Paths {
  const known = store.get(name);
  if (known !== undefined) return known;
  store.set(name, NONE);
  const paths = compute();
  store.set(name, paths);
  return paths;
}
