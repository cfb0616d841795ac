// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { type Json, pointer } from '../../core/json.js';
import type { JsonNode } from './json-text.js';

/**
 * A node as a frozen JSON value. A number that a double does not carry is refused: rounding it would let the same
 * bundle decide one thing here and another in OPA.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_NUMBER_INEXACT
 */
export function toJson(node: JsonNode, at = ''): Json {
  switch (node.kind) {
    case 'literal':
    case 'string':
      return node.value;
    case 'number':
      return toNumber(node.literal, at);
    case 'array':
      return Object.freeze(node.items.map((item, index) => toJson(item, pointer(at, index))));
    case 'object':
      // fromEntries defines own members, `__proto__` among them; it never sets a prototype.
      return Object.freeze(
        Object.fromEntries(
          [...node.members].map(([name, value]) => [name, toJson(value, pointer(at, name))]),
        ),
      );
  }
}

function toNumber(literal: string, at: string): number {
  const value = Number(literal);
  if (!Number.isFinite(value) || decimal(literal) !== decimal(String(value))) {
    throw fault('AUTHORIZED_BUNDLE_NUMBER_INEXACT', { pointer: at, detail: quote(literal) });
  }
  return value;
}

/** The value of a decimal literal in one form: significant digits and exponent. */
function decimal(literal: string): string {
  const negative = literal.startsWith('-');
  const [mantissa = '', exponent = '0'] = literal
    .slice(negative ? 1 : 0)
    .toLowerCase()
    .split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  if (exponent.length > 8) return 'out of range'; // no double is near, and the digits are not worth the work
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${negative ? '-' : ''}${significant}e${power}`;
}
