// SPDX-License-Identifier: Apache-2.0
import { callOf, pairsOf, type Term, termsOf, topTerms, walkTerm } from './ast.js';
import type { Definition, Program } from './program.js';
import { absenceTest } from './tests.js';

/** Which way something pulls the decision. */
export type Sign = 'grants' | 'denies' | 'unknown';

const DENY_NAME =
  /den(?:y|ied|ial)|reject|block|forbid|forbad|violat|gap|missing|refus|revok|suspend|ban(?:s|ned)?$|finding|reason|error/i;
const GRANT_VALUE = /^(?:allow|allowed|permit|permitted|grant|granted|accept|accepted)$/i;
const DENY_VALUE = /^(?:deny|denied|reject|rejected|forbid|forbidden|refuse|refused|block|blocked)$/i;
const BOOLEAN_KEY = /^(?:allow|allowed|permit|permitted|visible|granted|ok)$/i;

/** Which way a value pulls, read from the words and booleans in it. A deny anywhere wins. */
export function signOfValue(value: Term | undefined, key = 'allow'): Sign {
  if (value === undefined) return 'unknown';
  if (value.type === 'boolean') {
    if (!BOOLEAN_KEY.test(key)) return 'unknown';
    return value.value === true ? 'grants' : 'denies';
  }
  if (value.type === 'string') {
    const text = String(value.value);
    if (DENY_VALUE.test(text)) return 'denies';
    return GRANT_VALUE.test(text) ? 'grants' : 'unknown';
  }
  const pairs = pairsOf(value).map(([name, each]) => signOfValue(each, String(name.value)));
  const items = ['array', 'set'].includes(value.type)
    ? termsOf(value).map((each) => signOfValue(each, ''))
    : [];
  const signs = [...pairs, ...items];
  return signs.find((each) => each === 'denies') ?? signs.find((each) => each === 'grants') ?? 'unknown';
}

/** Which way each rule pulls: by its name where that says deny, else by where the entrypoints use it. */
export function signsOfRules(program: Program): ReadonlyMap<string, Sign> {
  const signs = new Map<string, Sign>();
  const visit = (name: string, sign: Sign): void => {
    if (signs.has(name)) return;
    const named = DENY_NAME.test(name.slice(name.lastIndexOf('.') + 1)) ? 'denies' : sign;
    signs.set(name, named);
    for (const definition of program.definitions(name)) {
      const flipped = signOfDefinition(definition, named);
      for (const [other, negative] of referencesOf(definition, program)) {
        visit(other, negative ? opposite(flipped) : flipped);
      }
    }
  };
  for (const definition of program.all()) if (definition.isEntrypoint) visit(definition.rule, 'grants');
  for (const name of program.rules.keys()) visit(name, 'grants');
  return signs;
}

/** Which way a definition pulls when it holds, given its rule. */
export function signOfDefinition(definition: Definition, rule: Sign): Sign {
  const value = definition.key === undefined ? signOfValue(definition.value) : 'unknown';
  // The value of a rule that denies when true: `deny := false` grants.
  if (value === 'unknown') return rule;
  if (definition.value?.type === 'boolean' && rule === 'denies') return opposite(value);
  return value;
}

function opposite(sign: Sign): Sign {
  if (sign === 'grants') return 'denies';
  return sign === 'denies' ? 'grants' : 'unknown';
}

/** The rules that a definition uses, and whether it wants them not to hold. */
function* referencesOf(definition: Definition, program: Program): Generator<readonly [string, boolean]> {
  const heads = [definition.value, definition.key].filter((each) => each !== undefined);
  for (const term of heads) yield* referencesOfTerm(term, definition, program, false);
  for (const expression of definition.body) {
    for (const term of topTerms(expression)) {
      yield* referencesOfTerm(term, definition, program, expression.negated === true);
    }
    if (!('domain' in expression.terms)) continue;
    for (const inner of expression.terms.body) {
      for (const term of topTerms(inner)) {
        yield* referencesOfTerm(term, definition, program, inner.negated === true);
      }
    }
  }
}

function* referencesOfTerm(
  term: Term,
  definition: Definition,
  program: Program,
  negative: boolean,
): Generator<readonly [string, boolean]> {
  const tested = [...walkTerm(term)].some(
    (each) => absenceTest(each, definition, program) !== undefined || isFalse(each),
  );
  for (const part of walkTerm(term)) {
    if (part.type !== 'ref' && part.type !== 'var') continue;
    const target = program.resolve(part, definition.scope);
    if (target.kind === 'rule') yield [target.name, negative !== tested];
  }
}

/** `x == false`, which wants x not to hold. */
function isFalse(term: Term): boolean {
  const call = callOf(term);
  const literal = (value: boolean) =>
    call?.args.some((each) => each.type === 'boolean' && each.value === value);
  return (call?.name === 'equal' && literal(false)) || (call?.name === 'neq' && literal(true)) || false;
}
