// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';
import { parsePointer, without, withValue } from './internal/pointer.js';
import type { DecisionEvent } from './types.js';

/** A rule as `data.system.log.mask` gives it: a path to remove, or an operation. */
export type MaskRule =
  | string
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'upsert'; readonly path: string; readonly value: Json };

/** Hides parts of an event before anything is written. */
export type Mask = (event: DecisionEvent) => DecisionEvent;

const MASKABLE = ['input', 'result', 'nd_builtin_cache'] as const;
type Maskable = (typeof MASKABLE)[number];

interface Compiled {
  readonly op: 'remove' | 'upsert';
  readonly path: string;
  readonly root: Maskable;
  readonly tokens: readonly string[];
  readonly value: Json;
}

/**
 * Read mask rules. As in OPA, a rule whose path an event lacks changes nothing, `upsert` makes members that are
 * absent, and the event says in `erased` and `masked` what was done.
 * @throws EvidencedError EVIDENCED_DECISION_LOG_INVALID
 */
export function createMask(rules: readonly MaskRule[]): Mask {
  const compiled = rules.map(compile);
  return (event) => compiled.reduce(apply, event);
}

function compile(rule: unknown, index: number): Compiled {
  const refuse = (detail: string): Error =>
    fault('EVIDENCED_DECISION_LOG_INVALID', { pointer: `/mask/${index}`, detail });
  const given: unknown = typeof rule === 'string' ? { op: 'remove', path: rule } : rule;
  if (!isJsonObject(given)) throw refuse('a rule is a path or an object');
  const { op, path, value = null } = given;
  if (op !== 'remove' && op !== 'upsert') throw refuse(`unknown operation ${quote(op)}`);
  const tokens = typeof path === 'string' ? parsePointer(path) : undefined;
  if (typeof path !== 'string' || tokens === undefined) throw refuse(`${quote(path)} is no JSON pointer`);
  const root = MASKABLE.find((name) => name === tokens[0]);
  // A rule that can never match is a secret that is never masked.
  if (root === undefined) throw refuse(`${quote(path)} is not in /input, /result or /nd_builtin_cache`);
  if (op === 'upsert' && !Object.hasOwn(given, 'value')) throw refuse('upsert without a value');
  return { op, path, root, tokens: tokens.slice(1), value };
}

function apply(event: DecisionEvent, { op, path, root, tokens, value }: Compiled): DecisionEvent {
  const old = event[root];
  if (old === undefined) return event;
  if (op === 'remove') {
    const { [root]: _removed, ...rest } = event;
    const left = tokens.length === 0 ? undefined : without(old, tokens);
    if (left === undefined && tokens.length > 0) return event;
    return {
      ...rest,
      ...(left === undefined ? undefined : { [root]: left }),
      erased: [...(event.erased ?? []), path],
    };
  }
  const changed = withValue(old, tokens, value);
  if (changed === undefined) return event;
  return { ...event, [root]: changed, masked: [...(event.masked ?? []), path] };
}
