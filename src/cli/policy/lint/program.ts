// SPDX-License-Identifier: Apache-2.0
import {
  type Expression,
  type Location,
  type Module,
  type Rule,
  type Term,
  termsOf,
  walkExpression,
} from './ast.js';

/** One definition of a rule: a body with a head, or one `else` of a chain. */
export interface Definition {
  /** Full name of the rule, such as `data.parley.grants.verdict`. */
  readonly rule: string;
  readonly isDefault: boolean;
  readonly isEntrypoint: boolean;
  /** Partial: a set or object that is never undefined as a whole. */
  readonly isPartial: boolean;
  readonly isFunction: boolean;
  readonly value: Term | undefined;
  readonly key: Term | undefined;
  readonly body: readonly Expression[];
  readonly location: Location;
  readonly scope: Scope;
  /** The definitions of the same chain that are tried before this one. */
  readonly earlier: readonly Definition[];
}

/** What names mean in a definition. */
interface Scope {
  readonly package: string;
  readonly aliases: ReadonlyMap<string, string>;
  readonly locals: ReadonlySet<string>;
}

/** What a reference is about. */
export type Target =
  | { readonly kind: 'input'; readonly path: string }
  | { readonly kind: 'rule'; readonly name: string; readonly exact: boolean }
  | { readonly kind: 'data'; readonly path: string }
  | { readonly kind: 'local' };

/** Every definition of a policy, by the full name of its rule. */
export class Program {
  readonly rules: ReadonlyMap<string, readonly Definition[]>;

  constructor(modules: readonly Module[]) {
    const rules = new Map<string, Definition[]>();
    for (const module of modules) {
      for (const rule of module.rules ?? []) {
        for (const definition of definitionsOf(rule, module)) {
          const known = rules.get(definition.rule);
          if (known === undefined) rules.set(definition.rule, [definition]);
          else known.push(definition);
        }
      }
    }
    this.rules = rules;
  }

  definitions(name: string): readonly Definition[] {
    return this.rules.get(name) ?? [];
  }

  *all(): Generator<Definition> {
    for (const definitions of this.rules.values()) yield* definitions;
  }

  /** What a ref or var of a definition is about. A path ends before the first part that is not a constant. */
  resolve(term: Term, scope: Scope): Target {
    const parts = term.type === 'ref' ? termsOf(term) : [term];
    const head = String(parts[0]?.value);
    const rest = constants(parts.slice(1));
    if (parts[0]?.type !== 'var' || scope.locals.has(head)) return { kind: 'local' };
    if (head === 'input') return { kind: 'input', path: ['input', ...rest].join('.') };
    const alias = scope.aliases.get(head);
    if (alias?.startsWith('input')) return { kind: 'input', path: [alias, ...rest].join('.') };
    const full = head === 'data' ? 'data' : (alias ?? `${scope.package}.${head}`);
    return this.#longest(full, rest, parts.length - 1) ?? this.#data(head, alias, full, rest);
  }

  #longest(full: string, rest: readonly string[], given: number): Target | undefined {
    for (let length = rest.length; length >= 0; length -= 1) {
      const name = [full, ...rest.slice(0, length)].join('.');
      if (this.rules.has(name)) return { kind: 'rule', name, exact: length === given };
    }
    return undefined;
  }

  #data(head: string, alias: string | undefined, full: string, rest: readonly string[]): Target {
    if (head !== 'data' && alias === undefined) return { kind: 'local' };
    return { kind: 'data', path: [full, ...rest].join('.') };
  }
}

function constants(parts: readonly Term[]): readonly string[] {
  const end = parts.findIndex((part) => part.type !== 'string');
  return parts.slice(0, end < 0 ? parts.length : end).map((part) => String(part.value));
}

function definitionsOf(rule: Rule, module: Module): readonly Definition[] {
  const packageName = module.package.path.map((part) => String(part.value)).join('.');
  const aliases = new Map<string, string>();
  for (const { path, alias } of module.imports ?? []) {
    const parts = termsOf(path).map((part) => String(part.value));
    if (parts[0] !== 'rego' && parts[0] !== 'future')
      aliases.set(alias ?? String(parts.at(-1)), parts.join('.'));
  }
  const chain: Definition[] = [];
  for (let at: Rule | undefined = rule; at !== undefined; at = at.else) {
    const { head, body } = at;
    const names = constants(
      head.ref.map((part, index) => (index === 0 ? { ...part, type: 'string' } : part)),
    );
    chain.push({
      rule: [packageName, ...names].join('.'),
      isDefault: rule.default === true,
      isEntrypoint: rule.annotations?.some((each) => each.entrypoint === true) === true,
      isPartial: head.key !== undefined || names.length < head.ref.length,
      isFunction: head.args !== undefined,
      value: head.value,
      key: head.key,
      body,
      location: at.location ?? head.location ?? { file: '', row: 0, col: 0 },
      scope: { package: packageName, aliases, locals: localsOf(at) },
      earlier: chain.slice(),
    });
  }
  return chain;
}

function localsOf(rule: Rule): ReadonlySet<string> {
  const locals = new Set<string>();
  const add = (term: Term): void => {
    if (term.type === 'var') locals.add(String(term.value));
    else for (const part of termsOf(term)) if (term.type === 'array') add(part);
  };
  for (const argument of rule.head.args ?? []) add(argument);
  for (const expression of rule.body) {
    for (const term of walkExpression(expression)) collectLocals(term, add);
    collectSome(expression, add);
  }
  return locals;
}

function collectLocals(term: Term, add: (term: Term) => void): void {
  const [operator, target] = term.type === 'call' ? termsOf(term) : [];
  const name =
    operator === undefined
      ? ''
      : termsOf(operator)
          .map((part) => part.value)
          .join('.');
  if (name === 'assign' && target !== undefined) add(target);
  if (term.type.endsWith('comprehension')) {
    for (const expression of (term.value as { readonly body: readonly Expression[] }).body)
      collectSome(expression, add);
  }
}

function collectSome(expression: Expression, add: (term: Term) => void): void {
  const { terms } = expression;
  if ('symbols' in terms) {
    // `some x in y` is one call; all but its last argument are new names.
    for (const symbol of terms.symbols) {
      if (symbol.type === 'call') termsOf(symbol).slice(1, -1).forEach(add);
      else add(symbol);
    }
  } else if ('domain' in terms) {
    const { key, value } = terms as unknown as { readonly key?: Term | null; readonly value?: Term };
    for (const each of [key, value]) if (each) add(each);
    for (const inner of terms.body) collectSome(inner, add);
  }
}
