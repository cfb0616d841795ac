// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';
import { parsePointer, valueAt } from './internal/pointer.js';
import type { DecisionEvent } from './types.js';

/** What must hold of the value at a JSON pointer into the event. */
export type DropCondition =
  | { readonly path: string; readonly equals: Json }
  | { readonly path: string; readonly in: readonly Json[] }
  | { readonly path: string; readonly exists: boolean };

/** An event is left out where every condition of a rule holds. */
export interface DropRule {
  readonly all: readonly DropCondition[];
}

/** Whether an event is left out. */
export type Drop = (event: DecisionEvent) => boolean;

/**
 * Read drop rules; events that match any of them are not logged, by the operator's wish. They see the event before
 * it is masked.
 * @throws EvidencedError EVIDENCED_DECISION_LOG_INVALID
 */
export function createDrop(rules: readonly DropRule[]): Drop {
  const compiled = rules.map((rule, index) => compileRule(rule, `/drop/${index}`));
  return (event) => compiled.some((conditions) => conditions.every((holds) => holds(event)));
}

type Check = (event: DecisionEvent) => boolean;

function compileRule(rule: unknown, pointer: string): readonly Check[] {
  const all = isJsonObject(rule) ? rule['all'] : undefined;
  // No conditions would hold of every event, and leave out the whole log.
  if (!Array.isArray(all) || all.length === 0) throw refuse(pointer, 'a rule has at least one condition');
  return all.map((condition: unknown, index) => compileCondition(condition, `${pointer}/all/${index}`));
}

function compileCondition(condition: unknown, pointer: string): Check {
  if (!isJsonObject(condition)) throw refuse(pointer, 'a condition is an object');
  const { path, ...test } = condition;
  const tokens = typeof path === 'string' ? parsePointer(path) : undefined;
  if (tokens === undefined) throw refuse(pointer, `${quote(path)} is no JSON pointer`);
  const at = (event: DecisionEvent): Json | undefined => valueAt(event as unknown as Json, tokens);
  const [name, ...others] = Object.keys(test);
  const value = test[name ?? ''];
  if (others.length === 0 && name === 'equals') return (event) => isDeepStrictEqual(at(event), value);
  if (others.length === 0 && name === 'in' && Array.isArray(value))
    return (event) => value.some((one) => isDeepStrictEqual(at(event), one));
  if (others.length === 0 && name === 'exists' && typeof value === 'boolean')
    return (event) => (at(event) !== undefined) === value;
  throw refuse(pointer, 'a condition has a path and one of equals, in, exists');
}

function refuse(pointer: string, detail: string): Error {
  return fault('EVIDENCED_DECISION_LOG_INVALID', { pointer, detail });
}
