// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import type { Json } from '../../../src/core/json.js';
import { isJsonObject } from '../../../src/core/json.js';

/** Values that tend to find a difference between two validators. */
const JUNK: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  -0,
  '',
  ' ',
  'a b',
  'a/b',
  'é',
  'a\n',
  '\ud800',
  '😀',
  'accepted',
  'rejected',
  'x'.repeat(2048),
  'x'.repeat(2049),
  '😀'.repeat(1100),
  [],
  [''],
  ['a', 'a'],
  [null],
  [[]],
  {},
  { uri: 'https://e.example/x' },
  { __proto_: 1 },
  JSON.parse('{"__proto__":1}') as Json,
  { constructor: 1 },
];

const NAMES = ['extra', '__proto__', 'constructor', 'toString', 'reason', 'version', 'decision', ''];

interface Step {
  readonly seed: number;
  readonly kind: 'drop' | 'replace' | 'add' | 'repeat' | 'empty';
  readonly value: Json;
  readonly name: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  seed: fc.nat(1 << 20),
  kind: fc.constantFrom('drop', 'replace', 'add', 'repeat', 'empty'),
  value: fc.oneof(fc.constantFrom(...JUNK), fc.constantFrom(...JUNK), fc.string({ unit: 'binary' })),
  name: fc.constantFrom(...NAMES),
});

/** A document, as it is or changed in up to three places: something dropped, replaced, added, repeated or emptied. */
export function mutated(document: fc.Arbitrary<unknown>): fc.Arbitrary<Json> {
  const steps = fc.array(step, { maxLength: 3 });
  return fc.tuple(document, steps).map(([value, list]) => {
    let out = value as Json;
    for (const one of list) out = apply(out, one);
    return out;
  });
}

function apply(document: Json, { seed, kind, value, name }: Step): Json {
  const paths = pathsOf(document, []);
  const path = paths[seed % paths.length] ?? [];
  return change(document, path, (at) => {
    if (kind === 'replace') return value;
    if (kind === 'drop') return undefined;
    if (kind === 'empty') return Array.isArray(at) ? [] : isJsonObject(at) ? {} : '';
    if (kind === 'repeat') return Array.isArray(at) ? [...at, at[0] ?? value] : at;
    if (Array.isArray(at)) return [...at, value];
    return isJsonObject(at) ? assign(at, name, value) : value;
  }) as Json;
}

function pathsOf(value: Json, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  const out = [path];
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) => {
      out.push(...pathsOf(item, [...path, index]));
    });
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) out.push(...pathsOf(value[key] as Json, [...path, key]));
  }
  return out;
}

function change(
  value: Json,
  path: readonly (string | number)[],
  edit: (at: Json) => Json | undefined,
): Json | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return edit(value);
  if (Array.isArray(value)) {
    const inner = change(value[head as number] as Json, rest, edit);
    return value.flatMap((item: Json, index) =>
      index !== head ? [item] : inner === undefined ? [] : [inner],
    );
  }
  const object = value as { readonly [name: string]: Json };
  const inner = change(object[head] as Json, rest, edit);
  return inner === undefined
    ? (Object.fromEntries(Object.entries(object).filter(([key]) => key !== head)) as Json)
    : assign(object, String(head), inner);
}

// defineProperty: `__proto__` must arrive as a member, as it does from JSON.parse.
function assign(object: { readonly [name: string]: Json }, name: string, value: Json): Json {
  const copy = Object.fromEntries(Object.entries(object));
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy as Json;
}
