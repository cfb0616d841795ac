// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import {
  AGENT_CARD,
  type FieldSpec,
  type MessageSpec,
  messageSpec,
} from '../../../src/advertised/profiles/card-schema.js';
import type { Json, JsonObject } from '../../../src/core/json.js';

/** What an {@link arbitraryCard} may hold beyond a well-typed card. */
export interface CardShape {
  /** Scalars of another type, nulls and lone snake_case names, as a2a-js coerces them. */
  readonly loose: boolean;
  /** Numbers in `params`. */
  readonly numbers: boolean;
}

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'a',
    'Café',
    'text/plain',
    'https://a.example/x',
    '\u2028<&>',
    '\u007f',
    '😀\ue000',
    'null',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const name: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('a', 'b', '😀', '\ue000', '1', 'toString', 'é'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  .filter((key) => key !== '__proto__');

/** Cards with every field of the proto, empties of every kind among them, and unknown members. */
export function arbitraryCard(shape: CardShape): fc.Arbitrary<JsonObject> {
  return message(AGENT_CARD, shape, 3);
}

function message(spec: MessageSpec, shape: CardShape, depth: number): fc.Arbitrary<JsonObject> {
  const fields = spec.fields.filter(({ message: inner }) => inner === undefined || depth > -3);
  const members = fields.map((field) => {
    const key = shape.loose
      ? fc.boolean().map((alias) => (alias ? field.alias : field.name))
      : fc.constant(field.name);
    const present = value(field, shape, depth - 1);
    return fc.tuple(key, shape.loose ? fc.option(present, { freq: 8 }) : present);
  });
  const unknown = fc.tuple(fc.constantFrom('x-vendor', 'url2', 'zz'), struct(shape));
  if (spec.oneof) {
    return fc.tuple(fc.oneof(...members), fc.option(unknown, { freq: 1 })).map((found) => toObject(found));
  }
  const some = fc.tuple(...members.map((member) => fc.option(member, { freq: 2 })));
  return fc.tuple(some, fc.option(unknown, { freq: 1 })).map(([found, extra]) => toObject([...found, extra]));
}

function value(field: FieldSpec, shape: CardShape, depth: number): fc.Arbitrary<Json> {
  const element =
    field.message === undefined ? scalar(shape) : message(messageSpec(field.message), shape, depth);
  switch (field.kind) {
    case 'bool':
      return shape.loose ? fc.oneof(fc.boolean(), fc.constantFrom(0, 1, '', 'false')) : fc.boolean();
    case 'struct':
      return struct(shape).filter(
        (params) => typeof params === 'object' && params !== null && !Array.isArray(params),
      );
    case 'list':
      return fc.array(element, { maxLength: 2 });
    case 'map':
      return fc.array(fc.tuple(name, element), { maxLength: 2 }).map(toObject);
    case 'message':
      return element;
    default:
      return scalar(shape);
  }
}

function scalar(shape: CardShape): fc.Arbitrary<Json> {
  return shape.loose
    ? fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(0, 1.5, true, false) })
    : text;
}

function struct(shape: CardShape): fc.Arbitrary<Json> {
  const number = fc.oneof(
    fc.constantFrom(0, -0, 1, 1e16, 1e-7, 1e21, 123456.789, 1e-5, 0.0001, 5e-324),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((x) => !Number.isInteger(x) || Math.abs(x) < 2 ** 53),
  );
  const leaf: fc.Arbitrary<Json> = shape.numbers
    ? fc.oneof(text, fc.boolean(), fc.constant(null), number)
    : fc.oneof(text, fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('tree')), { maxLength: 3 }).map(toObject),
    ),
  }));
  return tree;
}

function toObject(members: readonly (readonly [string, Json] | null)[]): JsonObject {
  return Object.fromEntries(members.filter((member) => member !== null));
}
